"""Backs up a store while others use it: journal and vault as they were at one moment, verified."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Final

import msgspec

from ..domain.errors import InvalidInput, KeyMissing, Refused, StoreDamaged, StoreLocked
from ..journal.checkpoint import take_checkpoint
from ..journal.journal import Journal
from ..journal.journal_file import JOURNAL
from ..vault.key_rows import VAULT, KeyRows
from ..vault.private_file import sync_folder
from .copies import copy_database, make_empty_folder, read_small, remove_database, write_new
from .verify import Verified, verify_store

BACKUP: Final = "backup"
"""The kind of note, one a backup, by which the plan of a later forgetting knows of it."""

MANIFEST: Final = "backup.json"
MANIFEST_BYTES_MAX: Final = 64 * 1024
FORMAT: Final = 1
_ATTEMPTS_MAX: Final = 20


class BackupNote(msgspec.Struct, frozen=True, kw_only=True):
    """When, how far and where to a copy of the store went."""

    made_at: int
    position: int
    to: str


class Manifest(msgspec.Struct, frozen=True, kw_only=True):
    """What a backup is of; it is written last, so without it there is no backup."""

    format: int
    store: str  # the random name of the store
    epoch: int  # of the master key that opens the vault in it
    checkpoint: str
    made_at: int

    @property
    def position(self) -> int:
        """The last event in it."""
        return int(self.checkpoint.partition(":")[0] or 0)


class Backup(msgspec.Struct, frozen=True, kw_only=True):
    """A backup that was made, and what was compared in it."""

    to: str
    position: int
    checkpoint: str
    made_at: int
    verified: Verified


def back_up(journal: Journal, store: Path | None, to: Path, *, now: int) -> Backup:
    """Copies a store into an empty folder, verifies the copy, and notes that there is one.

    Nobody has to wait for it. Any destruction of keys while it copies makes it start again.
    """
    if store is None:
        raise Refused("a store in memory has no files to copy; open one in a folder")
    place = to.expanduser().absolute()
    if place.resolve().is_relative_to(store.resolve()):
        raise Refused(f"{place} lies inside the store; a backup belongs elsewhere")
    make_empty_folder(place)
    try:
        epoch, store_id, verified = _copied(store, place)
        manifest = Manifest(
            format=FORMAT,
            store=store_id,
            epoch=epoch,
            checkpoint=verified.checkpoint,
            made_at=now,
        )
        write_new(place / MANIFEST, msgspec.json.format(msgspec.json.encode(manifest)))
        sync_folder(place)
    except BaseException:
        _remove(place)
        raise
    note = BackupNote(made_at=now, position=manifest.position, to=str(place))
    journal.note(BACKUP, str(now), msgspec.json.encode(note))
    take_checkpoint(journal, now=now)
    return Backup(
        to=str(place),
        position=manifest.position,
        checkpoint=manifest.checkpoint,
        made_at=now,
        verified=verified,
    )


def read_manifest(folder: Path) -> Manifest:
    """What a folder is a backup of; InvalidInput if it is none that this version reads."""
    try:
        content = read_small(folder / MANIFEST, MANIFEST_BYTES_MAX)
        manifest = msgspec.json.decode(content, type=Manifest)
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError, InvalidInput) as error:
        raise InvalidInput(
            f"{folder} is not a backup: it has no {MANIFEST} that can be read; name the folder"
            " that `lethelog backup` made"
        ) from error
    if manifest.format > FORMAT:
        raise InvalidInput(
            f"the backup in {folder} has the format {manifest.format}, this version reads up to"
            f" {FORMAT}; upgrade lethelog to restore it"
        )
    return manifest


def _copied(store: Path, place: Path) -> tuple[int, str, Verified]:
    """The journal first: a key is always older than the event that needs it.

    As the vault is of the same epoch before and after, no key was destroyed in between.
    """
    for _ in range(_ATTEMPTS_MAX):
        epoch, store_id = _header(store)
        copy_database(store / JOURNAL.name, JOURNAL, place / JOURNAL.name)
        copy_database(store / VAULT.name, VAULT, place / VAULT.name)
        if _header(place)[0] == epoch and (verified := _verified(store, place, epoch)):
            if not verified.is_sound:
                raise verified.complaint()
            return epoch, store_id, verified
        _remove(place, folder=False)
    raise StoreLocked(
        f"{store} forgot something in each of {_ATTEMPTS_MAX} attempts to copy it; repeat it when"
        " it is quiet"
    )


def _verified(store: Path, place: Path, epoch: int) -> Verified | None:
    """None if a forgetting meanwhile made the copy of the vault useless."""
    try:
        return verify_store(place)
    except (KeyMissing, StoreDamaged):
        if _header(store)[0] == epoch:
            raise
        return None


def _header(folder: Path) -> tuple[int, str]:
    with closing(KeyRows(folder / VAULT.name)) as rows:
        return rows.epoch(), rows.store


def _remove(place: Path, *, folder: bool = True) -> None:
    for name in (JOURNAL.name, VAULT.name):
        remove_database(place / name)
    (place / MANIFEST).unlink(missing_ok=True)
    if folder:
        place.rmdir()
