"""One number for the content of all tables, so that two read models can be compared."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import Final

import duckdb

from .projection import Row, rows_of

DIGITS: Final = 9  # floats are summed in no fixed order, which moves their last digits


def digest_of(db: duckdb.DuckDBPyConnection, tables: Sequence[str]) -> str:
    """Covers every row and column of the tables, in no order of rows."""
    total = blake2b(digest_size=16)
    for named in table_digests(db, tables).items():
        total.update(repr(named).encode())
    return total.hexdigest()


def table_digests(db: duckdb.DuckDBPyConnection, tables: Sequence[str]) -> dict[str, Row]:
    """The number of rows of each table with the two halves of its sum."""
    return {table: rows_of(db, _statement(db, table))[0] for table in tables}


def _statement(db: duckdb.DuckDBPyConnection, table: str) -> str:
    """Each row as JSON, hashed, and the halves of all hashes added up: equal rows count twice."""
    columns = rows_of(
        db,
        "SELECT column_name, data_type FROM duckdb_columns() WHERE table_name = $table"
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
