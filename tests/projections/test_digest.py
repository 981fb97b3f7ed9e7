"""One number for the content of tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import duckdb
import pytest

from lethelog.projections.digest import digest_of, table_digests


@pytest.fixture
def db() -> Iterator[duckdb.DuckDBPyConnection]:
    """An empty table in memory."""
    with duckdb.connect(":memory:") as connection:
        connection.execute("CREATE TABLE tea (cups INTEGER, name VARCHAR, strength DOUBLE)")
        yield connection


def digest(db: duckdb.DuckDBPyConnection, rows: Sequence[tuple[object, ...]]) -> str:
    """The digest of the table when it holds these rows."""
    db.execute("DELETE FROM tea")
    for row in rows:
        db.execute("INSERT INTO tea VALUES (?, ?, ?)", row)
    return digest_of(table_digests(db, ["tea"]))


def test_the_order_of_rows_does_not_count(db: duckdb.DuckDBPyConnection) -> None:
    """Read models are compared by what they hold."""
    one, other = (1, "green", 0.5), (2, None, None)
    assert digest(db, [one, other]) == digest(db, [other, one])


def test_the_last_digits_of_a_float_do_not_count(db: duckdb.DuckDBPyConnection) -> None:
    """They depend on the order of summing; the ninth digit counts."""
    assert digest(db, [(1, "x", 0.1 + 0.2)]) == digest(db, [(1, "x", 0.3)])
    assert digest(db, [(1, "x", 0.3 + 1e-8)]) != digest(db, [(1, "x", 0.3)])


def test_any_other_difference_counts(db: duckdb.DuckDBPyConnection) -> None:
    """A value, a column, a repetition, nothing at all."""
    row = (1, "1", 1.0)
    contents: list[list[tuple[object, ...]]] = [
        [],
        [row],
        [row, row],
        [(2, "1", 1.0)],
        [(1, "2", 1.0)],
        [(1, None, 1.0)],
        [(None, "1", 1.0)],
        [(1, "NULL", 1.0)],
        [(1, "", 1.0)],
    ]
    assert len({digest(db, rows) for rows in contents}) == len(contents)


def test_each_table_has_its_count_and_its_sum(db: duckdb.DuckDBPyConnection) -> None:
    """So two read models can be compared table by table."""
    db.execute("INSERT INTO tea VALUES (1, 'x', 0.5), (1, 'x', 0.5)")
    twice = table_digests(db, ["tea"])["tea"]
    db.execute("INSERT INTO tea VALUES (1, 'x', 0.5)")
    thrice = table_digests(db, ["tea"])["tea"]
    assert (twice.rows, thrice.rows) == (2, 3)
    assert twice.digest != thrice.digest
