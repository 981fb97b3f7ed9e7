"""Vectors that occur nowhere else, for items of the tests."""

from __future__ import annotations

import random
from collections.abc import Sequence
from struct import pack
from typing import Final

from lethelog.domain.identity import ItemId
from lethelog.projections.vector_file import VectorRow
from lethelog.tests.seals import item_named

DIM: Final = 16


def vector(number: int, dim: int = DIM) -> bytes:
    """Bytes that occur nowhere else."""
    drawn = random.Random(number)
    return pack(f"<{dim}f", *(drawn.uniform(-1.0, 1.0) for _ in range(dim)))


def row(number: int, dim: int = DIM) -> VectorRow:
    """The vector of an item of its own."""
    return (item_named(str(number)), 0, vector(number, dim))


def items(numbers: Sequence[int]) -> list[ItemId]:
    """The items of such rows."""
    return [item_named(str(number)) for number in numbers]
