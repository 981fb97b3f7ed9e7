"""The SQLite file of the vault: rows of sealed keys, and nothing left of those that are gone."""

from __future__ import annotations

import json
import secrets
import threading
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from ..journal.sqlite_file import FileKind, connect, empty_log, storage_errors

VAULT: Final = FileKind(
    name="vault.sqlite",
    application_id=0x4C45544B,  # "LETK"
    version=1,
    schema=Path(__file__).with_name("vault.sql"),
)
_SALT_BYTES: Final = 16
_STORE_ID_BYTES: Final = 8


class KeyRows:
    """Rows by their uid; safe from several threads and processes; in memory without a path."""

    def __init__(self, path: Path | None, *, lock_wait_seconds: float = 10.0) -> None:
        self._path = path or Path(":memory:")
        self._lock = threading.RLock()
        self._db = connect(path, VAULT, lock_wait_seconds=lock_wait_seconds)
        self._db.execute("PRAGMA synchronous = FULL")
        if self._has_header():
            return
        with self.writing():
            self._db.execute(
                "INSERT INTO vault (store, epoch, salt) SELECT ?, 1, ?"
                " WHERE NOT EXISTS (SELECT 1 FROM vault)",
                (secrets.token_hex(_STORE_ID_BYTES), secrets.token_bytes(_SALT_BYTES)),
            )

    @property
    def store(self) -> str:
        """The random name of the store, by which its master key is found."""
        return str(self._header()[0])

    @property
    def salt(self) -> bytes:
        """What a passphrase is stretched with."""
        return bytes(self._header()[2])

    @property
    def guard(self) -> str | None:
        """Where the master key is."""
        return self._header()[3]

    def set_guard(self, guard: str) -> None:
        """Decides where the master key is, unless that is decided."""
        with self.writing():
            self._db.execute("UPDATE vault SET guard = ? WHERE guard IS NULL", (guard,))

    def is_empty(self) -> bool:
        """Whether no key was made yet."""
        with self.reading():
            return not self._db.execute("SELECT 1 FROM node LIMIT 1").fetchall()

    def epoch(self) -> int:
        """Grows with every destruction."""
        return int(self._header()[1])

    @contextmanager
    def reading(self) -> Iterator[None]:
        """What is read inside is of one moment."""
        with self._lock, storage_errors(self._path):
            if self._db.in_transaction:
                yield
                return
            self._db.execute("BEGIN")
            try:
                yield
            finally:
                self._db.execute("COMMIT")

    @contextmanager
    def writing(self) -> Iterator[None]:
        """All that is written inside has reached the disk afterwards, or none of it."""
        with self._lock, storage_errors(self._path):
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._db.execute("COMMIT")
            except BaseException:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                raise

    def nodes(self, parents: Mapping[str, str]) -> dict[str, bytes]:
        """The sealed pairs of those that are there, of nodes with the parent of each."""
        return dict(
            self._db.execute(
                "SELECT node.uid, node.sealed FROM json_each(?) AS wanted"
                " CROSS JOIN node ON node.parent = wanted.value AND node.uid = wanted.key",
                (json.dumps(parents),),
            ).fetchall()
        )

    def below(self, parent: str) -> list[tuple[str, bytes]]:
        """The nodes right below one."""
        return self._db.execute(
            "SELECT uid, sealed FROM node WHERE parent = ? ORDER BY uid", (parent,)
        ).fetchall()

    def uids(self) -> set[str]:
        """All nodes there are."""
        with self.reading():
            return {uid for (uid,) in self._db.execute("SELECT uid FROM node").fetchall()}

    def put(self, rows: Iterable[tuple[str, str, bytes]]) -> None:
        """Writes nodes as (parent, uid, sealed pair), over what they were."""
        self._db.executemany(
            "INSERT INTO node (parent, uid, sealed) VALUES (?, ?, ?)"
            " ON CONFLICT (parent, uid) DO UPDATE SET sealed = excluded.sealed",
            rows,
        )

    def remove(self, parent: str, uid: str) -> int:
        """Deletes a node with all below it and returns how many that were."""
        self._db.execute(
            "WITH RECURSIVE gone AS ("
            " SELECT parent, uid FROM node WHERE parent = ? AND uid = ?"
            " UNION ALL"
            " SELECT node.parent, node.uid FROM gone JOIN node ON node.parent = gone.uid"
            ") DELETE FROM node WHERE (parent, uid) IN (SELECT parent, uid FROM gone)",
            (parent, uid),
        )
        [(gone,)] = self._db.execute("SELECT changes()").fetchall()
        return int(gone)

    def begin_epoch(self, epoch: int) -> None:
        """All nodes at the top are sealed under the master key of this epoch now."""
        self._db.execute("UPDATE vault SET epoch = ?", (epoch,))

    def checkpoint(self) -> bool:
        """Moves the write-ahead log into the file and empties it; False while others read."""
        return empty_log(self._db, self._alone)

    def close(self) -> None:
        """Closes the file."""
        with self._lock:
            self._db.close()

    @contextmanager
    def _alone(self) -> Iterator[None]:
        with self._lock, storage_errors(self._path):
            yield

    def _has_header(self) -> bool:
        with self.reading():
            return bool(self._db.execute("SELECT 1 FROM vault").fetchall())

    def _header(self) -> tuple[str, int, bytes, str | None]:
        with self._lock, storage_errors(self._path):
            [row] = self._db.execute("SELECT store, epoch, salt, guard FROM vault").fetchall()
            return (row[0], row[1], row[2], row[3])
