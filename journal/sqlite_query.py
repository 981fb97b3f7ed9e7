"""Which events of the SQLite journal match a query, and their rows."""

from __future__ import annotations

import json
import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import closing
from typing import Any, Final

from .chain import Link
from .dcb import DCBQuery, DCBQueryItem, DCBSequencedEvent, StoredEvent

EVER: Final = 2**63 - 1  # SQLite's largest integer: a position after every position

# The casts and the outer joins hide no row, and no error, of a damaged file.
_ROW: Final = """
    SELECT
        event.position,
        event_type.name,
        CAST(event.tags AS TEXT),
        CAST(event.envelope AS BLOB),
        CAST(payload.data AS BLOB)
    FROM event
    LEFT JOIN event_type ON event_type.id = event.type
    LEFT JOIN payload ON payload.position = event.position
"""
_OF_TYPE: Final = """
    AND type IN (SELECT id FROM event_type WHERE name IN (SELECT value FROM json_each(?)))
"""


def matching_positions(
    connection: sqlite3.Connection,
    query: DCBQuery,
    bounds: tuple[int, int],
    *,
    limit: int | None = None,
) -> list[int]:
    """Positions after the first bound and up to the second, in order.

    With a limit at least one is found if there is one, and no more than needed are looked for.
    """
    found: set[int] = set()
    for statement, parameters in _statements(query):
        cut = "" if limit is None else f" LIMIT {limit}"
        rows = connection.execute(statement + cut, (*parameters, *bounds))
        found.update(position for (position,) in rows)
        if limit is not None and len(found) >= limit:
            break
    return sorted(found)


def nth_last_position(
    connection: sqlite3.Connection, query: DCBQuery, count: int, *, up_to: int
) -> int:
    """Where the last matches up to a position begin; 0 where there are fewer."""
    found: set[int] = set()
    for statement, parameters in _statements(query):
        # Distinct: an event may be found by several of its tags.
        last = f"SELECT DISTINCT position FROM ({statement}) ORDER BY position DESC LIMIT {count:d}"
        found.update(position for (position,) in connection.execute(last, (*parameters, 0, up_to)))
    return sorted(found)[-count] if len(found) >= count else 0


def rows_between(
    connection: sqlite3.Connection, bounds: tuple[int, int], limit: int
) -> Iterator[DCBSequencedEvent]:
    """The first events after the first bound and up to the second."""
    rows = _all(
        connection,
        _ROW + "WHERE event.position > ? AND event.position <= ? ORDER BY event.position LIMIT ?",
        (*bounds, limit),
    )
    return iter([_sequenced(row) for row in rows])


def links_after(
    connection: sqlite3.Connection, position: int, limit: int
) -> list[tuple[Link, bytes, bytes | None]]:
    """The first events after a position as their links cover them; no payload if it is erased."""
    rows = _all(
        connection,
        """
        SELECT event.position, event_type.name, tags, envelope, digest, link, payload.data
        FROM event
        LEFT JOIN event_type ON event_type.id = event.type
        LEFT JOIN payload ON payload.position = event.position
        WHERE event.position > ?
        ORDER BY event.position
        LIMIT ?
        """,
        (position, limit),
    )
    return [
        (Link(each, name or "", tags, envelope, digest), link, data)
        for each, name, tags, envelope, digest, link, data in rows
    ]


def rows_of(connection: sqlite3.Connection, positions: list[int]) -> Iterator[DCBSequencedEvent]:
    """The events at these positions, in order."""
    rows = _all(
        connection,
        _ROW + "WHERE event.position IN (SELECT value FROM json_each(?)) ORDER BY event.position",
        (json.dumps(positions),),
    )
    return iter([_sequenced(row) for row in rows])


def _all(
    connection: sqlite3.Connection, statement: str, parameters: tuple[object, ...]
) -> list[Any]:
    """A row that cannot be decoded must not leave the file in use."""
    with closing(connection.execute(statement, parameters)) as rows:
        return rows.fetchall()


def _sequenced(
    row: tuple[int, str | None, str | None, bytes | None, bytes | None],
) -> DCBSequencedEvent:
    position, name, tags, envelope, data = row
    event = StoredEvent(name or "", data or b"", tags.split("\n") if tags else [], envelope or b"")
    return DCBSequencedEvent(event=event, position=position)


def _statements(query: DCBQuery) -> Iterator[tuple[str, tuple[str, ...]]]:
    """One statement for all single tags of equal types, so that thousands stay one scan."""
    if not query.items:
        yield "SELECT position FROM event WHERE position > ? AND position <= ?", ()
    single: defaultdict[tuple[str, ...], list[str]] = defaultdict(list)
    for item in query.items:
        if len(item.tags) == 1:
            single[tuple(sorted(item.types))].append(item.tags[0])
        else:
            yield _statement(item)
    for types, tags in single.items():
        yield _any_tag(tags, types)


def _statement(item: DCBQueryItem) -> tuple[str, tuple[str, ...]]:
    condition, parameters = _types(item.types)
    if not item.tags:
        return f"SELECT position FROM event WHERE TRUE {condition} {_BOUNDS}", parameters
    all_tags = " INTERSECT ".join(["SELECT position FROM event_tag WHERE tag = ?"] * len(item.tags))
    return (
        f"SELECT position FROM event WHERE position IN ({all_tags}) {condition} {_BOUNDS}",
        (*item.tags, *parameters),
    )


def _any_tag(tags: Iterable[str], types: Iterable[str]) -> tuple[str, tuple[str, ...]]:
    condition, parameters = _types(types)
    tagged = "SELECT position FROM event_tag WHERE tag IN (SELECT value FROM json_each(?))"
    return f"{tagged} {condition} {_BOUNDS}", (json.dumps(list(tags)), *parameters)


_BOUNDS: Final = "AND position > ? AND position <= ?"


def _types(types: Iterable[str]) -> tuple[str, tuple[str, ...]]:
    names = list(types)
    return (_OF_TYPE, (json.dumps(names),)) if names else ("", ())
