"""The files of the read models: numbered generations in slots, one slot a process.

A DuckDB file has one owner. A process takes the first slot whose lock it gets and keeps its own
copy there, so nobody waits for anybody. Any file that is damaged, of another version or of another
store is left behind for a new generation; nothing in a slot is ever the only copy of anything.
"""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from typing import IO, Final

import duckdb

from ..domain.errors import StoreUnwritable
from .view import StaleView, View

if sys.platform == "win32":
    import msvcrt

    def _lock_file(file: IO[bytes]) -> bool:
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _lock_file(file: IO[bytes]) -> bool:
        try:
            fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True


SLOTS_MAX: Final = 64
_GENERATION: Final = re.compile(r"(\d{6,})\.duckdb")


class Slots:
    """Hands out the view of this process; in memory where there is no folder."""

    def __init__(self, folder: Path | None, *, store: str) -> None:
        self._folder = folder
        self._store = store
        self._slot: Path | None = None
        self._lock: IO[bytes] | None = None

    def open(self) -> View:
        """The newest generation of our slot, or a new and empty one if it cannot be used."""
        if self._folder is None:
            return View(None, store=self._store)
        slot = self._take(self._folder)
        for generation in sorted(_generations(slot), reverse=True)[:1]:
            try:
                return self._view(slot, generation)
            except (StaleView, duckdb.Error):
                return self.next()
        return self.next()

    def next(self) -> View:
        """A new and empty generation beside the others."""
        if self._folder is None:
            return View(None, store=self._store)
        slot = self._take(self._folder)
        number = max(_generations(slot), default=0) + 1
        try:
            return self._view(slot, number)
        except duckdb.Error as error:
            raise StoreUnwritable(
                f"no read model can be made in {slot} ({error}); check its disk and permissions"
            ) from error

    def drop_older(self) -> None:
        """Removes all generations but the newest, whose view alone may be open."""
        if self._slot is None:
            return
        for number in sorted(_generations(self._slot))[:-1]:
            for path in self._slot.glob(f"{number:06}.duckdb*"):
                path.unlink()

    def close(self) -> None:
        """Lets the slot go; its views must be closed before."""
        if self._lock is not None:
            self._lock.close()
            self._lock = None
            self._slot = None

    def _take(self, folder: Path) -> Path:
        if self._slot is not None:
            return self._slot
        for number in range(SLOTS_MAX):
            slot = folder / str(number)
            lock = _try_lock(slot)
            if lock is not None:
                self._slot, self._lock = slot, lock
                return slot
        raise StoreUnwritable(
            f"all {SLOTS_MAX} read models in {folder} are in use; end some processes and try again"
        )

    def _view(self, slot: Path, number: int) -> View:
        path = slot / f"{number:06}.duckdb"
        view = View(path, store=self._store)
        path.chmod(0o600)
        return view


def _try_lock(slot: Path) -> IO[bytes] | None:
    try:
        slot.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = os.fdopen(os.open(slot / "lock", os.O_RDWR | os.O_CREAT, 0o600), "r+b")
    except OSError as error:
        raise StoreUnwritable(
            f"{slot} cannot be written ({error.strerror}); make it writable or choose another store"
        ) from error
    if _lock_file(lock):
        return lock
    lock.close()
    return None


def _generations(slot: Path) -> list[int]:
    matches = (_GENERATION.fullmatch(path.name) for path in slot.iterdir())
    return [int(match[1]) for match in matches if match]
