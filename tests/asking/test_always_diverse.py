"""A policy can want every answer diverse, whoever asks and however often it is asked again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import pytest

from lethelog import Memory, Recalled, search_several
from lethelog.domain.policy import DEFAULT
from lethelog.domain.presets import PRESETS
from lethelog.tests.story import TODAY

TEXTS: Final = (
    "green tea is kept in the tin",
    "green tea is kept in the tins",
    "the green cup is for tea and for nothing else in this house",
)
QUESTION: Final = "green tea in the tin"


@pytest.fixture
def memory() -> Iterator[Memory]:
    """Two texts that say the same, and one that says something else."""
    with Memory.in_memory(clock=lambda: TODAY, policy=PRESETS["alfred"]) as opened:
        for text in TEXTS:
            opened.remember(text)
        yield opened


def test_a_search_is_diverse_without_being_asked(memory: Memory) -> None:
    """And the record of it says so."""
    answer = memory.search(QUESTION, limit=2)
    assert [each.text for each in answer.found] == [TEXTS[0], TEXTS[2]]
    assert len(answer.suppressed) == 1
    memory.flush()
    [recall] = [r.event for r in memory.journal.read() if isinstance(r.event, Recalled)]
    assert recall.asked is not None
    assert recall.asked.diverse
    assert recall.asked.ranking.diverse == "always"


def test_asked_again_it_is_what_it_was(memory: Memory) -> None:
    """Explained, as of then, and beside other stores."""
    answer = memory.search(QUESTION, limit=2)
    assert memory.explain("last").comparison.is_equal
    again = memory.as_of().search(QUESTION, limit=2)
    assert [each.item for each in again.found] == [each.item for each in answer.found]
    several = search_several({"one": memory}, QUESTION, limit=2, record=False)
    assert [each.item for each in several.found] == [each.item for each in answer.found]


def test_why_an_item_was_kept_out_is_told(memory: Memory) -> None:
    """The story of the twin names diversity."""
    answer = memory.search(QUESTION, limit=2)
    [twin] = answer.suppressed
    story = memory.why(twin, asked=QUESTION, limit=2)
    assert story.whereabouts is not None
    assert story.whereabouts.rank is None
    assert "diversity" in [reason.because for reason in story.whereabouts.reasons]


def test_under_another_policy_it_is_not_diverse(memory: Memory) -> None:
    """A backtest asks as that policy would have had it asked."""
    memory.search(QUESTION, limit=2)
    memory.flush()
    [outcome] = memory.backtest(DEFAULT).outcomes
    assert outcome.reruns == 1
    assert outcome.hits_shared == 0.5
    [same] = memory.backtest(PRESETS["alfred"]).outcomes
    assert same.hits_shared == 1.0
