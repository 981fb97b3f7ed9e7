"""Which things lie so close together that they are one: clusters by density.

DBSCAN (Ester, Kriegel, Sander & Xu 1996): a thing with enough others near it is a core, cores that
are near each other are one cluster, and what is near a core belongs to the cluster of that one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

Neighbours: TypeAlias = Callable[[int], Sequence[int]]
"""The numbers of all that is near a thing, itself among them, in order."""


def clusters_of(count: int, neighbours: Neighbours, items_min: int) -> list[tuple[int, ...]]:
    """The clusters of the things from 0 up to `count`; what is in none is like nothing else.

    A core has at least `items_min` near it, itself among them. What is near cores of several
    clusters belongs to the one that begins first. `neighbours` is asked twice of each thing, both
    times in their order, so that it may work out as few of them at once as it likes.
    """
    cores = [len(neighbours(each)) >= items_min for each in range(count)]
    first = list(range(count))  # towards the first core of the cluster
    rims: dict[int, list[int]] = {}  # what is no core, with the cores near it
    for each in range(count):
        near = [other for other in neighbours(each) if cores[other]]
        if not cores[each]:
            rims[each] = near
            continue
        for other in near:
            if other >= each:
                break
            _join(first, each, other)
    found: dict[int, list[int]] = {}
    for each in range(count):
        near = [each] if cores[each] else rims[each]
        if near:
            found.setdefault(min(_first(first, core) for core in near), []).append(each)
    return [tuple(found[core]) for core in sorted(found)]


def _join(first: list[int], one: int, other: int) -> None:
    mine, theirs = _first(first, one), _first(first, other)
    first[max(mine, theirs)] = min(mine, theirs)


def _first(first: list[int], core: int) -> int:
    """The first core of the cluster, by a way that is shorter for whoever asks next."""
    while first[core] != core:
        first[core] = first[first[core]]
        core = first[core]
    return core
