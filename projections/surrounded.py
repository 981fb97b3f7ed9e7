"""The vector of a text together with those of its neighbours, without keeping a second one.

A question's product with a sum of vectors is the sum of its products with each, so only the lengths
of the sums are kept.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

import msgspec
import numpy as np
import numpy.typing as npt

Places: TypeAlias = npt.NDArray[np.int64]
Floats: TypeAlias = npt.NDArray[np.float64]
VectorsOf: TypeAlias = Callable[[npt.NDArray[np.intp]], npt.NDArray[np.float32]]

_SUMMED: Final = 8_192  # at once
_MIXED: Final = np.uint64(0x9E3779B97F4A7C15)  # 2 ** 64 over the golden ratio (Knuth 6.4)


class Surrounded(msgspec.Struct, frozen=True):
    """Of all parts of a state, in their order; `at` and `neighbours` are places among them."""

    weight: float  # of a neighbour
    parts: Places
    at: npt.NDArray[np.intp]
    neighbours: npt.NDArray[np.intp]
    marks: npt.NDArray[np.uint64]  # equal while a part has the same neighbours
    lengths: Floats

    def cosines(self, products: Floats) -> Floats:
        """Of the sums, from the products of a question with each vector alone."""
        added = np.bincount(self.at, weights=products[self.neighbours], minlength=len(products))
        cosines: Floats = (products + self.weight * added) / self.lengths
        return cosines


def surrounded(
    parts: Places,
    pairs: tuple[Places, Places],
    weight: float,
    *,
    vectors_of: VectorsOf,
    before: Surrounded | None = None,
) -> Surrounded:
    """`pairs` are parts and a neighbour of each; what is as it was `before` is not summed again."""
    has, neighbours = (np.searchsorted(parts, each) for each in pairs)
    marks = np.zeros(len(parts), np.uint64)
    np.add.at(marks, has, _mixed(pairs[1]))
    lengths = np.zeros(len(parts))
    if before is not None and before.weight == weight:
        _keep(parts, marks, before, lengths)
    found = Surrounded(weight, parts, has, neighbours, marks, lengths)
    missing = np.flatnonzero(lengths == 0.0)
    for start in range(0, len(missing), _SUMMED):
        _sum(found, missing[start : start + _SUMMED], vectors_of)
    return found


def _mixed(neighbours: Places) -> npt.NDArray[np.uint64]:
    """A number for each that no sum of others is likely to be."""
    with np.errstate(over="ignore"):
        mixed: npt.NDArray[np.uint64] = (neighbours.astype(np.uint64) + np.uint64(1)) * _MIXED
        return (mixed ^ (mixed >> np.uint64(32))) * _MIXED


def _keep(
    parts: Places, marks: npt.NDArray[np.uint64], before: Surrounded, lengths: Floats
) -> None:
    if not len(before.parts):
        return
    at = np.minimum(np.searchsorted(before.parts, parts), len(before.parts) - 1)
    same = (before.parts[at] == parts) & (before.marks[at] == marks)
    lengths[same] = before.lengths[at[same]]


def _sum(found: Surrounded, wanted: npt.NDArray[np.intp], vectors_of: VectorsOf) -> None:
    """Writes the lengths of the sums of some parts; 1 where a sum is nothing."""
    place = np.full(len(found.parts), -1, np.intp)
    place[wanted] = np.arange(len(wanted))
    of_wanted = place[found.at] >= 0
    summed = vectors_of(wanted).astype(np.float64)
    added = vectors_of(found.neighbours[of_wanted]).astype(np.float64)
    np.add.at(summed, place[found.at[of_wanted]], found.weight * added)
    lengths = np.sqrt((summed * summed).sum(axis=1))
    found.lengths[wanted] = np.where(lengths > 0.0, lengths, 1.0)
