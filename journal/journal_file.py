"""What a journal file is, and how events and what is noted beside them are written to it."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from ..domain.errors import StoreTooNew
from ..domain.events import EVENT_TYPES, tag_of
from .chain import START, Link, digest_of, linked
from .dcb import DCBEvent, ProgrammingError, stored
from .sqlite_file import FileKind, looked_into

JOURNAL: Final = FileKind(
    name="journal.sqlite",
    application_id=0x4C455448,  # "LETH"
    version=1,
    schema=Path(__file__).with_name("schema.sql"),
)
_KNOWN_TYPES: Final = frozenset(map(tag_of, EVENT_TYPES))


def check_types(path: Path, *, lock_wait_seconds: float = 10.0) -> None:
    """StoreTooNew where something is recorded that only a newer version knows."""
    with looked_into(path, JOURNAL, lock_wait_seconds=lock_wait_seconds) as db:
        names = db.execute("SELECT name FROM event_type ORDER BY name").fetchall() if db else []
    unknown = [name for (name,) in names if name not in _KNOWN_TYPES]
    if unknown:
        raise StoreTooNew(
            f"{path} has events of the type {unknown[0]!r}, which this version does not know: a"
            " newer lethelog wrote them, so upgrade to open this store, or the file is damaged"
        )


def insert_events(
    writer: sqlite3.Connection, events: Sequence[DCBEvent], *, chain_key: bytes
) -> int:
    """Writes events after the last one, linked to it, and returns the position of the last."""
    types = _type_ids(writer, {event.type for event in events})
    last, link = _last_given(writer), end_of(writer)[1]
    for position, event in enumerate(events, start=last + 1):
        tags, envelope = _joined(event.tags), stored(event).envelope
        digest = digest_of(event.data)
        link = linked(chain_key, link, Link(position, event.type, tags, envelope, digest))
        writer.execute(
            "INSERT INTO event (position, type, tags, envelope, digest, link)"
            " VALUES (?, ?, ?, ?, ?, ?)",
            (position, types[event.type], tags, envelope, digest, link),
        )
    numbered = list(enumerate(events, start=last + 1))
    writer.executemany(
        "INSERT INTO payload (position, data) VALUES (?, ?)",
        ((position, event.data) for position, event in numbered),
    )
    writer.executemany(
        "INSERT OR IGNORE INTO event_tag (tag, type, position) VALUES (?, ?, ?)",
        ((tag, types[event.type], position) for position, event in numbered for tag in event.tags),
    )
    return last + len(events)


def erase_payloads(
    writer: sqlite3.Connection, tag: str, *, before: int, keep: Sequence[str]
) -> int:
    """Deletes the payloads of all events with a tag, but for those of the types to keep."""
    kept = ", ".join("?" for _ in keep)
    return writer.execute(
        "DELETE FROM payload WHERE position IN ("
        " SELECT position FROM event_tag WHERE tag = ? AND position < ?"
        f" AND type NOT IN (SELECT id FROM event_type WHERE name IN ({kept})))",
        (tag, before, *keep),
    ).rowcount


def put_note(writer: sqlite3.Connection, kind: str, key: str, document: bytes) -> None:
    """Writes a note over the one of the same kind and key."""
    writer.execute(
        "INSERT INTO note (kind, key, document) VALUES (?, ?, ?)"
        " ON CONFLICT (kind, key) DO UPDATE SET document = excluded.document",
        (kind, key, document),
    )


def notes_of(reader: sqlite3.Connection, kind: str) -> dict[str, bytes]:
    """All notes of a kind by their key."""
    return dict(
        reader.execute(
            "SELECT key, document FROM note WHERE kind = ? ORDER BY key", (kind,)
        ).fetchall()
    )


def end_of(connection: sqlite3.Connection) -> tuple[int, bytes]:
    """The position of the newest event and its link; before the first, zero and the start."""
    rows = connection.execute(
        "SELECT position, link FROM event ORDER BY position DESC LIMIT 1"
    ).fetchall()
    return (rows[0][0], rows[0][1]) if rows else (0, START)


def _last_given(writer: sqlite3.Connection) -> int:
    """The last position that was ever given, also where its event was torn out by force."""
    rows = writer.execute("SELECT seq FROM sqlite_sequence WHERE name = 'event'").fetchall()
    return int(rows[0][0]) if rows else 0


def _type_ids(writer: sqlite3.Connection, names: set[str]) -> dict[str, int]:
    known = dict(writer.execute("SELECT name, id FROM event_type").fetchall())
    for name in sorted(names - known.keys()):
        known[name] = writer.execute("INSERT INTO event_type (name) VALUES (?)", (name,)).lastrowid
    return known


def _joined(tags: Sequence[str]) -> str:
    if any("\n" in tag for tag in tags):
        raise ProgrammingError("a tag has no line break")
    return "\n".join(tags)
