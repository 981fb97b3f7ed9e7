"""What is shown of items, in memory: packed, as it is unpacked for a few of them at a time."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
import numpy as np

from .columns import Column
from .projection import Row


class Shown(msgspec.Struct, frozen=True, array_like=True):
    """What is shown of an item."""

    item: str
    path: str | None
    text: str
    title: str


class ShownItems:
    """One for each item, in the order of arrival."""

    def __init__(self) -> None:
        self._packed = bytearray()
        self._until = Column(np.int64)

    def extend(self, shown: Iterable[Row]) -> None:
        """Adds some at the end, with the fields in the order of `Shown`."""
        ends: list[int] = []
        for each in shown:
            self._packed += msgspec.msgpack.encode(each)
            ends.append(len(self._packed))
        self._until.extend(ends)

    def at(self, item: int) -> Shown:
        """That of the item in a row."""
        ends = self._until.rows
        start = int(ends[item - 1]) if item else 0
        return msgspec.msgpack.decode(self._packed[start : int(ends[item])], type=Shown)

    @property
    def nbytes(self) -> int:
        """Memory that it takes."""
        return len(self._packed) + self._until.nbytes
