"""What was made of clusters before gives way to what is made of them now, once."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet

from hypothesis import given
from hypothesis import strategies as st

from lethelog.domain.consolidation import Made, Merge, merges_of
from lethelog.domain.identity import ItemId

SOME = st.frozensets(st.integers(0, 9), min_size=1, max_size=8)
EVERYTHING = frozenset(range(100))


def made(name: str, *inputs: int, gone: Sequence[int] = ()) -> Made:
    """Something made of these inputs, some of which have given way."""
    return Made(
        item=ItemId(name),
        d=100 + len(name),
        inputs=frozenset(inputs),
        current=frozenset(inputs) - set(gone),
    )


def merged(
    cluster: AbstractSet[int],
    *before: Made,
    seen: AbstractSet[int] = EVERYTHING,
    grown: float = 0.0,
) -> Merge:
    """What becomes of one cluster."""
    [merge] = merges_of([cluster], before, seen, remade_when_grown=grown)
    return merge


def test_a_new_cluster_is_to_be_made() -> None:
    """Nothing says it, and nothing gives way."""
    assert merged({3, 1, 2}) == Merge(inputs=(1, 2, 3))


def test_what_says_all_of_a_cluster_goes_on_to_say_it() -> None:
    """Also where some of what it was made of is in the cluster no more."""
    assert merged({1, 2, 3}, made("a", 1, 2, 3, 4)) == Merge(
        inputs=(1, 2, 3, 4), said_by=ItemId("a")
    )


def test_a_grown_cluster_replaces_what_was_made_of_less() -> None:
    """Of both clusters that have become one."""
    assert merged({1, 2, 3, 4}, made("a", 1, 2), made("bb", 3, 4)) == Merge(
        inputs=(1, 2, 3, 4), replaces=(ItemId("a"), ItemId("bb"))
    )


def test_what_rests_on_something_replaced_is_made_anew() -> None:
    """From what is left of it."""
    assert merged({1, 2, 3}, made("a", 1, 2, 3, 4, gone=[4])) == Merge(
        inputs=(1, 2, 3), replaces=(ItemId("a"),)
    )


def test_what_is_too_old_to_be_looked_at_stays_an_input() -> None:
    """A cluster that grows does not lose its first items when the newest alone are looked at."""
    assert merged({6, 7, 8}, made("a", 1, 2, 6, 7), seen={6, 7, 8}) == Merge(
        inputs=(1, 2, 6, 7, 8), replaces=(ItemId("a"),)
    )


def test_two_that_say_the_same_become_one() -> None:
    """As when two dreams made them at once: the first of them stays."""
    assert merged({1, 2}, made("a", 1, 2), made("bb", 1, 2)) == Merge(
        inputs=(1, 2), said_by=ItemId("a"), replaces=(ItemId("bb"),)
    )


def test_a_cluster_that_grew_by_less_than_a_share_is_said_as_it_was() -> None:
    """From the share on it is made anew: of four, half are two."""
    four = made("a", 1, 2, 3, 4)
    assert merged({1, 2, 3, 4, 5}, four, grown=0.5) == Merge(
        inputs=(1, 2, 3, 4), said_by=ItemId("a")
    )
    assert merged({1, 2, 3, 4, 5, 6}, four, grown=0.5) == Merge(
        inputs=(1, 2, 3, 4, 5, 6), replaces=(ItemId("a"),)
    )


def test_a_cluster_that_lost_an_input_is_made_anew_however_little_it_grew() -> None:
    """Also where the input of another of its parts has given way."""
    lost = made("a", 1, 2, 3, 4, gone=[4])
    assert merged({1, 2, 3, 5}, lost, grown=1.0).replaces == (ItemId("a"),)
    merge = merged(
        {1, 2, 3, 4, 5, 6}, made("a", 1, 2, 3, 4), made("bb", 5, 6, 7, gone=[7]), grown=1
    )
    assert merge == Merge(inputs=(1, 2, 3, 4, 5, 6), replaces=(ItemId("a"), ItemId("bb")))


def test_what_says_the_little_that_came_to_it_stays_beside_it() -> None:
    """Two clusters that have become one are said by both, until they are made one."""
    large, little = made("a", 1, 2, 3, 4, 5, 6, 7), made("bb", 8, 9)
    merge = merged(set(range(1, 10)), large, little, grown=0.5)
    assert (merge.said_by, merge.replaces) == (ItemId("a"), ())


@given(
    clusters=st.lists(SOME, max_size=4),
    before=st.lists(SOME, max_size=4),
    gone=SOME,
    seen=SOME,
    grown=st.sampled_from([0.0, 0.5, 1.0]),
)
def test_what_is_done_once_is_done(
    *,
    clusters: list[frozenset[int]],
    before: list[frozenset[int]],
    gone: frozenset[int],
    seen: frozenset[int],
    grown: float,
) -> None:
    """After it every cluster is said by something, and nothing gives way any more."""
    parted, taken = list[frozenset[int]](), set[int]()
    for cluster in clusters:
        if left := (cluster & seen) - gone - taken:
            parted.append(left)
            taken |= left
    known = [
        Made(item=ItemId(f"old {d}"), d=100 + d, inputs=inputs, current=inputs - gone)
        for d, inputs in enumerate(before)
    ]
    done = merges_of(parted, known, seen - gone, remade_when_grown=grown)
    replaced = {item for merge in done for item in merge.replaces}
    known = [each for each in known if each.item not in replaced]
    for d, merge in enumerate(done):
        if merge.said_by is None:
            inputs = frozenset(merge.inputs)
            known.append(Made(item=ItemId(f"new {d}"), d=200 + d, inputs=inputs, current=inputs))
    again = merges_of(parted, known, seen - gone, remade_when_grown=grown)
    assert all(each.said_by is not None and not each.replaces for each in again)
