"""New files for their owner alone that have reached the disk when they are said to be there."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

PRIVATE_FILE: Final = 0o600


def write_private(path: Path, content: bytes) -> None:
    """A file that was not there; FileExistsError if one was, and OSError if it cannot be."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE_FILE)
    with os.fdopen(descriptor, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def sync_folder(folder: Path) -> None:
    """The names of the files in it have reached the disk."""
    if os.name != "posix":
        return  # elsewhere a folder cannot be opened, and need not
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
