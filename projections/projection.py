"""What a read model is: a name, a version, its tables, what it handles, and how it applies it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import duckdb
import msgspec

from ..domain.events import Event, Recorded

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


def append_rows(db: duckdb.DuckDBPyConnection, table: str, rows: Iterable[Row]) -> None:
    """Adds whole rows, in the order of the table's columns."""
    gathered = list(rows)
    if gathered:
        with db.appender(table) as appender:
            appender.append_rows(gathered)
