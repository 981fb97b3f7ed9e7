"""All that a search looks at, in memory: the same rows as in the tables, as arrays.

A statement costs DuckDB milliseconds before it begins; here a search costs what its words cost.
The tables stay the record. `tests/projections/test_hot.py` holds the two to each other.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any, Final, TypeVar

import duckdb
import numpy as np
import numpy.typing as npt

from ..domain.events import ChunkIngested, Recorded
from ..domain.kinds import Kind
from ..domain.mind_policy import TrustPolicy
from .columns import Column, Names
from .confidence import confidences
from .full_text import indexed, postings_of
from .hot_lengths import Lengths, Zeros, lengths_of
from .hot_origins import Held, HotOrigins
from .hot_postings import HotPostings
from .hot_rows import document_columns, documents_after, item_row, items_after
from .hot_shown import Shown, ShownItems
from .neighbours import Last, joined
from .projection import rows_of

Told = TypeVar("Told", bound=np.generic)
NEVER: Final = int(np.iinfo(np.int64).min)
"""Stands for no date."""


class Hot:
    """One row for each part of an item, and one for each item, in the order of arrival."""

    def __init__(self) -> None:
        self.postings = HotPostings()
        self.zeros = Zeros()
        # Of parts.
        self.u = Column(np.int64)
        self.item_of = Column(np.int32)
        self.length = Column(np.float64)
        self.context = Column(np.float64)  # length of all neighbours that count
        self.session = Column(np.int32)
        self.tells_time = Column(np.bool_)
        self._lengths: Lengths | None = None  # those that were asked for last
        # The rows for which this one counts as a neighbour; -1 where there is none.
        self.counts_for = (Column(np.int32), Column(np.int32), Column(np.int32))
        # Of sessions, authors and kinds.
        self.session_length = Column(np.float64)
        self._sessions: dict[int, int] = {}
        self.authors = Names[str]()
        self.kinds = Names[Kind]()
        self.origins = HotOrigins()
        # Of items.
        self.d = Column(np.int64)
        self.dated_at = Column(np.int64)
        self.importance = Column(np.float64)
        self.trust = Column(np.float64)
        self.came_in = Column(np.float64)  # how sure each was then
        self.confidence = Column(np.float64)
        self.is_promoted = Column(np.bool_)
        self.is_superseded = Column(np.bool_)
        self.author = Column(np.int32)
        self.kind = Column(np.int32)
        self._first_part = Column(np.int32)
        self._shown = ShownItems()

    def load(self, db: duckdb.DuckDBPyConnection) -> None:
        """Everything that the tables hold."""
        self._load(db)
        self.postings.load(db, self.u.rows)
        self._add_postings(rows_of(db, "SELECT term, u, count FROM post_new ORDER BY u"))
        self.load_states(db)

    def add_items(self, db: duckdb.DuckDBPyConnection, *, is_merged: bool) -> None:
        """The items that came since, whose words may have been merged by now."""
        known = int(self.u.rows[-1]) if len(self.u) else -1
        self._load(db)
        table = "posting" if is_merged else "post_new"
        news = rows_of(
            db, f"SELECT term, u, count FROM {table} WHERE u > $known ORDER BY u", {"known": known}
        )
        self._add_postings(news)

    def add(self, news: Sequence[Recorded], key: bytes) -> None:
        """Chunks that came since, which the tables need not have yet; `key` is their secret."""
        chunks = [(r.position, r.event) for r in news if isinstance(r.event, ChunkIngested)]
        if not chunks:
            return
        self._add_items([item_row(d, chunk, key) for d, chunk in chunks])
        parts, texts = indexed(news, key)
        lasts = self._lasts_of({part.session for part in parts})
        self._add_parts(document_columns(joined(parts, lasts)))
        self._add_postings([row for each in texts for row in postings_of(*each)])

    def load_states(self, db: duckdb.DuckDBPyConnection) -> None:
        """What became of the items: promoted, superseded, contradicted, and how sure they are."""
        for column, table in (
            (self.is_promoted, "promotion"),
            (self.is_superseded, "supersession"),
        ):
            column.rows[:] = False
            column.rows[self._items_at(rows_of(db, f"SELECT DISTINCT d FROM {table}"))] = True
        self.origins.release(self._items_at(rows_of(db, "SELECT DISTINCT d FROM release")))
        self.trust.rows[:] = 1.0
        distrusted = rows_of(db, "SELECT d, trust FROM distrust")
        self.trust.rows[self._items_at(distrusted)] = [trust for _, trust in distrusted]
        self.confidence.rows[:] = self.came_in.rows
        moved = list(confidences(partial(rows_of, db)).items())
        self.confidence.rows[self._items_at(moved)] = [confidence for _, confidence in moved]

    def inside(self, found: list[tuple[Any, ...]]) -> npt.NDArray[np.bool_]:
        """Which items are among those that a statement found by their `d`."""
        inside = np.zeros(len(self.d), np.bool_)
        inside[self._items_at(found)] = True
        return inside

    def for_each(self, d: npt.NDArray[np.int64], told: npt.NDArray[Told]) -> npt.NDArray[Told]:
        """What is told of items by their `d`, for each that is here; 0 where nothing is."""
        here = self.d.rows
        if np.array_equal(here, d):
            return told
        values = np.zeros(len(here), told.dtype)
        is_here = np.isin(d, here)
        values[np.searchsorted(here, d[is_here])] = told[is_here]
        return values

    def parts_of(self, item: int) -> slice:
        """The rows of the parts of the item in a row."""
        firsts = self._first_part.rows
        end = firsts[item + 1] if item + 1 < len(firsts) else len(self.u)
        return slice(int(firsts[item]), int(end))

    def shown(self, item: int) -> Shown:
        """What is shown of the item in a row."""
        return self._shown.at(item)

    def held(self, item: int, policy: TrustPolicy) -> Held:
        """Whether the item in a row, if it was not derived, is in quarantine."""
        superseded, shown = self.is_superseded.rows, self.shown
        return self.origins.held(item, policy, is_superseded=superseded, shown=shown)

    def lengths(self, context_weight: float) -> Lengths:
        """Of each part with its neighbours."""
        known = self._lengths
        if known is None or known.context_weight != context_weight:
            known = lengths_of(self.length.rows, self.context.rows, context_weight)
            self._lengths = known
        return known

    @property
    def nbytes(self) -> int:
        """About so much memory it takes."""
        of_parts = (self.u, self.item_of, self.length, self.context, self.session, self.tells_time)
        of_items = (self.d, self.dated_at, self.importance, self.trust, self.author, self.kind)
        states = (self.is_promoted, self.is_superseded, self.came_in, self.confidence)
        columns = (*of_parts, *self.counts_for, *of_items, *states)
        others = (
            self.session_length,
            self._first_part,
            self.zeros,
            self._shown,
            self.origins,
            self.postings,
        )
        return sum(each.nbytes for each in (*columns, *others))

    def _load(self, db: duckdb.DuckDBPyConnection) -> None:
        """The items that came since, with their parts."""
        for rows in items_after(db, int(self.d.rows[-1]) if len(self.d) else -1):
            self._add_items(rows)
        found = documents_after(db, int(self.u.rows[-1]) if len(self.u) else -1)
        if len(found["u"]):
            self._add_parts(found)

    def _add_items(self, rows: list[tuple[Any, ...]]) -> None:
        columns = tuple(zip(*rows, strict=True))
        ds, dates, importances, kinds, items, paths, texts, titles, authors, sure, *came = columns
        self.d.extend(ds)
        self.dated_at.extend([NEVER if each is None else each for each in dates])
        self.importance.extend(importances)
        self.kind.extend([self.kinds.number_of(each) for each in kinds])
        self.origins.extend(*came)
        self.author.extend([self.authors.number_of(each) for each in authors])
        self.trust.grow(len(self.d), 1.0)
        self.came_in.extend(sure)
        self.confidence.extend(sure)
        self.is_promoted.grow(len(self.d))
        self.is_superseded.grow(len(self.d))
        self._shown.extend(zip(items, paths, texts, titles, strict=True))

    def _add_parts(self, found: dict[str, npt.NDArray[Any]]) -> None:
        self._lengths = None
        before = len(self.u)
        self.u.extend(found["u"])
        self.item_of.extend(np.searchsorted(self.d.rows, found["d"]))
        news = np.arange(len(self._first_part), len(self.d), dtype=np.int32)
        self._first_part.extend(np.searchsorted(self.item_of.rows, news))
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

    def _lasts_of(self, sessions: Iterable[int]) -> dict[int, list[Last]]:
        """The last two parts of each session; what a last one is near to stands before it."""
        lasts: dict[int, list[Last]] = {}
        for session in sessions:
            number = self._sessions.get(session, -1)
            rows = np.flatnonzero(self.session.rows == number)[-2:]
            columns = (self.u.rows[rows], self.length.rows[rows], self.context.rows[rows])
            lasts[session] = [Last(*map(int, each)) for each in zip(*columns, strict=True)]
        return lasts

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
