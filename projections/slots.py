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
_CLEAN_UP_TO: Final = "clean"
_GENERATION: Final = re.compile(r"(\d{6,})\.duckdb")


class Slots:
    """Hands out the view of this process; in memory where there is no folder."""

    def __init__(self, folder: Path | None, *, store: str) -> None:
        self._folder = folder
        self._store = store
        self._slot: Path | None = None
        self._lock: IO[bytes] | None = None
        self._clean_up_to = 0

    @property
    def clean_up_to(self) -> int:
        """No file of our slot holds what was forgotten up to this position."""
        return self._clean_up_to

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
        """A new and empty generation beside the others, which may be told anything."""
        if self._folder is None:
            self.mark_clean(0)
            return View(None, store=self._store)
        slot = self._take(self._folder)
        self.mark_clean(0)
        number = max(_generations(slot), default=0) + 1
        try:
            return self._view(slot, number)
        except duckdb.Error as error:
            raise StoreUnwritable(
                f"no read model can be made in {slot} ({error}); check its disk and permissions"
            ) from error

    def copy(self) -> View:
        """A new generation with the rows of the newest, whose view must be closed.

        A deleted row stays in a DuckDB file for ever; only the rows that are left are copied.
        """
        if self._folder is None:
            return self.next()
        slot = self._take(self._folder)
        old = slot / f"{max(_generations(slot)):06}.duckdb"
        fresh = self.next()
        fresh.close()
        new = slot / f"{max(_generations(slot)):06}.duckdb"
        _copy_rows(old, new)
        return View(new, store=self._store)

    def mark_clean(self, position: int) -> None:
        """Notes that no file of our slot holds what was forgotten up to a position."""
        self._clean_up_to = position
        if self._slot is not None:
            _note_clean(self._slot, position)

    def clean_others(self, position: int) -> tuple[int, tuple[str, ...]]:
        """Empties all slots that nobody holds, and names those that may hold what was forgotten.

        The first number is of the slots that were emptied.
        """
        emptied = 0
        held: list[str] = []
        for slot in (
            sorted(self._folder.iterdir()) if self._folder and self._folder.exists() else ()
        ):
            if slot == self._slot or _clean_up_to(slot) >= position:
                continue
            lock = _try_lock(slot)
            if lock is None:
                held.append(f"views/{slot.name} of another process")
                continue
            with lock:
                for path in slot.glob("*.duckdb*"):
                    path.unlink()
                _note_clean(slot, position)
                emptied += 1
        return emptied, tuple(held)

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
                self._clean_up_to = _clean_up_to(slot)
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
        for folder in (slot.parent, slot):  # a mode is for the last folder alone
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = os.fdopen(os.open(slot / "lock", os.O_RDWR | os.O_CREAT, 0o600), "r+b")
    except OSError as error:
        raise StoreUnwritable(
            f"{slot} cannot be written ({error.strerror}); make it writable or choose another store"
        ) from error
    if _lock_file(lock):
        return lock
    lock.close()
    return None


def _copy_rows(old: Path, new: Path) -> None:
    """Copies every row of every table in its order; DuckDB keeps that unless told not to."""
    db = duckdb.connect(str(new))
    try:
        db.execute(f"ATTACH '{str(old).replace(chr(39), chr(39) * 2)}' AS old (READ_ONLY)")
        db.execute("BEGIN")
        tables = db.execute(
            "SELECT table_name FROM duckdb_tables() WHERE database_name = 'old' ORDER BY table_name"
        ).fetchall()
        for (table,) in tables:
            db.execute(f"DELETE FROM {table}")
            db.execute(f"INSERT INTO {table} SELECT * FROM old.{table}")
        db.execute("COMMIT")
        db.execute("DETACH old")
    finally:
        db.close()


def _note_clean(slot: Path, position: int) -> None:
    path = slot / _CLEAN_UP_TO
    path.touch(mode=0o600)
    path.write_text(str(position), encoding="ascii")


def _clean_up_to(slot: Path) -> int:
    try:
        return int((slot / _CLEAN_UP_TO).read_text(encoding="ascii"))
    except (FileNotFoundError, ValueError):
        return 0


def _generations(slot: Path) -> list[int]:
    matches = (_GENERATION.fullmatch(path.name) for path in slot.iterdir())
    return [int(match[1]) for match in matches if match]
