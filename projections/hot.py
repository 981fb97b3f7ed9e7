"""All that a search looks at, in memory: the same rows as in the tables, as arrays.

A statement costs DuckDB milliseconds before it begins; here a search costs what its words cost.
The tables stay the record. `tests/projections/test_hot.py` holds the two to each other.
"""

from __future__ import annotations

from typing import Any, Final

import duckdb
import msgspec
import numpy as np
import numpy.typing as npt

from ..domain.kinds import Kind
from .columns import Column, Names
from .hot_postings import HotPostings
from .likeness import Likeness
from .projection import columns_of, rows_of

_ITEMS_FETCHED: Final = 50_000
NEVER: Final = int(np.iinfo(np.int64).min)
"""Stands for no date."""

_DOCUMENTS: Final = """
SELECT
    u, d, length, session, tells_time,
    coalesce(before, -1) AS before,
    coalesce(before_that, -1) AS before_that,
    coalesce(context_of, -1) AS context_of,
    surroundings
FROM document
WHERE u > $after
ORDER BY u
"""
_ITEMS: Final = """
SELECT d, dated_at, importance, kind, item, path, text, title, author
FROM item
WHERE d > $after
ORDER BY d
LIMIT $limit
"""


class Shown(msgspec.Struct, frozen=True, array_like=True):
    """What is shown of an item."""

    item: str
    path: str | None
    text: str
    title: str


class Hot:
    """One row for each part of an item, and one for each item, in the order of arrival."""

    def __init__(self) -> None:
        self.postings = HotPostings()
        # Of parts.
        self.u = Column(np.int64)
        self.item_of = Column(np.int32)
        self.length = Column(np.float64)
        self.context = Column(np.float64)  # length of all neighbours that count
        self.session = Column(np.int32)
        self.tells_time = Column(np.bool_)
        # The rows for which this one counts as a neighbour; -1 where there is none.
        self.counts_for = (Column(np.int32), Column(np.int32), Column(np.int32))
        # Of sessions, authors and kinds.
        self.session_length = Column(np.float64)
        self._sessions: dict[int, int] = {}
        self.authors = Names[str]()
        self.kinds = Names[Kind]()
        # Of items.
        self.d = Column(np.int64)
        self.dated_at = Column(np.int64)
        self.importance = Column(np.float64)
        self.trust = Column(np.float64)
        self.is_promoted = Column(np.bool_)
        self.is_superseded = Column(np.bool_)
        self.author = Column(np.int32)
        self.kind = Column(np.int32)
        self._shown = bytearray()
        self._shown_until = Column(np.int64)

    def load(self, db: duckdb.DuckDBPyConnection) -> None:
        """Everything that the tables hold."""
        self._load_items(db)
        self._load_parts(db)
        self.postings.load(db, self.u.rows)
        self._add_postings(rows_of(db, "SELECT term, u, count FROM post_new ORDER BY u"))
        self.load_states(db)

    def add_items(self, db: duckdb.DuckDBPyConnection, *, is_merged: bool) -> None:
        """The items that came since, whose words may have been merged by now."""
        known = int(self.u.rows[-1]) if len(self.u) else -1
        self._load_items(db)
        self._load_parts(db)
        table = "posting" if is_merged else "post_new"
        news = rows_of(
            db, f"SELECT term, u, count FROM {table} WHERE u > $known ORDER BY u", {"known": known}
        )
        self._add_postings(news)

    def load_states(self, db: duckdb.DuckDBPyConnection) -> None:
        """What became of the items: promoted, superseded, contradicted."""
        for column, table in (
            (self.is_promoted, "promotion"),
            (self.is_superseded, "supersession"),
        ):
            column.rows[:] = False
            column.rows[self._items_at(rows_of(db, f"SELECT DISTINCT d FROM {table}"))] = True
        self.trust.rows[:] = 1.0
        distrusted = rows_of(db, "SELECT d, trust FROM distrust")
        self.trust.rows[self._items_at(distrusted)] = [trust for _, trust in distrusted]

    def inside(self, found: list[tuple[Any, ...]]) -> npt.NDArray[np.bool_]:
        """Which items are among those that a statement found by their `d`."""
        inside = np.zeros(len(self.d), np.bool_)
        inside[self._items_at(found)] = True
        return inside

    def for_each(self, likeness: Likeness) -> npt.NDArray[np.float64]:
        """How near each item is, 0 where that is not told."""
        d = self.d.rows
        if np.array_equal(d, likeness.d):
            return likeness.value
        values = np.zeros(len(d))
        told = np.isin(likeness.d, d)
        values[np.searchsorted(d, likeness.d[told])] = likeness.value[told]
        return values

    def parts_of(self, item: int) -> slice:
        """The rows of the parts of the item in a row."""
        bounds = np.array([item, item + 1], self.item_of.rows.dtype)  # else all rows are converted
        return slice(*np.searchsorted(self.item_of.rows, bounds))

    def shown(self, item: int) -> Shown:
        """What is shown of the item in a row."""
        ends = self._shown_until.rows
        start = int(ends[item - 1]) if item else 0
        return msgspec.msgpack.decode(self._shown[start : int(ends[item])], type=Shown)

    def mean_length(self, context_weight: float) -> float:
        """Of a part with its neighbours, in terms."""
        total = self.length.rows.sum() + context_weight * self.context.rows.sum()
        return float(total) / len(self.u)

    @property
    def nbytes(self) -> int:
        """About so much memory it takes."""
        of_parts = (self.u, self.item_of, self.length, self.context, self.session, self.tells_time)
        of_items = (self.d, self.dated_at, self.importance, self.trust, self.author, self.kind)
        columns = (*of_parts, *self.counts_for, *of_items, self.is_promoted, self.is_superseded)
        others = (self.session_length.nbytes, self._shown_until.nbytes, len(self._shown))
        return sum(each.nbytes for each in columns) + self.postings.nbytes + sum(others)

    def _load_items(self, db: duckdb.DuckDBPyConnection) -> None:
        while True:
            after = int(self.d.rows[-1]) if len(self.d) else -1
            rows = rows_of(db, _ITEMS, {"after": after, "limit": _ITEMS_FETCHED})
            if rows:
                self._add_items(rows)
            if len(rows) < _ITEMS_FETCHED:
                return

    def _add_items(self, rows: list[tuple[Any, ...]]) -> None:
        ds, dates, importances, kinds, items, paths, texts, titles, authors = zip(
            *rows, strict=True
        )
        self.d.extend(ds)
        self.dated_at.extend([NEVER if each is None else each for each in dates])
        self.importance.extend(importances)
        self.kind.extend([self.kinds.number_of(each) for each in kinds])
        self.author.extend([self.authors.number_of(each) for each in authors])
        self.trust.grow(len(self.d), 1.0)
        self.is_promoted.grow(len(self.d))
        self.is_superseded.grow(len(self.d))
        ends: list[int] = []
        for shown in zip(items, paths, texts, titles, strict=True):
            self._shown += msgspec.msgpack.encode(shown)
            ends.append(len(self._shown))
        self._shown_until.extend(ends)

    def _load_parts(self, db: duckdb.DuckDBPyConnection) -> None:
        before = len(self.u)
        known = int(self.u.rows[-1]) if before else -1
        found = columns_of(db, _DOCUMENTS, {"after": known})
        if not len(found["u"]):
            return
        self.u.extend(found["u"])
        self.item_of.extend(np.searchsorted(self.d.rows, found["d"]))
        self.length.extend(found["length"])
        self.context.extend(found["surroundings"])
        self.tells_time.extend(found["tells_time"])
        sessions = [
            self._sessions.setdefault(each, len(self._sessions))
            for each in found["session"].tolist()
        ]
        self.session.extend(sessions)
        self.session_length.grow(len(self._sessions))
        np.add.at(self.session_length.rows, sessions, found["length"])
        self._join(before, found)

    def _join(self, before: int, found: dict[str, Any]) -> None:
        """Each new part with those before it."""
        size = len(self.u)
        for column in self.counts_for:
            column.grow(size, -1)
        news = np.arange(before, size, dtype=np.int32)
        after, after_that, as_context = (each.rows for each in self.counts_for)
        for rows, name in ((after, "before"), (after_that, "before_that")):
            has = found[name] >= 0
            rows[self._parts_at(found[name][has])] = news[has]
        has = found["context_of"] >= 0
        others = self._parts_at(found["context_of"][has])
        as_context[news[has]] = others
        self.context.rows[others] += found["length"][has]

    def _add_postings(self, rows: list[tuple[Any, ...]]) -> None:
        at = self._parts_at(np.array([u for _, u, _ in rows], np.int64)).tolist()
        for row, (term, _, count) in zip(at, rows, strict=True):
            self.postings.add(term, row, count)

    def _parts_at(self, places: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        return np.searchsorted(self.u.rows, places)

    def _items_at(self, rows: list[tuple[Any, ...]]) -> npt.NDArray[np.int64]:
        return np.searchsorted(self.d.rows, np.array([row[0] for row in rows], np.int64))
