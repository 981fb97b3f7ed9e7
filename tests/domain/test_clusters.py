"""Clusters by density are what their definition says, and in an order that can be relied on."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from lethelog.domain.clusters import Neighbours, clusters_of

PLACES = st.lists(st.tuples(st.integers(0, 12), st.integers(0, 12)), max_size=24)
LEAST = st.integers(1, 5)
REACH = 3


def near(places: list[tuple[int, int]]) -> Neighbours:
    """Whatever lies within reach on a plane."""
    return lambda each: [
        other
        for other, (x, y) in enumerate(places)
        if (x - places[each][0]) ** 2 + (y - places[each][1]) ** 2 <= REACH**2
    ]


def on_a_line(*places: int) -> Neighbours:
    """Whatever lies within reach on a line."""
    return near([(place, 0) for place in places])


def reached_from(core: int, neighbours: Neighbours, items_min: int) -> set[int]:
    """All that is density-reachable from a core, by the definition of that."""
    reached, waiting = {core}, [core]
    while waiting:
        around = neighbours(waiting.pop())
        if len(around) >= items_min:
            waiting += [other for other in around if other not in reached]
            reached |= set(around)
    return reached


@given(PLACES, LEAST)
def test_a_cluster_is_what_is_density_connected(
    places: list[tuple[int, int]], items_min: int
) -> None:
    """All that a core reaches; a thing in the reach of several belongs to the first of them."""
    neighbours = near(places)
    cores = [each for each in range(len(places)) if len(neighbours(each)) >= items_min]
    expected: list[set[int]] = []
    taken: set[int] = set()
    for core in cores:
        if core not in taken:
            expected.append(reached_from(core, neighbours, items_min) - taken)
            taken |= expected[-1]
    assert list(map(set, clusters_of(len(places), neighbours, items_min))) == expected


@given(PLACES, LEAST)
def test_two_things_that_reach_each_other_are_together(
    places: list[tuple[int, int]], items_min: int
) -> None:
    """Cores of one cluster reach each other, those of two never do; nothing is in two."""
    neighbours = near(places)
    found = clusters_of(len(places), neighbours, items_min)
    home = {each: number for number, cluster in enumerate(found) for each in cluster}
    assert len(home) == sum(map(len, found))
    cores = [each for each in range(len(places)) if len(neighbours(each)) >= items_min]
    for one, other in combinations(cores, 2):
        together = other in reached_from(one, neighbours, items_min)
        assert (home[one] == home[other]) == together


@given(PLACES, LEAST)
def test_what_comes_later_joins_and_never_parts(
    places: list[tuple[int, int]], items_min: int
) -> None:
    """Cores that were together before the last thing came are together after it."""
    before, after = places[:-1], places
    was = clusters_of(len(before), near(before), items_min)
    home = {
        each: number
        for number, cluster in enumerate(clusters_of(len(after), near(after), items_min))
        for each in cluster
    }
    for cluster in was:
        cores = [each for each in cluster if len(near(before)(each)) >= items_min]
        assert len({home[each] for each in cores}) == 1


def test_the_rim_belongs_to_the_cluster_that_begins_first() -> None:
    """A thing between two clusters is in one alone, whichever of them it is nearer to."""
    neighbours = on_a_line(0, 0, 0, 1, 4, 7, 8, 8, 8)
    assert clusters_of(9, neighbours, 4) == [(0, 1, 2, 3, 4), (5, 6, 7, 8)]


def test_what_is_like_nothing_else_is_in_no_cluster() -> None:
    """Two alike are too few for three, and one far away is alone."""
    assert clusters_of(6, on_a_line(0, 1, 20, 30, 31, 32), 3) == [(3, 4, 5)]
    assert clusters_of(0, on_a_line(), 3) == []


def test_neighbours_are_asked_in_their_order() -> None:
    """So whoever works them out in blocks needs one block at a time."""
    asked: list[int] = []

    def neighbours(each: int) -> list[int]:
        asked.append(each)
        return [each]

    clusters_of(4, neighbours, 2)
    assert asked == [0, 1, 2, 3, 0, 1, 2, 3]
