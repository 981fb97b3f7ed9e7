"""The files in a slot: how they are named, made for their owner alone and removed."""

from __future__ import annotations

import os
import re
import shutil
from contextlib import suppress
from pathlib import Path
from typing import Final

_OF_A_GENERATION: Final = re.compile(r"(\d{6,})\.duckdb(\..*)?")
_BEFORE_MANIFESTS: Final = "clean"


def generation_file(slot: Path, number: int) -> Path:
    """Where the rows of a generation are; its write-ahead log lies beside it."""
    return slot / f"{number:06}.duckdb"


def log_of(path: Path) -> Path:
    """The write-ahead log of a file of DuckDB."""
    return path.with_name(f"{path.name}.wal")


def generations(slot: Path) -> set[int]:
    """The numbers of all generations of which anything lies in a slot."""
    matches = (_OF_A_GENERATION.fullmatch(path.name) for path in slot.iterdir())
    return {int(match[1]) for match in matches if match}


def size_bytes(slot: Path) -> int:
    """What all generations in a slot take."""
    return sum(path.stat().st_size for path in _others(slot, set()) if path.is_file())


def clear(slot: Path, *, keep: set[int]) -> bool:
    """Removes all generations but those to keep; False where something cannot be removed."""
    for path in _others(slot, keep):
        with suppress(OSError):
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    with suppress(OSError):
        (slot / _BEFORE_MANIFESTS).unlink(missing_ok=True)
    return not _others(slot, keep)


def make_private(path: Path) -> None:
    """A file is there that its owner alone can read; DuckDB would make one that others can."""
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT, 0o600))


def drop_if_empty(path: Path) -> None:
    """Removes a file that was made and never written."""
    with suppress(OSError):
        if not path.stat().st_size:
            path.unlink()


def sync_folder(folder: Path) -> None:
    """The names of the files in it have reached the disk."""
    if os.name != "posix":
        return  # elsewhere a folder cannot be opened, and need not
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _others(slot: Path, keep: set[int]) -> list[Path]:
    matches = ((path, _OF_A_GENERATION.fullmatch(path.name)) for path in slot.iterdir())
    return [path for path, match in matches if match and int(match[1]) not in keep]
