"""The inverted index: which term stands how often in which part of an item, and what is near."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

import duckdb

from ..domain.events import ChunkIngested, Promoted, Recorded
from ..domain.time_cues import tells_time
from .analyser import joined_terms
from .neighbours import Part, Sessions, joined, lasts_of
from .parts import PARTS_MAX, parts_of
from .projection import Projection, append_rows, rows_of, secret_of

DELTA_POSTINGS_MAX: Final = 150_000  # about 5,000 items (measured at 100k)
DELTA_SHARE_MAX: Final = 0.05  # of what is merged, all of which a merge writes anew
SORTED_TOGETHER: Final = 4_000_000  # postings; about 400 MB of memory
_COUNTED_HERE_MAX: Final = 50  # texts; with more DuckDB is faster, two statements included
_COUNT_MAX: Final = 255
_LENGTH_MAX: Final = 65_535

_SCHEMA = """
-- Sorted by term, so that a search reads only the row groups of its terms.
CREATE TABLE post (term VARCHAR, u BIGINT, count UTINYINT);
-- What came since the last merge, in the order of arrival.
CREATE TABLE post_new (term VARCHAR, u BIGINT, count UTINYINT);
-- The parts of all items, each with those next to it in its session that tell what it is about.
CREATE TABLE document (
    u BIGINT NOT NULL,  -- place of the item times 1,024, and the number of the part
    d BIGINT NOT NULL,
    length USMALLINT NOT NULL,  -- in terms
    session BIGINT NOT NULL,
    tells_time BOOLEAN NOT NULL,
    before BIGINT,  -- the part before this one, where it counts
    before_that BIGINT,
    context_of BIGINT,  -- the part before this one, where this one counts for it
    surroundings USMALLINT NOT NULL  -- length of the parts before it that count
);
CREATE VIEW posting AS
SELECT term, u, count FROM post
UNION ALL
SELECT term, u, count FROM post_new;
CREATE VIEW context AS
SELECT u, before AS neighbour FROM document WHERE before IS NOT NULL
UNION ALL
SELECT u, before_that FROM document WHERE before_that IS NOT NULL
UNION ALL
SELECT context_of, u FROM document WHERE context_of IS NOT NULL;
CREATE TEMP TABLE staged_text (u BIGINT, terms VARCHAR);
-- How near items are to a question in meaning, for one search.
CREATE TEMP TABLE similarity (d BIGINT, likeness DOUBLE);
"""

_COUNT_TERMS = f"""
INSERT INTO post_new
SELECT term, u, least(count(*), {_COUNT_MAX})
FROM (SELECT u, unnest(string_split(terms, ' ')) AS term FROM staged_text)
GROUP BY term, u
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
SELECT term, u, count
FROM posting
WHERE term IN (SELECT term FROM stretch WHERE number = $number)
ORDER BY term, u
"""


def place_of(d: int, part: int = 0) -> int:
    """The `u` of a part of the item at a position."""
    return d * PARTS_MAX + part


def texts_of(event: ChunkIngested | Promoted) -> list[str]:
    """What an item is found by, one for each of its parts."""
    return found_by(event.text, "" if isinstance(event, Promoted) else event.title)


def found_by(text: str, title: str) -> list[str]:
    """The pieces of a text, each with its title.

    Who wrote it and when stand in columns, and in no text.
    """
    return [f"{title}\n{part}" if title else part for part in parts_of(text)]


class Indexed(NamedTuple):
    """What some events bring to be found: their parts, and the terms of those that have any."""

    parts: list[Part]
    texts: list[tuple[int, str]]  # `u` and the terms, with a space between them


def indexed(run: Iterable[Recorded], key: bytes) -> Indexed:
    """In the order in which they came in; sessions are numbered with a secret of the store."""
    parts: list[Part] = []
    staged: list[tuple[int, str]] = []
    sessions = Sessions(key)
    for recorded in run:
        event = recorded.event
        if isinstance(event, ChunkIngested) or (isinstance(event, Promoted) and event.text):
            session = sessions.of(event)
            for number, text in enumerate(texts_of(event)):
                found, u = joined_terms(text), place_of(recorded.position, number)
                length = min(found.count(" ") + 1 if found else 0, _LENGTH_MAX)
                parts.append(Part(u, recorded.position, length, session, tells_time(text)))
                if found:
                    staged.append((u, found))
    return Indexed(parts, staged)


def postings_of(u: int, found: str) -> Iterator[tuple[str, int, int]]:
    """Each term of a part once, with how often it stands there."""
    for term, count in Counter(found.split(" ")).items():
        yield (term, u, min(count, _COUNT_MAX))


def _apply(db: duckdb.DuckDBPyConnection, run: Sequence[Recorded]) -> None:
    parts, staged = indexed(run, secret_of(db))
    lasts = lasts_of(db, {part.session for part in parts})
    append_rows(db, "document", joined(parts, lasts))
    if len(staged) > _COUNTED_HERE_MAX:
        append_rows(db, "staged_text", staged)
        db.execute(_COUNT_TERMS)
        db.execute("DELETE FROM staged_text")
    else:
        append_rows(db, "post_new", (row for each in staged for row in postings_of(*each)))


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
    db.execute("CREATE TABLE merged AS SELECT term, u, count FROM post WITH NO DATA")
    db.execute(_CUT_TERMS, {"together": SORTED_TOGETHER})
    for (number,) in rows_of(db, "SELECT DISTINCT number FROM stretch ORDER BY number"):
        db.execute(_SORT_STRETCH, {"number": number})
    db.execute("DROP TABLE stretch")
    db.execute("DROP TABLE post")
    db.execute("ALTER TABLE merged RENAME TO post")
    db.execute("DELETE FROM post_new")


FULL_TEXT = Projection(
    name="full_text",
    version=3,
    tables=("posting", "document"),
    placed_by={"post": f"u // {PARTS_MAX}", "post_new": f"u // {PARTS_MAX}", "document": "d"},
    schema=_SCHEMA,
    handles=(ChunkIngested, Promoted),
    apply=_apply,
)
