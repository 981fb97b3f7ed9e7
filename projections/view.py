"""All read models in one DuckDB database, with the position up to which they tell the journal."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256
from itertools import groupby
from pathlib import Path
from typing import Any, Final, Self

import duckdb

from ..domain.events import Recorded, SourceForgotten
from ..domain.identity import SourceUid
from ..domain.policy import ContradictionPolicy
from .analyser import ANALYSER
from .corrections import CORRECTIONS
from .digest import TableDigest, digest_of, table_digests
from .forgetting import Rehearsal, forget_sources, rehearse
from .full_text import FULL_TEXT, is_untidy, merge
from .items import ITEMS, STATEMENT_KEY
from .past import look_at_now, look_back, position_at, twin_statements
from .policies import POLICIES
from .projection import Projection, Row, rows_of
from .promotions import PROMOTIONS
from .recalls import RECALLS
from .slot_files import drop_if_empty, log_of, make_private
from .supposed import Supposition

PROJECTIONS: Final[tuple[Projection, ...]] = (
    ITEMS,
    FULL_TEXT,
    RECALLS,
    PROMOTIONS,
    CORRECTIONS,
    POLICIES,
)
"""In the order in which they are applied: the later ones look at the rows of the earlier."""

_STATE: Final = """
CREATE TABLE state (position BIGINT NOT NULL, made_by VARCHAR NOT NULL, store VARCHAR NOT NULL);
"""
# Each checkpoint packs the last rows of every table anew; with the 16 MB of DuckDB that costs a
# tenth of a rebuild. A process that is killed leaves so much to be read again.
_SETTINGS: Final[dict[str, str | bool | int | float | list[str]]] = {"checkpoint_threshold": "64MB"}
_HARDENING: Final = (
    "SET autoinstall_known_extensions = false",
    "SET autoload_known_extensions = false",
    "SET allow_community_extensions = false",
    "SET temp_directory = ''",
    "SET enable_external_access = false",
    "SET lock_configuration = true",
)


class StaleView(Exception):
    """The file is of another version or another store; a new one must be built."""


class View:
    """A cache of the journal; whatever is wrong with it, a new one is as good.

    Safe to use from several threads, one at a time. In memory where there is no path.
    """

    def __init__(self, path: Path | None, *, store: str) -> None:
        """`store` is a secret of the store, of which the file keeps a hash alone.

        StaleView if the file was made by another version or for another store.
        """
        self.lock = threading.RLock()
        self._position = 0
        self.looking_at: int | None = None  # an earlier position
        self._log = None if path is None else log_of(path)
        self._db = duckdb.connect(":memory:" if path is None else str(path), config=_SETTINGS)
        try:
            if path is not None:
                path.chmod(0o600)  # before anything is in it
            self._prepare(store)
        except BaseException:
            self._db.close()
            raise

    @property
    def position(self) -> int:
        """The last position that the tables tell of; 0 before the first."""
        return self._position if self.looking_at is None else self.looking_at

    def apply(self, batch: Sequence[Recorded]) -> None:
        """Moves the tables and the position in one transaction.

        Events at or before the position change nothing, so a batch may come twice.
        """
        with self.lock:
            news = [recorded for recorded in batch if recorded.position > self._position]
            if not news:
                return
            with self._transaction():
                for run in _runs(news):
                    self._apply(run)
                self._db.execute(
                    "UPDATE state SET position = $position", {"position": news[-1].position}
                )
            self._position = news[-1].position  # after the commit, which may fail

    def tidy(self) -> None:
        """Puts in order what was applied, which changes no row; for after the last batch."""
        with self.lock:
            if is_untidy(self._db):
                with self._transaction():
                    merge(self._db)

    def rows(self, sql: str, parameters: dict[str, Any] | None = None) -> list[Row]:
        """All rows of a query."""
        with self.lock:
            return rows_of(self._db, sql, parameters)

    @contextmanager
    def at(self, position: int) -> Iterator[Self]:
        """Inside the block every question is answered as of a position; nothing may be applied."""
        with self.lock:
            assert self.looking_at is None, "one look back at a time"
            look_back(self._db, position)
            self.looking_at = position
            try:
                yield self
            finally:
                self.looking_at = None
                look_at_now(self._db)

    def position_at(self, moment: int) -> int:
        """The last position before anything was recorded later than a moment."""
        with self.lock:
            return position_at(self._db, moment, self._position)

    @contextmanager
    def without(self, sources: Sequence[SourceUid]) -> Iterator[Self]:
        """Inside the block the sources are forgotten; afterwards nothing has changed."""
        with self.lock:
            self._db.execute("BEGIN")
            try:
                forget_sources(self._db, sources)
                yield self
            finally:
                self._db.execute("ROLLBACK")

    @contextmanager
    def supposing(self, *, since: int, policy: ContradictionPolicy) -> Iterator[Supposition]:
        """Inside the block no rule has promoted since then; afterwards nothing has changed."""
        with self.lock:
            self._db.execute("BEGIN")
            try:
                yield Supposition(self._db, since=since, policy=policy)
            finally:
                self._db.execute("ROLLBACK")

    def rehearse_forgetting(self, sources: Sequence[SourceUid]) -> Rehearsal:
        """What forgetting the sources would change; nothing is changed."""
        with self.lock:
            self._db.execute("BEGIN")
            try:
                return rehearse(self._db, sources)
            finally:
                self._db.execute("ROLLBACK")

    def digest(self) -> str:
        """Equal for equal tables, however they came about."""
        return digest_of(self.digests())

    def digests(self) -> dict[str, TableDigest]:
        """What each table holds, by its name."""
        with self.lock:
            return table_digests(self._db, [t for each in PROJECTIONS for t in each.tables])

    def close(self) -> None:
        """Writes what is left to the file and lets it go."""
        with self.lock:
            self._db.close()
            if self._log is not None:
                drop_if_empty(self._log)

    def _prepare(self, store: str) -> None:
        made_by, made_for = fingerprint(), sha256(store.encode()).hexdigest()
        if not rows_of(self._db, "SELECT 1 FROM duckdb_tables() WHERE table_name = 'state'"):
            with self._transaction():
                self._db.execute(_STATE)
                self._db.execute(
                    "INSERT INTO state VALUES (0, $made_by, $store)",
                    {"made_by": made_by, "store": made_for},
                )
                for projection in PROJECTIONS:
                    self._db.execute(_lasting(projection.schema))
                for statement in twin_statements(PROJECTIONS):
                    self._db.execute(statement)
        [(self._position, *made)] = rows_of(self._db, "SELECT position, made_by, store FROM state")
        if made != [made_by, made_for]:
            raise StaleView
        for projection in PROJECTIONS:
            self._db.execute(_passing(projection.schema))
        self._db.execute(f"SET VARIABLE {STATEMENT_KEY} = $store", {"store": store})
        for setting in _HARDENING:
            self._db.execute(setting)

    def _apply(self, run: Sequence[Recorded]) -> None:
        if isinstance(run[0].event, SourceForgotten):
            gone = [r.event.source for r in run if isinstance(r.event, SourceForgotten)]
            forget_sources(self._db, gone)
            return
        kinds = {type(recorded.event) for recorded in run}
        for projection in PROJECTIONS:
            handled = kinds.intersection(projection.handles)
            if handled:
                projection.apply(self._db, [r for r in run if type(r.event) in handled])

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        if self._log is not None:
            make_private(self._log)  # DuckDB removes it with each checkpoint
        self._db.execute("BEGIN")
        try:
            yield
            self._db.execute("COMMIT")
        except BaseException:
            self._db.execute("ROLLBACK")
            raise


def _runs(batch: Sequence[Recorded]) -> Iterator[list[Recorded]]:
    """Stretches between forgettings, which must find all that came before them in the tables."""
    for _, run in groupby(batch, key=lambda r: isinstance(r.event, SourceForgotten)):
        yield list(run)


def fingerprint() -> str:
    """Changes with every version, schema and analyser."""
    parts = [ANALYSER, *(f"{p.name} {p.version}\n{p.schema}" for p in PROJECTIONS)]
    parts += twin_statements(PROJECTIONS)
    return sha256("\0".join(parts).encode()).hexdigest()


def _lasting(schema: str) -> str:
    return ";".join(s for s in schema.split(";\n") if "CREATE TEMP" not in s)


def _passing(schema: str) -> str:
    return ";".join(s for s in schema.split(";\n") if "CREATE TEMP" in s)
