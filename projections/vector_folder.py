"""The files of vectors of a store, one an embedder: found, told of, and cleaned of what is gone."""

from __future__ import annotations

from collections.abc import Callable, Collection
from contextlib import closing
from pathlib import Path
from typing import Final

from ..domain.errors import MemoryStoreError
from ..domain.identity import ItemId
from .vector_file import Kept, VectorFile
from .vector_opening import SpoiledFile, remove

FOLDER: Final = "vectors"
SUFFIX: Final = ".sqlite"


def file_of(folder: Path, name: str) -> Path:
    """Where the vectors are that go by a name, which tells nobody of which embedder they are."""
    return folder / f"{name}{SUFFIX}"


def files_in(folder: Path | None) -> list[Path]:
    """All of them."""
    if folder is None or not folder.is_dir():
        return []
    return sorted(folder.glob(f"*{SUFFIX}"))


def kept_in(folder: Path | None) -> list[Kept]:
    """What each of them holds, as far as it can be read."""
    found: list[Kept] = []
    for path in files_in(folder):
        try:
            with closing(VectorFile(path)) as file:
                found.append(file.kept())
        except (MemoryStoreError, SpoiledFile):
            continue  # whoever uses it is told
    return found


def keep_only(folder: Path, items: Callable[[], Collection[ItemId]]) -> tuple[str, ...]:
    """Leaves no byte of the vectors of other items; names the files that others read."""
    for path in folder.glob(f"*{SUFFIX}-*"):
        base = path.with_name(path.name.rpartition("-")[0])
        if not base.exists():  # a removal was cut short
            path.unlink(missing_ok=True)
    paths = files_in(folder)
    if not paths:
        return ()
    live = items()
    left = [path.name for path in paths if not _cleaned(path, live)]
    return tuple(f"{folder.name}/{name}, which another process reads" for name in left)


def _cleaned(path: Path, items: Collection[ItemId]) -> bool:
    try:
        with closing(VectorFile(path)) as file:
            return file.keep_only(items)
    except SpoiledFile:
        remove(path)
        return not path.exists()
    except MemoryStoreError:
        return False
