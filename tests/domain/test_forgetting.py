"""What changed between an approved outcome and the present one is told in words."""

from __future__ import annotations

import pytest

from lethelog.domain.forgetting import Effect, differences
from lethelog.domain.identity import ItemId

A, B, C = ItemId("a"), ItemId("b"), ItemId("c")


@pytest.mark.parametrize(
    ("planned", "now", "told"),
    [
        (Effect(gone=(A,)), Effect(gone=(A,)), []),
        (Effect(), Effect(gone=(A,)), ["1 more item came from email/m"]),
        (Effect(), Effect(gone=(A, B)), ["2 more items came from email/m"]),
        (Effect(gone=(A, B)), Effect(gone=(B,)), ["1 item would no longer go"]),
        (Effect(), Effect(kept=(A,)), ["1 more item elsewhere would stay"]),
        (Effect(revived=(A,)), Effect(), ["1 item would not be current again"]),
        (Effect(), Effect(undone=(A,)), ["1 more promotion would be undone"]),
        (Effect(undone=(A,)), Effect(), ["1 promotion no longer rests on it"]),
        (Effect(weakened=(A, B)), Effect(), ["2 promotions no longer rest on it"]),
        (
            Effect(weakened=(A,)),
            Effect(undone=(A,)),
            ["1 more promotion would be undone", "1 promotion would no longer be weaker"],
        ),
        (Effect(), Effect(recalls=1), ["1 more search was asked from email/m"]),
        (Effect(recalls=3), Effect(recalls=1), ["2 searches are gone"]),
    ],
)
def test_each_difference_has_its_words(planned: Effect, now: Effect, told: list[str]) -> None:
    """One sentence for each list that differs, with its count."""
    assert differences(planned, now, where="email/m") == told


def test_several_differences_are_told_together() -> None:
    """In the order in which a plan shows its lists, what was lost first."""
    told = differences(Effect(undone=(A,)), Effect(gone=(B, C)), where="conversation/c1")
    assert told == ["1 promotion no longer rests on it", "2 more items came from conversation/c1"]
