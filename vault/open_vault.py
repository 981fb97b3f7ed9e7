"""Finds the master key of a store and opens its vault."""

from __future__ import annotations

import binascii
import os
from base64 import b64decode
from collections.abc import Mapping
from pathlib import Path
from typing import Final, Literal, TypeAlias, get_args

from platformdirs import user_config_path

from ..domain.errors import KeyMissing, StoreDamaged
from .key_places import PrivateFile, system_key_ring
from .key_rows import VAULT, KeyRows
from .master_key import KeptKey, MasterKey, SecretKey
from .sealing import KEY_BYTES, new_key
from .vault import Vault

Guard: TypeAlias = Literal["keyring", "variable", "passphrase", "file", "memory"]
"""Where the master key of a store is, decided when the store is made and kept in its vault."""

KEY_VARIABLE: Final = "LETHELOG_MASTER_KEY"
PASSPHRASE_VARIABLE: Final = "LETHELOG_PASSPHRASE"  # noqa: S105 - a name, no secret
KEYS_FOLDER_VARIABLE: Final = "LETHELOG_KEYS"


def open_vault(folder: Path, *, lock_wait_seconds: float = 10.0) -> Vault:
    """The vault of the store in a folder; KeyMissing if its master key is not to be found.

    A new store takes the system's key ring where there is one that works, else the variable, else
    the passphrase in a variable, else a private file in the folder for configuration. Whoever
    names a folder for keys wants no key ring.
    """
    rows = KeyRows(folder / VAULT.name, lock_wait_seconds=lock_wait_seconds)
    try:
        if rows.guard is None:
            rows.set_guard(_choose(rows.store, os.environ))
        return Vault(rows, master_key(rows, os.environ))
    except BaseException:
        rows.close()
        raise


def vault_in_memory() -> Vault:
    """A vault that is gone with its process."""
    return Vault(KeyRows(None), SecretKey(new_key()))


def master_key(rows: KeyRows, environ: Mapping[str, str]) -> MasterKey:
    """The master key as the vault says that it is guarded."""
    match rows.guard:
        case "variable":
            return SecretKey(_from_variable(environ))
        case "passphrase":
            passphrase = _needed(environ, PASSPHRASE_VARIABLE)
            return SecretKey.of_passphrase(passphrase, salt=rows.salt)
        case "keyring":
            place = system_key_ring(rows.store)
            if place is None:
                raise KeyMissing("the system's key ring has the master key, but is not to be had")
            return KeptKey(place, store=rows.store)
        case "file":
            return KeptKey(PrivateFile(key_file(rows.store, environ)), store=rows.store)
        case _:
            raise StoreDamaged(f"the vault is guarded by {rows.guard!r}, one of {get_args(Guard)}")


def key_file(store: str, environ: Mapping[str, str]) -> Path:
    """Where the private file with the master key of a store lies."""
    named = environ.get(KEYS_FOLDER_VARIABLE)
    folder = Path(named) if named else user_config_path("lethelog", appauthor=False) / "keys"
    return folder / f"{store}.json"


def _choose(store: str, environ: Mapping[str, str]) -> Guard:
    if not environ.get(KEYS_FOLDER_VARIABLE) and system_key_ring(store) is not None:
        return "keyring"
    if environ.get(KEY_VARIABLE):
        return "variable"
    return "passphrase" if environ.get(PASSPHRASE_VARIABLE) else "file"


def _from_variable(environ: Mapping[str, str]) -> bytes:
    try:
        key = b64decode(_needed(environ, KEY_VARIABLE), validate=True)
    except binascii.Error as error:
        raise KeyMissing(f"{KEY_VARIABLE} is not base64 ({error}); set it to the key") from error
    if len(key) < KEY_BYTES:
        raise KeyMissing(f"{KEY_VARIABLE} has {len(key)} bytes; {KEY_BYTES} are needed")
    return key


def _needed(environ: Mapping[str, str], variable: str) -> str:
    value = environ.get(variable)
    if not value:
        raise KeyMissing(f"this store opens with what {variable} holds; set it, then repeat")
    return value
