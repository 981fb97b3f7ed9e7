"""What can be told of the master key of a store without opening anything under it."""

from __future__ import annotations

import os
from contextlib import closing
from pathlib import Path
from typing import Final

import msgspec

from ..vault.key_rows import VAULT, KeyRows
from ..vault.master_key import KeptKey
from ..vault.open_vault import KEY_VARIABLE, PASSPHRASE_VARIABLE, key_file, master_key

SECRETS: Final = {
    "variable": f"the variable {KEY_VARIABLE}",
    "passphrase": f"the passphrase in {PASSPHRASE_VARIABLE}",
}
"""The guards that keep no key, with what they make it from."""


class KeyState(msgspec.Struct, frozen=True, kw_only=True):
    """How a store is guarded and where its master key is."""

    store: str
    epoch: int
    guard: str
    place: str
    can_be_destroyed: bool


def key_state(folder: Path) -> KeyState:
    """KeyMissing where the guard says that the key is somewhere that is not here."""
    with closing(KeyRows(folder / VAULT.name)) as rows:
        guard = rows.guard or "file"
        return KeyState(
            store=rows.store,
            epoch=rows.epoch(),
            guard=guard,
            place=_place(guard, rows.store),
            can_be_destroyed=guard not in SECRETS,
        )


def store_of(folder: Path) -> str:
    """The random name of the store that a vault belongs to."""
    return key_state(folder).store


def epochs_kept(folder: Path) -> frozenset[int] | None:
    """The epochs whose keys are in the key's place; None where a secret gives all of them."""
    with closing(KeyRows(folder / VAULT.name)) as rows:
        master = master_key(rows, os.environ)
        return frozenset(master.ring().epochs) if isinstance(master, KeptKey) else None


def _place(guard: str, store: str) -> str:
    if guard in SECRETS:
        return SECRETS[guard]
    if guard == "keyring":
        return "the key ring of this system"
    return str(key_file(store, os.environ))
