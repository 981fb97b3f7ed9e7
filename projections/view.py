"""All read models in one DuckDB database, with the position up to which they tell the journal."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Self

import duckdb

from ..domain.events import ChunkIngested, Promoted, Recalled, Recorded, SourceForgotten
from ..domain.identity import SourceUid
from ..domain.mind_policy import DecayPolicy
from ..domain.policy import ContradictionPolicy
from .applying import apply_events
from .copying import Copying
from .database import PROJECTIONS, opened, prepare, supposition, transaction
from .digest import TableDigest, digest_of, table_digests
from .forgetting import Rehearsal, forget_sources, rehearse
from .full_text import is_untidy, merge
from .past import has_twins, look_at_now, look_back, make_twins, position_at
from .projection import Row, columns_of, rows_of
from .slot_files import drop_if_empty, log_of, make_private
from .supposed import Supposition
from .warm import Warm

if TYPE_CHECKING:
    import numpy.typing as npt

    from .hot import Hot  # it loads numpy
    from .meaning_of import Meaning

_CHANGE_ITEMS: Final = frozenset({ChunkIngested, Promoted, SourceForgotten})


class View:
    """A cache of the journal; whatever is wrong with it, a new one is as good.

    Safe to use from several threads, one at a time. In memory where there is no path.
    """

    def __init__(self, path: Path | None, *, store: str) -> None:
        """StaleView if the file was made by another version or for another `store`, a secret."""
        self.lock = threading.RLock()
        self.looking_at: int | None = None  # an earlier position
        self.meaning: Meaning[View] | None = None  # set by whoever has an embedder
        self.kept: dict[str, object] = {}  # worked out of the items of now and what became of them
        self.grown: dict[str, object] = {}  # the same, kept until something is forgotten
        self._is_supposing = False
        self._log = None if path is None else log_of(path)
        self._db = opened(path)
        self._warm = Warm(self._db, self.lock)
        try:
            if path is not None:
                path.chmod(0o600)  # before anything is in it
            self._position = prepare(self._db, store, beside=path and path.parent)
        except BaseException:
            self._db.close()
            raise
        self.written = self._learned_at = self._position  # what is written is what the file tells

    @property
    def position(self) -> int:
        """The last position that any question is told of; 0 before the first."""
        return self._position if self.looking_at is None else self.looking_at

    def apply(self, batch: Sequence[Recorded]) -> None:
        """Moves the tables and the position in one transaction.

        A few events that are in memory may wait, until the tables are asked or more have come.
        Events at or before the position change nothing, so a batch may come twice.
        """
        with self.lock:
            news = [recorded for recorded in batch if recorded.position > self._position]
            if not news:
                return
            kinds = {type(recorded.event) for recorded in news}
            if not self._warm.takes(news):
                self._write(news)
                self._warm.note(kinds)
            self._position = news[-1].position  # not where a commit failed
            if not kinds.isdisjoint(_CHANGE_ITEMS):
                self._learned_at = self._position
            if kinds != {Recalled}:
                self.kept.clear()
            if SourceForgotten in kinds:
                self._warm.note_forgetting()
                self.grown.clear()

    def tidy(self) -> None:
        """Puts in order what was applied, which changes no row; for after the last batch."""
        with self.lock:
            if not self._warm.held and is_untidy(self._db):
                with self._transaction():
                    merge(self._db)
                self._warm.note_merge()

    def rows(self, sql: str, parameters: dict[str, Any] | None = None) -> list[Row]:
        """All rows of a query."""
        with self.lock:
            return rows_of(self._tables, sql, parameters)

    def columns(
        self, sql: str, parameters: Mapping[str, Any] | None = None
    ) -> dict[str, npt.NDArray[Any]]:
        """The same as one array for each column; loads numpy."""
        with self.lock:
            return columns_of(self._tables, sql, dict(parameters or {}))

    def in_memory(self) -> Hot | None:
        """The tables in memory; None where they are not loaded yet, or not what is asked about."""
        with self.lock:
            return None if self.learned_at is None else self._warm.hot()

    def still_in_memory(self) -> Hot | None:
        """The same for the later steps of one search, which does not count as another."""
        with self.lock:
            return None if self.learned_at is None else self._warm.loaded()

    @property
    def learned_at(self) -> int | None:
        """The same as long as the same items are there; None where it is not about those of now."""
        return None if self._is_supposing or self.looking_at is not None else self._learned_at

    @contextmanager
    def filled(self, table: str, columns: dict[str, npt.NDArray[Any]]) -> Iterator[None]:
        """Inside the block a passing table has these rows, and afterwards none."""
        with self.lock:
            self._tables.register("filling", columns)
            try:
                self._db.execute(f"INSERT INTO {table} SELECT {', '.join(columns)} FROM filling")
                self._db.unregister("filling")
                yield
            finally:
                self._db.execute(f"DELETE FROM {table}")

    def warm(self) -> None:
        """Loads into memory what searches look at; else that begins with the second search."""
        self._warm.load()

    @property
    def is_searched(self) -> bool:
        """Whether searches have come for which it is worth to be in memory."""
        return self._warm.is_wanted

    def stop_loading(self) -> None:
        """From now on nothing more comes into memory; for one that will not be used any longer."""
        with self.lock:
            self._warm.stop()

    def copying(self, new: Path) -> Copying:
        """All rows as they are now, for a file in the same folder that has the tables alone."""
        with self.lock:
            return Copying(self._tables, new)

    @contextmanager
    def at(self, position: int) -> Iterator[Self]:
        """Inside the block every question is answered as of a position; nothing may be applied."""
        with self.lock:
            assert self.looking_at is None, "one look back at a time"
            if not has_twins(self._db):
                with nullcontext() if self._is_supposing else self._transaction():
                    make_twins(self._db, PROJECTIONS)
            look_back(self._tables, position)
            self.looking_at = position
            try:
                yield self
            finally:
                self.looking_at = None
                look_at_now(self._db)

    def position_at(self, moment: int) -> int:
        """The last position before anything was recorded later than a moment."""
        with self.lock:
            return position_at(self._tables, moment, self._position)

    @contextmanager
    def without(self, sources: Sequence[SourceUid]) -> Iterator[Self]:
        """Inside the block the sources are forgotten; afterwards nothing has changed."""
        with self._supposing():
            forget_sources(self._db, sources)
            yield self

    @contextmanager
    def supposing(
        self, *, since: int, policy: ContradictionPolicy, decay: DecayPolicy
    ) -> Iterator[Supposition]:
        """Inside the block no rule has promoted since then; afterwards nothing has changed."""
        with self._supposing():
            yield Supposition(self._db, since=since, policy=policy, decay=decay)

    def rehearse_forgetting(self, sources: Sequence[SourceUid]) -> Rehearsal:
        """What forgetting the sources would change; nothing is changed."""
        with self._supposing():
            return rehearse(self._db, sources)

    def digest(self) -> str:
        """Equal for equal tables, however they came about."""
        return digest_of(self.digests())

    def digests(self) -> dict[str, TableDigest]:
        """What each table holds, by its name."""
        with self.lock:
            return table_digests(self._tables, [t for each in PROJECTIONS for t in each.tables])

    def close(self) -> None:
        """Writes what is left to the file and lets it go."""
        with self.lock, suppress(duckdb.Error):  # what is not written is read again
            self._write()
        self._warm.close()
        with self.lock:
            self._db.close()
            if self._log is not None:
                drop_if_empty(self._log)

    @property
    def _tables(self) -> duckdb.DuckDBPyConnection:
        """The database, with all that was held back from its tables."""
        self._write()
        return self._db

    def _write(self, news: Sequence[Recorded] = ()) -> None:
        """What was held back comes first."""
        waiting = [*self._warm.held, *news]
        if waiting:
            with self._transaction():
                apply_events(self._db, waiting)
            self._warm.held = []
            self.written = waiting[-1].position

    @contextmanager
    def _supposing(self) -> Iterator[None]:
        with self.lock, supposition(self._tables):
            before, self._is_supposing = self._is_supposing, True
            grown, self.grown = self.grown, {}  # nothing grows from one world into another
            try:
                yield
            finally:
                self._is_supposing, self.grown = before, grown

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        if self._log is not None:
            make_private(self._log)  # DuckDB removes it with each checkpoint
        with transaction(self._db):
            yield
