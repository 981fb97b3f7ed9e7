"""Arrays that grow, for what is kept in memory."""

from __future__ import annotations

from typing import Any, Final, Generic, TypeVar

import numpy as np
import numpy.typing as npt

Scalar = TypeVar("Scalar", bound=np.generic)
Name = TypeVar("Name", bound="str | None")
_ROOM: Final = 1.25  # times what is needed, so that the next rows find a place


class Column(Generic[Scalar]):
    """One number for each row; a row that is added seldom moves the others."""

    def __init__(self, kind: type[Scalar]) -> None:
        self._rows: npt.NDArray[Scalar] = np.empty(0, dtype=kind)
        self._size = 0

    def __len__(self) -> int:
        return self._size

    @property
    def rows(self) -> npt.NDArray[Scalar]:
        """All of them; what is written into it stays."""
        return self._rows[: self._size]

    @property
    def nbytes(self) -> int:
        """Memory that it takes, with what waits for rows to come."""
        return self._rows.nbytes

    def extend(self, values: npt.ArrayLike) -> None:
        """Adds rows at the end."""
        added = np.asarray(values)
        self.grow(self._size + len(added))
        self._rows[self._size - len(added) : self._size] = added

    def grow(self, size: int, fill: Any = 0) -> None:  # noqa: ANN401 - whatever the kind holds
        """Has so many rows from now on; the new ones hold `fill`."""
        if size > len(self._rows):
            wider = np.empty(int(size * _ROOM) + 16, dtype=self._rows.dtype)
            wider[: self._size] = self.rows
            self._rows = wider
        self._rows[self._size : size] = fill
        self._size = max(size, self._size)


class Names(Generic[Name]):
    """Numbers for names, which many rows share."""

    def __init__(self) -> None:
        self.numbers: dict[Name, int] = {}
        self.names: list[Name] = []

    def number_of(self, name: Name) -> int:
        """The same for the same name."""
        number = self.numbers.setdefault(name, len(self.names))
        if number == len(self.names):
            self.names.append(name)
        return number
