"""A new master key, so that no old copy of the vault opens any more."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import msgspec

from ..journal.journal_file import JOURNAL
from ..vault.open_vault import open_vault
from .master_keys import key_state
from .store_files import check_is_readable, check_whole


class Rotated(msgspec.Struct, frozen=True, kw_only=True):
    """The new epoch; without `is_clean` another process reads the vault, whose file keeps bytes."""

    epoch: int
    rewrapped: int
    is_clean: bool
    can_be_destroyed: bool
    place: str


def rotate_keys(store: Path, *, lock_wait_seconds: float = 10.0) -> Rotated:
    """Seals the top of the vault under a new master key and destroys the old one."""
    check_whole(store, store / JOURNAL.name)
    check_is_readable(store, lock_wait_seconds=lock_wait_seconds)
    with closing(open_vault(store, lock_wait_seconds=lock_wait_seconds)) as vault:
        cut = vault.rotate()
        epoch = vault.epoch()
    state = key_state(store)
    return Rotated(
        epoch=epoch,
        rewrapped=cut.rewrapped,
        is_clean=cut.is_clean,
        can_be_destroyed=state.can_be_destroyed,
        place=state.place,
    )
