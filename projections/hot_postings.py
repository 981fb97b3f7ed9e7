"""Which term stands how often in which part, in memory: sorted once, and growing at the end."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from typing import Any, Final, TypeAlias

import duckdb
import numpy as np
import numpy.typing as npt

from .projection import columns_of, rows_of

Rows: TypeAlias = npt.NDArray[np.int32]
Counts: TypeAlias = npt.NDArray[np.uint8]

_FETCHED: Final = 4_000_000  # postings at a time; about 100 MB on the way
_STRETCHES: Final = """
SELECT term, count(*), min(rowid), max(rowid) FROM post GROUP BY term ORDER BY term
"""
_NONE: Final = (np.empty(0, np.int32), np.empty(0, np.uint8))


class HotPostings:
    """For each term the rows that have it, in their order, and how often."""

    def __init__(self) -> None:
        self._stretches: dict[str, tuple[int, int]] = {}
        self._rows: Rows = _NONE[0]
        self._counts: Counts = _NONE[1]
        self._recent: dict[str, tuple[array[int], array[int]]] = {}

    def of(self, term: str) -> tuple[Rows, Counts]:
        """No row twice; nothing where no item has it."""
        start, end = self._stretches.get(term, (0, 0))
        rows, counts = self._rows[start:end], self._counts[start:end]
        recent = self._recent.get(term)
        if recent is None:
            return rows, counts
        return (
            np.concatenate((rows, np.array(recent[0], dtype=np.int32))),
            np.concatenate((counts, np.array(recent[1], dtype=np.uint8))),
        )

    @property
    def nbytes(self) -> int:
        """Memory that the sorted ones take."""
        return self._rows.nbytes + self._counts.nbytes

    def add(self, term: str, row: int, count: int) -> None:
        """One more; it is later than all that are there."""
        rows, counts = self._recent.setdefault(term, (array("i"), array("B")))
        rows.append(row)
        counts.append(count)

    def load(self, db: duckdb.DuckDBPyConnection, places: npt.NDArray[np.int64]) -> None:
        """All that is merged; `places` are the `u` of all rows, in their order."""
        start = last = 0
        is_sorted = True
        for term, count, first_id, last_id in rows_of(db, _STRETCHES):
            self._stretches[term] = (start, start + count)
            start += count
            is_sorted = is_sorted and first_id >= last
            last = last_id
        self._rows, self._counts = np.empty(start, np.int32), np.empty(start, np.uint8)
        filled = 0
        for found in _batches(db, last) if is_sorted else [_all_sorted(db)]:
            end = filled + len(found["u"])
            self._rows[filled:end] = np.searchsorted(places, found["u"])
            self._counts[filled:end] = found["count"]
            filled = end


def _batches(db: duckdb.DuckDBPyConnection, last: int) -> Iterator[dict[str, npt.NDArray[Any]]]:
    """In the order in which they lie, which is that of the terms; forgetting leaves gaps."""
    for start in range(0, last + 1, _FETCHED):
        yield columns_of(
            db,
            "SELECT u, count FROM post WHERE rowid >= $start AND rowid < $end",
            {"start": start, "end": start + _FETCHED},
        )


def _all_sorted(db: duckdb.DuckDBPyConnection) -> dict[str, npt.NDArray[Any]]:
    return columns_of(db, "SELECT u, count FROM post ORDER BY term, u")
