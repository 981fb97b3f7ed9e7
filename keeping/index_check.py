"""Compares the tables that find events with the events themselves."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

from ..journal.sqlite_file import storage_errors
from .chain_walk import Problem

_TOLD: Final = """
    SELECT each.value, event.type, event.position
    FROM event, json_each('["' || replace(event.tags, char(10), '","') || '"]') AS each
    WHERE event.tags <> ''
"""
_FOUND: Final = "SELECT tag, type, position FROM event_tag"
_TEXT: Final = """
    SELECT 0, 0, event.position
    FROM event
    LEFT JOIN payload ON payload.position = event.position
    WHERE 'text' IN (typeof(envelope), typeof(digest), typeof(link), typeof(data))
"""
_CHECKS: Final = (
    ("it holds text where bytes were written", _TEXT),
    ("it is found by a tag that it does not have", f"{_FOUND} EXCEPT {_TOLD}"),
    ("it is not found by one of its tags", f"{_TOLD} EXCEPT {_FOUND}"),
    (
        "a payload is there and no event",
        "SELECT 0, 0, position FROM payload WHERE position NOT IN (SELECT position FROM event)",
    ),
)


def index_problems(journal: Path) -> list[Problem]:
    """What SQLite itself finds wrong in the file, and where its index is not that of the events."""
    with closing(sqlite3.connect(f"{journal.absolute().as_uri()}?mode=ro", uri=True)) as db:
        with storage_errors(journal):
            [(said,)] = db.execute("PRAGMA integrity_check(1)").fetchall()
        if said != "ok":
            return [Problem(f"SQLite finds the journal damaged: {said}")]
        try:
            return [found for check in _CHECKS for found in _first(db, *check)]
        except sqlite3.DatabaseError as error:
            return [Problem(f"the tags of the events cannot be read ({error})")]


def _first(db: sqlite3.Connection, what: str, rows: str) -> list[Problem]:
    positions = (position for _, _, position in db.execute(rows))
    return [Problem(what, position) for position in sorted(positions)[:1]]
