"""What a read model is: a name, a version, its tables, what it handles, and how it applies it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final

import duckdb
import msgspec

from ..domain.events import Event, Recorded

if TYPE_CHECKING:
    import numpy.typing as npt

# DuckDB gives back a row as a tuple whose types the query alone knows.
Row = tuple[Any, ...]


class Projection(msgspec.Struct, frozen=True, kw_only=True):
    """A declared read model.

    `apply` gets runs of events in order, each event once, and only those that it `handles`; the
    same run may not be cut differently and give other rows. `tables` are what a digest covers and
    what must be empty again when the last item is gone. `placed_by` names for each stored table the
    column with the position of the event that made a row: whoever asks for an earlier day sees the
    rows up to that day. Raise `version` when the meaning changes.
    """

    name: str
    version: int
    tables: tuple[str, ...]
    placed_by: dict[str, str]
    schema: str
    handles: tuple[type[Event], ...]
    apply: Callable[[duckdb.DuckDBPyConnection, Sequence[Recorded]], None]


def rows_of(
    db: duckdb.DuckDBPyConnection, sql: str, parameters: dict[str, Any] | None = None
) -> list[Row]:
    """All rows of a query; nothing stays open on the connection."""
    rows: list[Row] = db.execute(sql, parameters or {}).fetchall()
    return rows


def columns_of(
    db: duckdb.DuckDBPyConnection, sql: str, parameters: dict[str, Any] | None = None
) -> dict[str, npt.NDArray[Any]]:
    """The same rows as one array for each column; loads numpy."""
    # The columns are those of the query, whose types DuckDB does not tell.
    found: Any = db.execute(sql, parameters or {})
    columns: dict[str, npt.NDArray[Any]] = found.fetchnumpy()
    return columns


def append_rows(db: duckdb.DuckDBPyConnection, table: str, rows: Iterable[Row]) -> None:
    """Adds whole rows, in the order of the table's columns."""
    gathered = list(rows)
    if gathered:
        with db.appender(table) as appender:
            appender.append_rows(gathered)


STATEMENT_KEY: Final = "statement_key"
"""The variable of the database that holds a secret of the store; it is never written."""


def secret_of(db: duckdb.DuckDBPyConnection) -> bytes:
    """What numbers are hashed with that stand for texts or names."""
    [(secret,)] = rows_of(db, f"SELECT getvariable('{STATEMENT_KEY}')")
    return str(secret).encode()
