"""Copies SQLite files while others write them, and the folders that copies lie in."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

from ..domain.errors import InvalidInput, Refused, StoreUnwritable
from ..domain.nesting import DEPTH_MAX, is_deep_json
from ..journal.sqlite_file import FileKind, connect, storage_errors
from ..vault.private_file import write_private

PRIVATE_FOLDER: Final = 0o700
_BESIDE: Final = ("-wal", "-shm", "-journal")


def make_empty_folder(folder: Path) -> None:
    """A folder for its owner alone; Refused if anything is in it."""
    try:
        folder.mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)
        is_empty = not any(folder.iterdir())
        folder.chmod(PRIVATE_FOLDER)
    except OSError as error:
        raise StoreUnwritable(
            f"{folder} cannot be made or written ({error.strerror}); choose another folder"
        ) from error
    if not is_empty:
        raise Refused(f"{folder} is not empty; name a new folder, so that nothing is overwritten")


def copy_database(source: Path, kind: FileKind, to: Path) -> None:
    """The file as it is at one moment; nobody who writes it has to wait."""
    write_new(to, b"")
    with (
        storage_errors(to),
        closing(connect(source, kind)) as original,
        closing(sqlite3.connect(to)) as copy,
    ):
        copy.execute("PRAGMA synchronous = FULL")
        original.backup(copy)


def write_new(path: Path, content: bytes) -> None:
    """A new file for its owner alone, which has reached the disk; Refused if there is one."""
    try:
        write_private(path, content)
    except FileExistsError as error:
        raise Refused(f"{path} is there already; name a new file") from error
    except OSError as error:
        raise StoreUnwritable(
            f"{path} cannot be written ({error.strerror}); choose another place"
        ) from error


def read_small(path: Path, bytes_max: int) -> bytes:
    """The content of a file of ours, which has no more bytes and no depth, else InvalidInput."""
    with path.open("rb") as file:
        content = file.read(bytes_max + 1)
    if len(content) > bytes_max:
        raise InvalidInput(f"it has more than {bytes_max} bytes")
    if is_deep_json(content):
        raise InvalidInput(f"it is nested deeper than {DEPTH_MAX}")
    return content


def remove_database(path: Path) -> None:
    """The file with all that SQLite keeps beside it, if it is there."""
    for each in (path, *(path.with_name(path.name + end) for end in _BESIDE)):
        each.unlink(missing_ok=True)
