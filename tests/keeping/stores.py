"""Stores on disk for the tests of what looks after them."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from lethelog.memory import Memory

DOOR: Final = "The door code of the cellar is 4711, and nobody else may know it."
TEA: Final = "The green tea is upstairs, in the cupboard beside the window."
PLACES: Final = ("run/cellar", "run/kitchen")


def make_store(folder: Path) -> None:
    """A store with a secret from one run, a harmless text from another, and two searches."""
    with Memory.open(folder) as memory:
        memory.remember(DOOR, within=PLACES[0])
        memory.remember(TEA, within=PLACES[1])
        memory.search("door code", asked_from=PLACES[1])
        memory.search("tea")


def forget(folder: Path, source: str = PLACES[0]) -> None:
    """Somebody forgets a source."""
    with Memory.open(folder) as memory:
        memory.forget(source, approved_by="a test")


def texts(folder: Path) -> set[str]:
    """All that is known for good in a store."""
    with Memory.open(folder) as memory:
        return {fact.text for fact in memory.facts()}


def content(folder: Path) -> dict[str, bytes]:
    """Every file below a folder, by its name there."""
    paths = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes() for path in paths}


def tamper(journal: Path, *statements: str) -> None:
    """Somebody who does not use this program changes the journal."""
    db = sqlite3.connect(journal)
    triggers = db.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'").fetchall()
    for (name,) in triggers:
        db.execute(f"DROP TRIGGER {name}")
    for statement in statements:
        db.execute(statement)
    db.commit()
    db.close()


def links(journal: Path) -> Sequence[tuple[int, bytes]]:
    """Every position with its link."""
    db = sqlite3.connect(journal)
    found = db.execute("SELECT position, link FROM event ORDER BY position").fetchall()
    db.close()
    return found
