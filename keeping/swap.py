"""Puts a journal in the place of the present one, in one step, while nobody else uses the store."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from ..domain.errors import Conflict, StoreLocked
from ..journal.journal_file import JOURNAL
from ..journal.sqlite_file import connect, storage_errors
from ..vault.private_file import sync_folder
from .copies import remove_database


def swap_journal(store: Path, fresh: Path, *, seen: int | None, lock_wait_seconds: float) -> None:
    """The journal at `fresh` becomes that of the store, whose read models and vectors go.

    StoreLocked while another process has the store open; Conflict if the present journal has
    moved from the head that was `seen`. One that cannot be read, seen as None, is replaced.
    """
    path = store / JOURNAL.name
    if seen is None:
        _drop_views(store)
        remove_database(path)
        fresh.replace(path)
        sync_folder(store)
        return
    with closing(connect(path, JOURNAL, lock_wait_seconds=lock_wait_seconds)) as present:
        _lock(present, path)
        with storage_errors(path):
            [(head,)] = present.execute("SELECT coalesce(max(position), 0) FROM event").fetchall()
        if head != seen:
            raise Conflict(f"another process wrote to {store} meanwhile; repeat the restore")
        _drop_views(store)
        with closing(connect(fresh, JOURNAL)) as new, storage_errors(path):
            new.backup(present)


def _lock(present: sqlite3.Connection, path: Path) -> None:
    """Nobody else has the file open, nor can open it until this connection is closed.

    Leaving the write-ahead log is possible for the only one that has it open.
    """
    try:
        with storage_errors(path):
            present.execute("PRAGMA locking_mode = EXCLUSIVE")
            present.execute("PRAGMA journal_mode = DELETE")
            present.execute("BEGIN EXCLUSIVE")
            present.execute("COMMIT")
    except StoreLocked as error:
        raise StoreLocked(
            f"{path} is open in another process; end that, then repeat the restore"
        ) from error


def _drop_views(store: Path) -> None:
    """They tell of events that are not there any more, and are built anew when they are needed."""
    for file in (*store.glob("views/*/*"), *store.glob("vectors/*")):
        if file.name != "lock":
            file.unlink(missing_ok=True)
