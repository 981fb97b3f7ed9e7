"""What a search in memory has at hand for each part: lengths as they are asked for, and zeros."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypeAlias

import msgspec
import numpy as np
import numpy.typing as npt

Floats: TypeAlias = npt.NDArray[np.float64]


class Lengths(msgspec.Struct, frozen=True):
    """Of each part with its neighbours, in terms, and of one place more that is nobody's."""

    context_weight: float  # what a term of a neighbour counts
    rows: Floats
    total: float


def lengths_of(own: Floats, of_neighbours: Floats, context_weight: float) -> Lengths:
    """Added up for all parts."""
    rows = np.append(own + context_weight * of_neighbours, 0.0)
    return Lengths(context_weight, rows, float(rows.sum()))


class Zeros:
    """Long arrays of zeros, which take longer to get than most searches take to use them."""

    def __init__(self) -> None:
        self._spare: list[Floats] = []

    @contextmanager
    def of(self, size: int) -> Iterator[Floats]:
        """So many of them, which are to be zero again at the end; safe from several threads."""
        spare = self._spare.pop() if self._spare else None
        zeros = np.zeros(size) if spare is None or len(spare) != size else spare
        yield zeros
        self._spare[1:] = [zeros]  # not where an error left something in it

    @property
    def nbytes(self) -> int:
        """Memory that they take while nobody uses them."""
        return sum(each.nbytes for each in self._spare)
