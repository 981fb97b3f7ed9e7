"""The rows that are kept in memory: out of the tables, or out of events that are to go there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

import duckdb
import numpy as np
import numpy.typing as npt

from ..domain.events import ChunkIngested
from .items import claim_of, statement_of
from .projection import Row, columns_of, rows_of

_ITEMS_FETCHED: Final = 50_000
_ITEMS: Final = """
SELECT
    d, dated_at, importance, kind, item, path, text, title, author, confidence,
    origin, statement, claim
FROM item
WHERE d > $after
ORDER BY d
LIMIT $limit
"""
_DOCUMENTS: Final = """
SELECT
    u, d, length, session, tells_time,
    coalesce(before, -1) AS before,
    coalesce(before_that, -1) AS before_that,
    coalesce(context_of, -1) AS context_of,
    surroundings
FROM document
WHERE u > $after
ORDER BY u
"""
_OF_A_DOCUMENT: Final = (
    *("u", "d", "length", "session", "tells_time"),
    *("before", "before_that", "context_of", "surroundings"),
)


def items_after(db: duckdb.DuckDBPyConnection, d: int) -> Iterator[list[Row]]:
    """The later items, as far as a search looks at them, some at a time."""
    while rows := rows_of(db, _ITEMS, {"after": d, "limit": _ITEMS_FETCHED}):
        yield rows
        if len(rows) < _ITEMS_FETCHED:
            return
        d = rows[-1][0]


def item_row(d: int, chunk: ChunkIngested, key: bytes) -> Row:
    """The same of a chunk; `key` is the secret of the tables."""
    _, claim = claim_of(chunk, key)
    return (
        d,
        chunk.dated_at,
        chunk.importance,
        chunk.kind,
        chunk.item,
        chunk.source,
        chunk.text,
        chunk.title,
        chunk.author,
        chunk.confidence,
        chunk.origin,
        statement_of(chunk.text, key),
        claim,
    )


def documents_after(db: duckdb.DuckDBPyConnection, u: int) -> dict[str, npt.NDArray[Any]]:
    """The later parts by column; -1 where there is no neighbour."""
    return columns_of(db, _DOCUMENTS, {"after": u})


def document_columns(rows: Iterable[Row]) -> dict[str, npt.NDArray[Any]]:
    """The same of rows of `document`, of which there is one at least."""
    columns = zip(*rows, strict=True)
    return {
        name: np.array([-1 if each is None else each for each in column])
        for name, column in zip(_OF_A_DOCUMENT, columns, strict=True)
    }
