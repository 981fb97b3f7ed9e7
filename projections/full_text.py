"""The inverted index: which term stands how often in which item."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import duckdb

from ..domain.events import ChunkIngested, Promoted, Recorded
from .analyser import joined_terms
from .projection import Projection, Row, append_rows, rows_of

DELTA_POSTINGS_MAX: Final = 150_000  # about 5,000 items (measured at 100k)
DELTA_SHARE_MAX: Final = 0.05  # of what is merged, all of which a merge writes anew
SORTED_TOGETHER: Final = 4_000_000  # postings; about 400 MB of memory
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
CREATE TEMP TABLE staged_text (d BIGINT, length USMALLINT, terms VARCHAR);
"""

_COUNT_TERMS = f"""
INSERT INTO post_new
SELECT term, d, least(count(*), {_COUNT_MAX}), length
FROM (SELECT d, length, unnest(string_split(terms, ' ')) AS term FROM staged_text)
GROUP BY term, d, length
"""
# The terms in as many stretches as it takes for none to have too many postings.
_CUT_TERMS = """
CREATE TEMP TABLE stretch AS
SELECT term, sum(count(*)) OVER (ORDER BY term) // $together AS number
FROM posting
GROUP BY term
"""
# A filter by the bounds of a stretch would take twice as long on a union.
_SORT_STRETCH = """
INSERT INTO merged
SELECT term, d, count, length
FROM posting
WHERE term IN (SELECT term FROM stretch WHERE number = $number)
ORDER BY term, d
"""


def indexed_terms(event: ChunkIngested | Promoted) -> str:
    """The terms by which an item is found: its text, its title and its author."""
    if isinstance(event, Promoted):
        return joined_terms(event.text)
    return joined_terms(f"{event.author} {event.title} {event.text}")


def _apply(db: duckdb.DuckDBPyConnection, run: Sequence[Recorded]) -> None:
    documents: list[Row] = []
    texts: list[Row] = []
    for recorded in run:
        event = recorded.event
        if isinstance(event, ChunkIngested) or (isinstance(event, Promoted) and event.text):
            found = indexed_terms(event)
            length = min(found.count(" ") + 1 if found else 0, _LENGTH_MAX)
            documents.append((recorded.position, length))
            texts += [(recorded.position, length, found)] if found else []
    append_rows(db, "document", documents)
    if texts:
        append_rows(db, "staged_text", texts)
        db.execute(_COUNT_TERMS)
        db.execute("DELETE FROM staged_text")


def is_untidy(db: duckdb.DuckDBPyConnection) -> bool:
    """Whether the delta has grown so long that a merge pays."""
    [(waiting,)] = rows_of(db, "SELECT count(*) FROM post_new")
    if waiting <= DELTA_POSTINGS_MAX:
        return False
    [(merged,)] = rows_of(db, "SELECT count(*) FROM post")
    return bool(waiting > merged * DELTA_SHARE_MAX)


def merge(db: duckdb.DuckDBPyConnection) -> None:
    """Sorts the delta into the index; the postings stay the same.

    One stretch of terms after the other, because a sort keeps all of its rows in memory.
    """
    db.execute("CREATE TABLE merged AS SELECT term, d, count, length FROM post WITH NO DATA")
    db.execute(_CUT_TERMS, {"together": SORTED_TOGETHER})
    for (number,) in rows_of(db, "SELECT DISTINCT number FROM stretch ORDER BY number"):
        db.execute(_SORT_STRETCH, {"number": number})
    db.execute("DROP TABLE stretch")
    db.execute("DROP TABLE post")
    db.execute("ALTER TABLE merged RENAME TO post")
    db.execute("DELETE FROM post_new")


FULL_TEXT = Projection(
    name="full_text",
    version=1,
    tables=("posting", "document"),
    placed_by={"post": "d", "post_new": "d", "document": "d"},
    schema=_SCHEMA,
    handles=(ChunkIngested, Promoted),
    apply=_apply,
)
