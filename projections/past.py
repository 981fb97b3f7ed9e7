"""The tables as they were at an earlier position: the same rows, up to that position.

A row never changes after it was written, and what is forgotten leaves no row; so the rows up to a
position are what a replay up to there gives, without what was forgotten since. `tests/projections`
holds that law. Every stored table and every view has a twin of the same name in a schema of its
own, so each statement can be asked about any day as it stands.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

import duckdb

from .projection import Projection, rows_of

SCHEMA: Final = "past"
_KNOWN: Final = "known"
_VIEW: Final = re.compile(r"CREATE VIEW (\w+) AS\s.*", re.DOTALL)

# Every event that left a row, with its time; an event that left none changes no answer.
_HAPPENING: Final = """
CREATE VIEW {schema}.happening AS
SELECT d AS position, recorded_at FROM {schema}.item
UNION ALL SELECT position, recorded_at FROM {schema}.recall
UNION ALL SELECT position, recorded_at FROM {schema}.promotion
UNION ALL SELECT position, recorded_at FROM {schema}.supersession
UNION ALL SELECT position, recorded_at FROM {schema}.contradiction
UNION ALL SELECT position, recorded_at FROM {schema}.revision
UNION ALL SELECT position, recorded_at FROM {schema}.release
UNION ALL SELECT position, recorded_at FROM {schema}.policy
"""
HAPPENING: Final = _HAPPENING.format(schema="main")
"""Tells of all events, in a database that has the tables."""

_LAST_TWIN: Final = f"""
SELECT 1 FROM duckdb_views() WHERE schema_name = '{SCHEMA}' AND view_name = 'happening'
"""
_FIRST_LATER: Final = "SELECT min(position) FROM happening WHERE recorded_at > $moment"


def twin_statements(projections: Iterable[Projection]) -> Iterator[str]:
    """What makes the twins, in a database that has the tables."""
    yield f"DROP SCHEMA IF EXISTS {SCHEMA} CASCADE"
    yield f"CREATE SCHEMA {SCHEMA}"
    yield f"SET search_path = '{SCHEMA},main'"
    for projection in projections:
        for table, column in projection.placed_by.items():
            yield (
                f"CREATE VIEW {SCHEMA}.{table} AS"
                f" SELECT * FROM main.{table} WHERE {column} <= getvariable('{_KNOWN}')"
            )
        for statement in projection.schema.split(";\n"):
            found = _VIEW.search(statement)
            if found:
                yield found[0].replace("CREATE VIEW ", f"CREATE VIEW {SCHEMA}.", 1)
    yield "SET search_path = 'main'"
    yield _HAPPENING.format(schema=SCHEMA)


def has_twins(db: duckdb.DuckDBPyConnection) -> bool:
    """Whether they were made, which is done by the first look back."""
    return bool(rows_of(db, _LAST_TWIN))


def make_twins(db: duckdb.DuckDBPyConnection, projections: Iterable[Projection]) -> None:
    """A view for each table and each view."""
    for statement in twin_statements(projections):
        db.execute(statement)


def look_back(db: duckdb.DuckDBPyConnection, position: int) -> None:
    """From here on every name on the connection means its twin, as of a position."""
    db.execute(f"SET VARIABLE {_KNOWN} = $position::BIGINT", {"position": position})
    db.execute(f"SET search_path = '{SCHEMA},main'")


def look_at_now(db: duckdb.DuckDBPyConnection) -> None:
    """Every name means its table again."""
    db.execute("SET search_path = 'main'")


def position_at(db: duckdb.DuckDBPyConnection, moment: int, head: int) -> int:
    """The last position before anything was recorded later than a moment; nothing later is told."""
    [(later,)] = rows_of(db, _FIRST_LATER, {"moment": moment})
    return head if later is None else later - 1
