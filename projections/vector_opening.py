"""How a file of vectors is opened, for its owner alone, and what errors of SQLite mean there."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from ..domain.errors import StoreLocked, StoreUnwritable

_BESIDE: Final = ("-wal", "-shm", "-journal")
_SWITCH_PAUSE_SECONDS: Final = 0.002
_APPLICATION_ID: Final = 0x4C455456  # "LETV"
_FORMAT: Final = 1
_SCHEMA: Final = """
CREATE TABLE meta (
    embedder TEXT NOT NULL,
    dim INTEGER NOT NULL,
    is_dirty INTEGER NOT NULL  -- what was deleted may still lie in some page
);
CREATE TABLE vector (
    item TEXT NOT NULL,
    part INTEGER NOT NULL,
    vector BLOB NOT NULL,
    PRIMARY KEY (item, part)
);
INSERT INTO meta VALUES ('', 0, 0);
"""
_BUSY: Final = frozenset({sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL})
_FULL: Final = frozenset(
    {
        *(sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_READONLY),
        *(sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM, sqlite3.SQLITE_TOOBIG),
    }
)


class SpoiledFile(Exception):
    """The file is of another format, or damaged; a new one is as good."""


def opened(path: Path | None, lock_wait_seconds: float) -> sqlite3.Connection:
    """The file, made when it is missing; SpoiledFile where it cannot be what it should be."""
    if path is not None:
        _make_file(path)
    with errors_of(path):
        db = sqlite3.connect(path or ":memory:", isolation_level=None, check_same_thread=False)
        try:
            _prepare(db, lock_wait_seconds)
        except BaseException:
            db.close()
            raise
    return db


@contextmanager
def errors_of(path: Path | None) -> Iterator[None]:
    """What SQLite says about the file, in our words."""
    try:
        yield
    except sqlite3.ProgrammingError:
        raise  # a mistake of ours
    except sqlite3.DatabaseError as error:
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        if code in _BUSY:
            raise StoreLocked(f"{path} is held by another process; wait for it") from error
        if code in _FULL:
            raise StoreUnwritable(
                f"{path} cannot be written ({error}); check the space on its disk and its"
                " permissions"
            ) from error
        raise SpoiledFile(f"{path}: {error}") from error


def files_of(path: Path | None) -> list[Path]:
    """The file with those that SQLite keeps beside it, whether they are there or not."""
    if path is None:
        return []
    return [path, *(path.with_name(path.name + end) for end in _BESIDE)]


def remove(path: Path) -> None:
    """The file and what is beside it, as far as they are there and can be removed.

    The file last, because what lies beside it is looked for by its name.
    """
    for each in reversed(files_of(path)):
        with suppress(OSError):
            each.unlink()


def inode_of(path: Path | None) -> tuple[int, int] | None:
    """What tells the file from one that has taken its place; None where there is none."""
    try:
        found = path.stat() if path else None
    except OSError:
        return None
    return (found.st_dev, found.st_ino) if found else None


def _make_file(path: Path) -> None:
    """A file that is there is never opened here: closing it would drop the locks of SQLite."""
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with suppress(FileExistsError):
            os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    except OSError as error:
        raise StoreUnwritable(
            f"{path} cannot be written ({error.strerror}); check its disk and permissions"
        ) from error


def _prepare(db: sqlite3.Connection, lock_wait_seconds: float) -> None:
    db.execute(f"PRAGMA busy_timeout = {round(lock_wait_seconds * 1000)}")
    db.execute("PRAGMA trusted_schema = OFF")
    db.execute("PRAGMA secure_delete = ON")
    db.execute("PRAGMA synchronous = NORMAL")  # what the power takes with it is made again
    db.execute("PRAGMA temp_store = MEMORY")  # else what VACUUM copies would pass through a file
    _switch_to_wal(db, lock_wait_seconds)
    db.execute("BEGIN IMMEDIATE")
    [(made_by,)] = db.execute("PRAGMA application_id").fetchall()
    [(version,)] = db.execute("PRAGMA user_version").fetchall()
    [(tables,)] = db.execute("SELECT count(*) FROM sqlite_schema").fetchall()
    if not (made_by or version or tables):
        for statement in _SCHEMA.split(";\n"):
            db.execute(statement)
        db.execute(f"PRAGMA application_id = {_APPLICATION_ID}")
        db.execute(f"PRAGMA user_version = {_FORMAT}")
    elif (made_by, version) != (_APPLICATION_ID, _FORMAT):
        raise SpoiledFile(f"it has the format {version} of {made_by:#x}")
    db.execute("COMMIT")


def _switch_to_wal(db: sqlite3.Connection, lock_wait_seconds: float) -> None:
    """Two that switch one new file at once stand in each other's way, and SQLite waits for none."""
    deadline = time.monotonic() + lock_wait_seconds
    while True:
        try:
            db.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF not in _BUSY or time.monotonic() > deadline:
                raise
            time.sleep(_SWITCH_PAUSE_SECONDS)
        else:
            return
