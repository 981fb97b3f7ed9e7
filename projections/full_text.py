"""The inverted index: which term stands how often in which item."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

import duckdb

from ..domain.events import ChunkIngested, Promoted, Recorded
from .analyser import terms
from .projection import Projection, Row, append_rows, rows_of

DELTA_POSTINGS_MAX: Final = (
    150_000  # about 5,000 items; beyond that a merge pays (measured at 100k)
)
_COUNT_MAX: Final = 255
_LENGTH_MAX: Final = 65_535

_SCHEMA = """
-- Sorted by term, so that a search reads only the row groups of its terms.
CREATE TABLE post (term VARCHAR, d BIGINT, count UTINYINT, length USMALLINT);
-- What came since the last merge, in the order of arrival.
CREATE TABLE post_new (term VARCHAR, d BIGINT, count UTINYINT, length USMALLINT);
CREATE TABLE document (d BIGINT NOT NULL, length USMALLINT NOT NULL);
CREATE VIEW posting AS
SELECT term, d, count, length FROM post
UNION ALL
SELECT term, d, count, length FROM post_new;
"""


def indexed_terms(event: ChunkIngested | Promoted) -> list[str]:
    """The terms by which an item is found: its text, its title and its author."""
    if isinstance(event, Promoted):
        return terms(event.text)
    return terms(f"{event.author} {event.title} {event.text}")


def merge(db: duckdb.DuckDBPyConnection) -> None:
    """Sorts the delta into the index; the postings stay the same."""
    db.execute("CREATE TABLE merged AS SELECT term, d, count, length FROM posting ORDER BY term, d")
    db.execute("DROP TABLE post")
    db.execute("ALTER TABLE merged RENAME TO post")
    db.execute("DELETE FROM post_new")


def _apply(db: duckdb.DuckDBPyConnection, run: Sequence[Recorded]) -> None:
    documents: list[Row] = []
    postings: list[Row] = []
    for recorded in run:
        event = recorded.event
        if isinstance(event, ChunkIngested) or (isinstance(event, Promoted) and event.text):
            found = indexed_terms(event)
            length = min(len(found), _LENGTH_MAX)
            documents.append((recorded.position, length))
            postings += _postings(recorded.position, found, length)
    append_rows(db, "document", documents)
    append_rows(db, "post_new", postings)
    [(waiting,)] = rows_of(db, "SELECT count(*) FROM post_new")
    if waiting > DELTA_POSTINGS_MAX:
        merge(db)


def _postings(d: int, found: Iterable[str], length: int) -> Iterable[Row]:
    for term, count in Counter(found).items():
        yield (term, d, min(count, _COUNT_MAX), length)


FULL_TEXT = Projection(
    name="full_text",
    version=1,
    tables=("posting", "document"),
    placed_by={"post": "d", "post_new": "d", "document": "d"},
    schema=_SCHEMA,
    handles=(ChunkIngested, Promoted),
    apply=_apply,
)
