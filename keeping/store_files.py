"""The files of a store, opened as they are: nothing is made, decided or carried on by it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from ..domain.errors import NotFound, StoreDamaged
from ..journal.journal import Journal
from ..journal.journal_file import JOURNAL, check_types
from ..journal.sqlite_file import connect, looked_into, storage_errors
from ..journal.sqlite_recorder import SqliteRecorder
from ..vault.key_rows import VAULT
from ..vault.open_vault import open_vault
from ..vault.vault import Vault, store_branch
from ..vault.vault_seal import VaultSeal

RECEIPT: Final = "receipt"
"""The kind of note, one a forgetting, that says it is done; written by whoever carries it out."""


@dataclass(frozen=True)
class StoreFiles:
    """Journal and vault of one store."""

    vault: Vault
    recorder: SqliteRecorder
    chain_key: bytes

    def journal(self) -> Journal:
        """The events in the clear; it is closed with the files."""
        return Journal(self.recorder, VaultSeal(self.vault))


@contextmanager
def open_files(
    folder: Path, *, journal: Path | None = None, lock_wait_seconds: float = 10.0
) -> Iterator[StoreFiles]:
    """The files in a folder, with a journal from elsewhere if that is named.

    NotFound where there is no store; StoreDamaged where half of one is missing; KeyMissing.
    """
    path = journal or folder / JOURNAL.name
    check_whole(folder, path)
    check_is_readable(folder, journal=path, lock_wait_seconds=lock_wait_seconds)
    vault = open_vault(folder, lock_wait_seconds=lock_wait_seconds)
    try:
        recorder = SqliteRecorder(
            path, chain_key=_chain_key(vault, folder), lock_wait_seconds=lock_wait_seconds
        )
        try:
            yield StoreFiles(vault, recorder, _chain_key(vault, folder))
        finally:
            recorder.close()
    finally:
        vault.close()


def check_is_readable(
    folder: Path, *, journal: Path | None = None, lock_wait_seconds: float = 10.0
) -> None:
    """StoreTooNew, before any byte is changed, where a newer version wrote one of the files."""
    check_types(journal or folder / JOURNAL.name, lock_wait_seconds=lock_wait_seconds)
    with looked_into(folder / VAULT.name, VAULT, lock_wait_seconds=lock_wait_seconds):
        pass


def check_vault_is_there(folder: Path) -> None:
    """A journal whose vault was lost is not opened: a new vault would make all of it unreadable.

    The journal is looked for first, since whoever makes a store makes the vault first.
    """
    path = folder / JOURNAL.name
    if not path.exists() or (folder / VAULT.name).exists():
        return
    with closing(connect(path, JOURNAL)) as db, storage_errors(path):
        has_events = bool(db.execute("SELECT 1 FROM event LIMIT 1").fetchall())
    if has_events:
        check_whole(folder, path)


def check_whole(folder: Path, journal: Path) -> None:
    """Neither file may be missing: opening would make a new one, which opens nothing."""
    vault = folder / VAULT.name
    if not journal.exists() and not vault.exists():
        raise NotFound(f"there is no store in {folder}; `lethelog ingest` makes one")
    for path, other in ((journal, vault), (vault, journal)):
        if not path.exists():
            raise StoreDamaged(
                f"{path} is missing beside {other.name}, and one is nothing without the other;"
                " bring it back, or use `lethelog restore` with a backup"
            )


def _chain_key(vault: Vault, folder: Path) -> bytes:
    branch = store_branch("chain")
    found = vault.existing([branch]).get(branch)
    if found is None:
        raise StoreDamaged(
            f"{folder / VAULT.name} is not the vault of this journal: it has no key for its chain;"
            " bring back the one that belongs to it"
        )
    return found
