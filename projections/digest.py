"""One number for the content of each table, so that two read models can be compared."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import blake2b
from typing import Final

import duckdb
import msgspec

from .projection import rows_of

DIGITS: Final = 9  # floats are summed in no fixed order, which moves their last digits


class TableDigest(msgspec.Struct, frozen=True):
    """What a table holds: how many rows, and one number for all of them."""

    rows: int
    digest: str


def digest_of(digests: Mapping[str, TableDigest]) -> str:
    """One for all tables together."""
    return _hashed(repr(sorted((table, each.digest) for table, each in digests.items())))


def table_digests(db: duckdb.DuckDBPyConnection, tables: Sequence[str]) -> dict[str, TableDigest]:
    """Covers every row and column of each table, in no order of rows."""
    return {table: _digest(db, table) for table in tables}


def _digest(db: duckdb.DuckDBPyConnection, table: str) -> TableDigest:
    [row] = rows_of(db, _statement(db, table))
    return TableDigest(rows=row[0], digest=_hashed(repr(row)))


def _statement(db: duckdb.DuckDBPyConnection, table: str) -> str:
    """Each row as JSON, hashed, and the halves of all hashes added up: equal rows count twice."""
    columns = rows_of(
        db,
        "SELECT column_name, data_type FROM duckdb_columns()"
        " WHERE schema_name = 'main' AND table_name = $table"
        " ORDER BY column_index",
        {"table": table},
    )
    values = ", ".join(
        f"'{name}': round({name}, {DIGITS})" if kind == "DOUBLE" else f"'{name}': {name}"
        for name, kind in columns
    )
    return (
        f"SELECT count(*), sum(md5_number_lower(text)::HUGEINT)::VARCHAR,"
        f" sum(md5_number_upper(text)::HUGEINT)::VARCHAR"
        f" FROM (SELECT to_json({{{values}}})::VARCHAR AS text FROM {table})"
    )


def _hashed(text: str) -> str:
    return blake2b(text.encode(), digest_size=16).hexdigest()
