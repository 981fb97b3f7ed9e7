"""How near the places of a graph are to a few of them: personalised PageRank [D].

    p = (1 - continuing) * s + continuing * Wᵀ p

`s` is spread evenly over the places that are asked for, and W has the weights of the edges, each
row divided by its sum (Page, Brin, Motwani & Winograd 1999, section 6). A search reckons the same
with arrays, in `projections/pagerank.py`; tests hold the two to each other.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import fsum
from typing import Final, TypeAlias

CONTINUING: Final = 0.5  # the share that goes on along an edge; the rest begins anew [D]
STEPS_MAX: Final = 20  # [D]
CHANGE_MIN: Final = 1e-6  # a step that moves less mass than this is the last one [D]

Edge: TypeAlias = tuple[int, int, float]
"""Two places, and the weight of what joins them, from 0 on; it leads both ways."""


def masses(edges: Sequence[Edge], seeds: Iterable[int]) -> dict[int, float]:
    """The mass of each place that the seeds lead to, in order; all together at most 1.

    What comes to a place that leads nowhere is lost there. The same whatever the order of the
    edges and of the seeds.
    """
    asked = sorted(set(seeds))
    ways = _ways_of(edges)
    now = {place: 1.0 / len(asked) for place in asked}
    start = {place: (1.0 - CONTINUING) * mass for place, mass in now.items()}
    for _ in range(STEPS_MAX):
        sums: dict[int, list[float]] = {place: [mass] for place, mass in start.items()}
        for here, mass in now.items():
            for there, share in ways.get(here, ()):
                sums.setdefault(there, []).append(CONTINUING * mass * share)
        later = {place: fsum(sums[place]) for place in sorted(sums)}
        change = fsum(abs(later.get(place, 0.0) - now.get(place, 0.0)) for place in later | now)
        now = later
        if change < CHANGE_MIN:
            break
    return now


def _ways_of(edges: Sequence[Edge]) -> dict[int, list[tuple[int, float]]]:
    """From each place where it leads, with the share of its mass that goes there."""
    weights: dict[int, list[tuple[int, float]]] = {}
    for one, other, weight in edges:
        if weight > 0.0:
            weights.setdefault(one, []).append((other, weight))
            weights.setdefault(other, []).append((one, weight))
    totals = {here: fsum(weight for _, weight in weights[here]) for here in weights}
    return {
        here: [(there, weight / totals[here]) for there, weight in weights[here]]
        for here in weights
    }
