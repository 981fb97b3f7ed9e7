"""SQLite files of our own: how they are made, opened and guarded, and what their errors mean."""

from __future__ import annotations

import errno
import os
import sqlite3
import stat
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager, suppress
from pathlib import Path
from typing import Final

import msgspec

from ..domain.errors import (
    MemoryStoreError,
    StoreDamaged,
    StoreLocked,
    StoreTooNew,
    StoreUnwritable,
)

_SWITCH_PAUSE_SECONDS: Final = 0.002  # a switch takes about as long
_MOMENT_MILLISECONDS: Final = 20  # in which nobody can write; a usual read is over by then
_MOMENT_PAUSE_SECONDS: Final = 0.1  # in which all can: as long as SQLite sleeps at most
_making_file = threading.Lock()


def make_folder(folder: Path) -> None:
    """The folder of a store, readable by its owner alone."""
    with _file_errors(folder):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)


class FileKind(msgspec.Struct, frozen=True, kw_only=True):
    """One kind of file: by its number another program's database is told from ours."""

    name: str
    application_id: int
    version: int
    schema: Path


def connect(
    path: Path | None, kind: FileKind, *, lock_wait_seconds: float = 10.0
) -> sqlite3.Connection:
    """A connection to a file, made when it is missing; in memory where there is no path."""
    if path is not None:
        with _file_errors(path):
            _make_file(path)
    place = path or Path(kind.name)
    with storage_errors(place):
        connection = sqlite3.connect(
            path or ":memory:", isolation_level=None, check_same_thread=False
        )
    try:
        with storage_errors(place):
            _prepare(connection, place, kind, lock_wait_seconds)
    except BaseException:
        connection.close()
        raise
    return connection


@contextmanager
def looked_into(
    path: Path, kind: FileKind, *, lock_wait_seconds: float = 10.0
) -> Iterator[sqlite3.Connection | None]:
    """The file as it lies there, of which no byte is changed; None where there is nothing in it.

    StoreDamaged or StoreTooNew when it is none that this version reads.
    """
    if not path.is_file() or path.is_symlink():
        yield None
        return
    # Whoever closes a file last moves its log into it, unless it was opened for reading alone; and
    # whoever only reads makes an empty log where there was none, and leaves it there.
    mode = "ro" if path.with_name(f"{path.name}-wal").exists() else "rw"
    place = f"{path.absolute().as_uri()}?mode={mode}"
    with (
        storage_errors(path),
        closing(sqlite3.connect(place, lock_wait_seconds, uri=True, isolation_level=None)) as db,
    ):
        yield None if _is_new(db, path, kind) else db


def _make_file(path: Path) -> None:
    """An empty file for its owner alone, unless there is one.

    A file that is there is never opened: closing it would drop every lock that SQLite holds on it
    for this process, and another process would then remove the log from under our connections.
    """
    with _making_file, suppress(FileExistsError):
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    if not stat.S_ISREG(path.lstat().st_mode):
        raise FileExistsError(path)
    if not os.access(path, os.R_OK | os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))


def _prepare(
    connection: sqlite3.Connection, path: Path, kind: FileKind, lock_wait_seconds: float
) -> None:
    connection.execute(f"PRAGMA busy_timeout = {round(lock_wait_seconds * 1000)}")
    connection.execute("PRAGMA trusted_schema = OFF")
    connection.execute("PRAGMA secure_delete = ON")
    is_new = _is_new(connection, path, kind)
    _switch_to_wal(connection, lock_wait_seconds)
    if is_new:
        _create(connection, kind)


def _is_new(connection: sqlite3.Connection, path: Path, kind: FileKind) -> bool:
    """Whether the file is empty; StoreDamaged or StoreTooNew when this version cannot read it."""
    connection.execute("BEGIN")  # one look: another process may be making the journal just now
    [(application_id,)] = connection.execute("PRAGMA application_id").fetchall()
    [(version,)] = connection.execute("PRAGMA user_version").fetchall()
    [(tables,)] = connection.execute("SELECT count(*) FROM sqlite_schema").fetchall()
    connection.execute("COMMIT")
    if not (application_id or version or tables):
        return True
    if application_id != kind.application_id:
        raise StoreDamaged(f"{path} is the database of another program; choose another store")
    if version > kind.version:
        raise StoreTooNew(
            f"{path} has the format {version}, this version reads up to {kind.version};"
            " upgrade lethelog to open it"
        )
    return False


def _switch_to_wal(connection: sqlite3.Connection, lock_wait_seconds: float) -> None:
    """Two that switch one new file at once stand in each other's way, and SQLite waits for none."""
    deadline = time.monotonic() + lock_wait_seconds
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            is_busy = error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY
            if not is_busy or time.monotonic() > deadline:
                raise
            time.sleep(_SWITCH_PAUSE_SECONDS)
        else:
            return


def _create(connection: sqlite3.Connection, kind: FileKind) -> None:
    """Two processes may do this at once: the second finds everything in place."""
    script = kind.schema.read_text(encoding="utf-8")
    connection.executescript(
        f"BEGIN IMMEDIATE; {script}"
        f"PRAGMA application_id = {kind.application_id}; PRAGMA user_version = {kind.version};"
        "COMMIT;"
    )


def empty_log(
    connection: sqlite3.Connection, alone: Callable[[], AbstractContextManager[object]]
) -> bool:
    """Moves the write-ahead log into the file and empties it; False while somebody reads.

    SQLite lets nobody write while it waits for whoever reads. So it may wait for moments only, each
    of them `alone` with the connection, for as long as the connection would wait for a lock.
    """
    began = time.monotonic()
    while True:
        with alone():
            [(patience,)] = connection.execute("PRAGMA busy_timeout").fetchall()
            connection.execute(f"PRAGMA busy_timeout = {min(patience, _MOMENT_MILLISECONDS)}")
            try:
                [(busy, _, _)] = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
            finally:
                connection.execute(f"PRAGMA busy_timeout = {patience}")
        if not busy or time.monotonic() - began > patience / 1000:
            return not busy
        time.sleep(_MOMENT_PAUSE_SECONDS)


@contextmanager
def storage_errors(path: Path) -> Iterator[None]:
    """What SQLite says about the file, in our words."""
    try:
        yield
    except UnicodeDecodeError as error:
        raise _damaged(path, error) from error
    except sqlite3.DatabaseError as error:
        translated = _translated(error, path)
        if translated is None:
            raise
        raise translated from error


def _translated(error: sqlite3.DatabaseError, path: Path) -> MemoryStoreError | None:
    primary = getattr(error, "sqlite_errorcode", 0) & 0xFF
    match primary:
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED | sqlite3.SQLITE_PROTOCOL:
            return StoreLocked(f"{path} is held by another process; wait for it and try again")
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_PERM:
            return StoreUnwritable(f"{path} is read-only; make it writable or choose another store")
        case sqlite3.SQLITE_FULL | sqlite3.SQLITE_IOERR | sqlite3.SQLITE_TOOBIG:
            return StoreUnwritable(
                f"{path} could not be written ({error}); nothing was recorded: free some space"
                " on its disk and try again"
            )
        case sqlite3.SQLITE_NOTADB | sqlite3.SQLITE_CORRUPT:
            return _damaged(path, error)
        case sqlite3.SQLITE_ERROR | 0 if isinstance(error, sqlite3.OperationalError):
            return _damaged(path, error)  # a table or column is gone; broken text has no code
        case _:
            return None


def _damaged(path: Path, error: Exception) -> StoreDamaged:
    return StoreDamaged(f"{path} cannot be read ({error}); restore it from a backup")


@contextmanager
def _file_errors(path: Path) -> Iterator[None]:
    try:
        yield
    except (NotADirectoryError, FileExistsError, IsADirectoryError) as error:
        raise StoreUnwritable(
            f"{path} cannot be a store: something else is there; choose another place"
        ) from error
    except OSError as error:
        raise StoreUnwritable(
            f"{path} cannot be written ({error.strerror}); make it writable or choose another store"
        ) from error
