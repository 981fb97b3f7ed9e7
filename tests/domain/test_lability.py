"""For how long what was recalled can be refined."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from lethelog.domain.identity import ItemId
from lethelog.domain.lability import Retrieval, labile
from lethelog.domain.mind_policy import ConsolidationPolicy
from lethelog.domain.strength import HOUR

POLICY = ConsolidationPolicy()


def recall(item: str, hours: float, *, position: int = 1, rank: int = 1) -> Retrieval:
    """A recall so many hours after the beginning."""
    return Retrieval(ItemId(item), round(hours * HOUR), position, rank)


def open_at(hours: float, *retrievals: Retrieval) -> list[str]:
    """What can be refined then."""
    return [each.item for each in labile(retrievals, round(hours * HOUR), POLICY)]


def test_the_window_is_open_for_six_hours() -> None:
    """Up to and without its end, and not before the recall."""
    tea = recall("tea", 1)
    assert open_at(0.9, tea) == []
    assert open_at(1, tea) == open_at(6.9, tea) == ["tea"]
    assert open_at(7, tea) == []


def test_a_recall_inside_the_window_begins_it_anew() -> None:
    """Six hours from the last one."""
    assert open_at(12.9, recall("tea", 1), recall("tea", 7, position=2)) == ["tea"]


def test_of_eleven_the_one_whose_window_ends_first_is_fixed() -> None:
    """And of one recall what stood furthest down."""
    each = [recall(f"i{number:02}", number / 10) for number in range(11)]
    assert open_at(2, *each) == [f"i{number:02}" for number in range(10, 0, -1)]
    together = [recall(f"i{rank:02}", 1, rank=rank) for rank in range(1, 12)]
    assert open_at(2, *together) == [f"i{rank:02}" for rank in range(1, 11)]


@given(
    st.lists(
        st.builds(
            Retrieval,
            st.sampled_from([ItemId(name) for name in "abcdefghijkl"]),
            st.integers(0, 20 * HOUR),
            st.integers(1, 9),
            st.integers(1, 9),
        ),
        max_size=30,
    ),
    st.integers(0, 30 * HOUR),
    st.randoms(use_true_random=False),
)
def test_the_order_of_the_recalls_does_not_count(
    retrievals: list[Retrieval], now: int, random: Random
) -> None:
    """At most ten, each once, the newest first, from any order of the same recalls."""
    found = labile(retrievals, now, POLICY)
    shuffled = list(retrievals)
    random.shuffle(shuffled)
    assert {each.item for each in labile(shuffled, now, POLICY)} == {e.item for e in found}
    assert len({each.item for each in found}) == len(found) <= POLICY.labile_items_max
    assert [each.until_at for each in found] == sorted((e.until_at for e in found), reverse=True)
