"""The database that holds all read models: its tables, its version, and how it is locked down."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Final

import duckdb

from .analyser import ANALYSER
from .beliefs import BELIEFS
from .corrections import CORRECTIONS
from .full_text import FULL_TEXT
from .items import ITEMS
from .past import HAPPENING, twin_statements
from .policies import POLICIES
from .projection import STATEMENT_KEY, Projection, rows_of
from .promotions import PROMOTIONS
from .quarantine import QUARANTINE
from .recalls import RECALLS

PROJECTIONS: Final[tuple[Projection, ...]] = (
    ITEMS,
    FULL_TEXT,
    RECALLS,
    PROMOTIONS,
    CORRECTIONS,
    BELIEFS,
    QUARANTINE,
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


def opened(path: Path | None) -> duckdb.DuckDBPyConnection:
    """The database in a file, or in memory where there is no path; nothing is in it yet."""
    return duckdb.connect(":memory:" if path is None else str(path), config=_SETTINGS)


def prepare(db: duckdb.DuckDBPyConnection, store: str, *, beside: Path | None = None) -> int:
    """Makes the tables, if they are not there, and tells the position up to which they tell.

    `store` is a secret of the store, of which the file keeps a hash alone. StaleView if the file
    was made by another version or for another store. From then on no file can be reached, but for
    those in the folder `beside`.
    """
    made_by, made_for = fingerprint(), sha256(store.encode()).hexdigest()
    if not rows_of(db, "SELECT 1 FROM duckdb_tables() WHERE table_name = 'state'"):
        with transaction(db):
            db.execute(_STATE)
            db.execute(
                "INSERT INTO state VALUES (0, $made_by, $store)",
                {"made_by": made_by, "store": made_for},
            )
            for projection in PROJECTIONS:
                db.execute(_lasting(projection.schema))
            db.execute(HAPPENING)
    [(position, *made)] = rows_of(db, "SELECT position, made_by, store FROM state")
    if made != [made_by, made_for]:
        raise StaleView
    for projection in PROJECTIONS:
        db.execute(_passing(projection.schema))
    db.execute(f"SET VARIABLE {STATEMENT_KEY} = $store", {"store": store})
    if beside is not None:
        db.execute(f"SET allowed_directories = [{quoted(f'{beside}/')}]")
    for setting in _HARDENING:
        db.execute(setting)
    return int(position)


def quoted(text: str) -> str:
    """A text as it stands in SQL, for statements that take no parameters."""
    return "'" + text.replace("'", "''") + "'"


@contextmanager
def transaction(db: duckdb.DuckDBPyConnection) -> Iterator[None]:
    """All of the block or nothing."""
    db.execute("BEGIN")
    try:
        yield
        db.execute("COMMIT")
    except BaseException:
        db.execute("ROLLBACK")
        raise


@contextmanager
def supposition(db: duckdb.DuckDBPyConnection) -> Iterator[None]:
    """Nothing of the block lasts."""
    db.execute("BEGIN")
    try:
        yield
    finally:
        db.execute("ROLLBACK")


def fingerprint() -> str:
    """Changes with every version, schema and analyser."""
    parts = [ANALYSER, *(f"{p.name} {p.version}\n{p.schema}" for p in PROJECTIONS)]
    parts += [HAPPENING, *twin_statements(PROJECTIONS)]
    return sha256("\0".join(parts).encode()).hexdigest()


def _lasting(schema: str) -> str:
    return ";".join(s for s in schema.split(";\n") if "CREATE TEMP" not in s)


def _passing(schema: str) -> str:
    return ";".join(s for s in schema.split(";\n") if "CREATE TEMP" in s)
