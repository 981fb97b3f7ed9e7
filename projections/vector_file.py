"""The vectors of one embedder in a file that all processes of a store share.

It is a cache of the journal and as readable as the read models, so what is forgotten is gone from
it in every byte before there is a receipt.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, TypeAlias

import msgspec

from ..domain.errors import EmbedderFailed, StoreLocked
from ..domain.identity import ItemId
from .vector_opening import SpoiledFile, errors_of, files_of, inode_of, opened, remove

ITEMS_FETCHED_MAX: Final = 2_000

VectorRow: TypeAlias = tuple[ItemId, int, bytes]
"""An item, the number of its part, and a vector of length one as 32-bit floats."""


class Kept(msgspec.Struct, frozen=True, kw_only=True):
    """What one file holds, and how many parts of texts there are that may have a vector."""

    embedder: str
    dim: int
    vectors: int
    parts: int = 0
    size_bytes: int
    is_used: bool = False  # by the memory that was asked


class VectorFile:
    """Safe from several threads and processes; in memory where there is no path.

    One that is damaged or of another format is removed, and empty in its place.
    """

    def __init__(self, path: Path | None, *, lock_wait_seconds: float = 10.0) -> None:
        self.path = path
        self._lock = threading.RLock()
        try:
            self._db = opened(path, lock_wait_seconds)
        except SpoiledFile:
            assert path is not None, "nothing in memory is spoiled"
            remove(path)
            self._db = opened(path, lock_wait_seconds)
        self._inode = inode_of(path)

    def claim(self, embedder: str, dim: int) -> None:
        """Holds vectors of this embedder from now on; those of another or longer ones go."""
        with self._writing():
            if self._meta()[:2] != (embedder, dim):
                self._db.execute("DELETE FROM vector")
                self._db.execute(
                    "UPDATE meta SET embedder = ?, dim = ?, is_dirty = 1", (embedder, dim)
                )

    @property
    def dim(self) -> int:
        """How many numbers each vector has; 0 before there are any."""
        with self._reading():
            return self._meta()[1]

    def add(
        self, rows: Sequence[VectorRow], *, dim: int, unless: Callable[[], bool] = lambda: False
    ) -> bool:
        """Keeps vectors of items, over those that were kept of them.

        False, and nothing is added, where `unless` holds at a moment when nobody else can add or
        take out anything, or where the file is not the one at its path any more: open it anew.
        EmbedderFailed where another process gave it vectors of another length.
        """
        with self._writing():
            expected = self._meta()[1]
            if dim != expected:
                raise EmbedderFailed(
                    f"vectors of {dim} numbers came where another process has kept those of"
                    f" {expected} for the same embedder; let both use the same model"
                )
            if unless() or not self.is_in_place():
                return False
            self._db.executemany(
                "INSERT INTO vector (item, part, vector) VALUES (?, ?, ?)"
                " ON CONFLICT (item, part) DO UPDATE SET vector = excluded.vector",
                rows,
            )
            return True

    def rows(self, items: Collection[ItemId]) -> list[VectorRow]:
        """The vectors that are kept of some items, at most `ITEMS_FETCHED_MAX`, in no order."""
        assert len(items) <= ITEMS_FETCHED_MAX, len(items)
        with self._reading():
            return self._db.execute(
                "SELECT item, part, vector FROM json_each(?) AS wanted"
                " CROSS JOIN vector ON vector.item = wanted.value",
                (msgspec.json.encode(list(items)).decode(),),
            ).fetchall()

    def keep_only(self, items: Collection[ItemId]) -> bool:
        """Leaves no byte of the vectors of other items; False while another process reads."""
        with self._writing():
            known = {item for (item,) in self._db.execute("SELECT DISTINCT item FROM vector")}
            gone = [(item,) for item in known.difference(items)]
            self._db.executemany("DELETE FROM vector WHERE item = ?", gone)
            if gone:
                self._db.execute("UPDATE meta SET is_dirty = 1")
            is_dirty = self._meta()[2]
        return not is_dirty or self._scrub()

    def kept(self) -> Kept:
        """The embedder and how many vectors there are."""
        with self._reading():
            embedder, dim, _ = self._meta()
            [(vectors,)] = self._db.execute("SELECT count(*) FROM vector").fetchall()
        sizes = [each.stat().st_size for each in files_of(self.path) if each.exists()]
        return Kept(embedder=embedder, dim=dim, vectors=vectors, size_bytes=sum(sizes))

    def is_in_place(self) -> bool:
        """Whether the file that is open is still the one that others find at its path."""
        return self._inode == inode_of(self.path)

    def discard(self) -> None:
        """Empties and removes the file, for everyone; another process that has it opens it anew."""
        with self._writing():
            self._db.execute("DELETE FROM vector")
            self._db.execute("UPDATE meta SET dim = 0, is_dirty = 1")
        self._scrub()
        with self._writing():  # nobody can be adding to it meanwhile
            if self.path is not None and self.is_in_place():
                with suppress(OSError):  # a system where nobody may remove what is open
                    self.path.unlink()
        self.close()
        if self.path is not None and not self.path.exists():
            remove(self.path)

    def close(self) -> None:
        """Lets the file go."""
        with self._lock:
            self._db.close()

    def _scrub(self) -> bool:
        """Writes the file anew without the gaps in its pages.

        SQLite overwrites what is deleted, but not the copies that it leaves in a page when it
        moves rows to another one.
        """
        with suppress(StoreLocked), self._lock, errors_of(self.path):
            self._db.execute("VACUUM")
            [(busy, _, _)] = self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
            if not busy:
                self._db.execute("UPDATE meta SET is_dirty = 0")
                return True
        return False

    def _meta(self) -> tuple[str, int, bool]:
        [(embedder, dim, is_dirty)] = self._db.execute(
            "SELECT embedder, dim, is_dirty FROM meta"
        ).fetchall()
        return embedder, dim, bool(is_dirty)

    @contextmanager
    def _reading(self) -> Iterator[None]:
        with self._lock, errors_of(self.path):
            self._db.execute("BEGIN")
            try:
                yield
            finally:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")

    @contextmanager
    def _writing(self) -> Iterator[None]:
        with self._lock, errors_of(self.path):
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._db.execute("COMMIT")
            except BaseException:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                raise
