"""How close vectors of length one are to each other, worked out a block at a time.

It loads numpy, which a dream that makes no clusters does without.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from ..domain.clusters import Neighbours

Floats32: TypeAlias = npt.NDArray[np.float32]
Mask: TypeAlias = npt.NDArray[np.bool_]

BLOCK_ROWS: Final = 256
"""With 5,000 items a block takes 5 MB, and all of them at once would take 100."""

_DIGITS: Final = 6  # of a 32-bit float; beyond that equal texts differ by where they stand


def neighbours_within(vectors: Floats32, distance: float) -> Neighbours:
    """What is no further than a cosine distance; a vector of zeros is near nothing."""
    says: Mask = np.asarray(vectors.any(axis=1), np.bool_)
    block: Mask = np.empty((0, 0), np.bool_)
    begins_at = -1

    def neighbours(each: int) -> Sequence[int]:
        nonlocal block, begins_at
        start = each - each % BLOCK_ROWS
        if start != begins_at:
            cosines = _cosines(vectors[start : start + BLOCK_ROWS], vectors)
            block = np.round(1.0 - cosines, _DIGITS) <= distance
            block &= says & says[start : start + BLOCK_ROWS, None]
            begins_at = start
        found: list[int] = np.flatnonzero(block[each - start]).tolist()
        return found

    return neighbours


def nearness_to_middle(rows: Sequence[Floats32]) -> tuple[float, ...]:
    """The cosine of each to the mean of all, from 0 to 1."""
    vectors = np.stack(rows)
    middle = vectors.mean(axis=0)
    length = float(np.sqrt((middle * middle).sum()))
    if not length:
        return (0.0,) * len(vectors)
    cosines = np.clip(_cosines(vectors, (middle / length)[None, :])[:, 0], 0.0, 1.0)
    return tuple(np.round(cosines, _DIGITS).tolist())


def pairs_within(
    ones: Floats32, others: Floats32, likeness: float
) -> Iterator[tuple[int, int, float]]:
    """Each of the ones with each other that is so like it, and how like."""
    for start in range(0, len(ones), BLOCK_ROWS):
        cosines = _cosines(ones[start : start + BLOCK_ROWS], others)
        for row, column in np.argwhere(cosines >= likeness).tolist():
            yield start + row, column, float(cosines[row, column])


def _cosines(ones: Floats32, others: Floats32) -> npt.NDArray[np.float64]:
    cosines: npt.NDArray[np.float64] = (ones @ others.T).astype(np.float64)
    return np.round(cosines, _DIGITS)
