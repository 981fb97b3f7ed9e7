"""The masses of `domain/pagerank.py` reckoned with arrays, for graphs of any size."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec
import numpy as np
import numpy.typing as npt

from ..domain.pagerank import CHANGE_MIN, CONTINUING, STEPS_MAX, Edge


class Ways(msgspec.Struct, frozen=True):
    """All ways from one place to another, with the share of the mass that goes there by each."""

    places: int
    here: npt.NDArray[np.intp]
    there: npt.NDArray[np.intp]
    share: npt.NDArray[np.float64]


def ways_of(edges: Sequence[Edge], places: int) -> Ways:
    """What edges between so many places come to; what has no weight leads nowhere."""
    one, other, weight = np.array([*edges], np.float64).reshape(-1, 3).T
    here = np.concatenate([one, other]).astype(np.intp)
    there = np.concatenate([other, one]).astype(np.intp)
    both = np.concatenate([weight, weight])
    order = np.lexsort((both, there, here))  # sums of floats depend on their order
    here, there, both = here[order], there[order], both[order]
    total = np.bincount(here, weights=both, minlength=places)[here]
    leads = total > 0.0
    return Ways(places, here[leads], there[leads], both[leads] / total[leads])


def masses(ways: Ways, seeds: Iterable[int]) -> npt.NDArray[np.float64]:
    """The mass of each place, 0 where nothing leads from the seeds."""
    asked = np.array(sorted(set(seeds)), np.intp)
    start = np.zeros(ways.places)
    start[asked] = 1.0 / max(len(asked), 1)
    now = start
    for _ in range(STEPS_MAX):
        sent = now[ways.here] * ways.share
        moved = np.bincount(ways.there, weights=sent, minlength=ways.places)
        later = (1.0 - CONTINUING) * start + CONTINUING * moved
        change = float(np.abs(later - now).sum())
        now = later
        if change < CHANGE_MIN:
            break
    return now
