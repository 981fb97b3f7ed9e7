"""Brings a store back from a backup; what was forgotten since then stays forgotten."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

import msgspec

from ..domain.errors import KeyMissing, Refused, StoreDamaged
from ..domain.times import iso
from ..journal.journal_file import JOURNAL
from ..journal.sqlite_file import make_folder
from ..vault.key_rows import VAULT
from ..vault.private_file import sync_folder
from .backup import Manifest, read_manifest
from .copies import copy_database
from .master_keys import epochs_kept, store_of
from .missed import Missed, apply_missed, read_missed
from .store_files import check_is_readable
from .swap import swap_journal
from .verify import verify_store

_INCOMING: Final = "restoring"


class Restored(msgspec.Struct, frozen=True, kw_only=True):
    """What a store is now; it is opened next, which carries the forgettings to their end."""

    store: str
    position: int  # of the backup
    made_at: int  # when that was
    forgotten_again: int  # forgettings after the backup that were applied to it
    unknown_forgettings: bool  # no present journal told of them; their keys are gone all the same
    readable_again: bool  # a secret that never changes opens also what was forgotten since


def restore(
    backup: Path, store: Path, *, confirmed: bool, now: int, lock_wait_seconds: float = 10.0
) -> Restored:
    """Puts the journal of a backup where the store is.

    The vault of the store stays when there is one, since the keys of all that was forgotten are
    gone from it. Refused for another store, and unless `confirmed` for the same; KeyMissing if a
    forgetting has since made the backup's own vault useless.
    """
    manifest = read_manifest(backup)
    for name in (JOURNAL.name, VAULT.name):
        if not (backup / name).is_file():
            raise StoreDamaged(f"{backup / name} is missing, so this backup cannot be restored")
    check_is_readable(backup)
    with suppress(StoreDamaged):  # that may be why it is restored
        check_is_readable(store, lock_wait_seconds=lock_wait_seconds)
    has_journal = (store / JOURNAL.name).exists()
    if not (store / VAULT.name).exists():
        if has_journal:
            raise Refused(
                f"{store} has a journal and no vault, so nobody can tell which store it is; move it"
                " away, then repeat"
            )
        return _into_new(backup, store, manifest)
    _check_may_overwrite(store, manifest, confirmed=confirmed)
    return _over(backup, store, manifest, now=now, lock_wait_seconds=lock_wait_seconds)


def _check_may_overwrite(store: Path, manifest: Manifest, *, confirmed: bool) -> None:
    if store_of(store) != manifest.store:
        raise Refused(f"{store} is another store than the backup is of; name another folder")
    if not confirmed:
        raise Refused(
            f"{store} is there and would become what it was at position {manifest.position}, on"
            f" {iso(manifest.made_at)}; give --yes to let it"
        )


def _into_new(backup: Path, store: Path, manifest: Manifest) -> Restored:
    make_folder(store)
    with _incoming(store) as incoming:
        copy_database(backup / VAULT.name, VAULT, incoming / VAULT.name)
        copy_database(backup / JOURNAL.name, JOURNAL, incoming / JOURNAL.name)
        epochs = epochs_kept(incoming)
        if epochs and max(epochs) > manifest.epoch and manifest.epoch not in epochs:
            raise KeyMissing(
                f"this copy cannot be opened any more: it is of {iso(manifest.made_at)}, and a"
                " forgetting or `lethelog keys rotate` has destroyed its master key since, so that"
                " no old copy gives away what was forgotten. It can only be restored over the"
                " present store, whose vault has the keys of all that is left"
            )
        verified = verify_store(incoming, since=manifest.checkpoint or None)
        if not verified.is_sound:
            raise verified.complaint()
        for name in (VAULT.name, JOURNAL.name):  # the journal last: it makes a folder a store
            (incoming / name).replace(store / name)
    return _restored(store, manifest, None, readable_again=epochs is None)


def _over(
    backup: Path, store: Path, manifest: Manifest, *, now: int, lock_wait_seconds: float
) -> Restored:
    with _incoming(store) as incoming:
        path = incoming / JOURNAL.name
        copy_database(backup / JOURNAL.name, JOURNAL, path)
        missed = read_missed(store, path, lock_wait_seconds=lock_wait_seconds)
        apply_missed(store, path, missed, checkpoint=manifest.checkpoint, now=now)
        swap_journal(store, path, seen=missed.head, lock_wait_seconds=lock_wait_seconds)
    return _restored(store, manifest, missed, readable_again=False)


@contextmanager
def _incoming(store: Path) -> Iterator[Path]:
    """A folder where a copy is made ready, inside the store so that a rename can end it."""
    folder = store / _INCOMING
    if folder.exists():
        shutil.rmtree(folder)  # of a restore that was cut short
    folder.mkdir(mode=0o700)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        sync_folder(store)


def _restored(
    store: Path, manifest: Manifest, missed: Missed | None, *, readable_again: bool
) -> Restored:
    return Restored(
        store=str(store),
        position=manifest.position,
        made_at=manifest.made_at,
        forgotten_again=0 if missed is None else missed.forgettings,
        unknown_forgettings=missed is not None and missed.head is None,
        readable_again=readable_again,
    )
