"""Vaults on disk with a master key in a file, as most stores have them."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final, TypeAlias

import msgspec

from lethelog.tests.seals import IDENTITY
from lethelog.vault.key_places import PrivateFile
from lethelog.vault.key_rows import VAULT, KeyRows
from lethelog.vault.master_key import KeptKey, KeyRing
from lethelog.vault.vault import Branch, Keys, Vault, source_branch

Row: TypeAlias = tuple[str, str, bytes]

KEY_FILE: Final = Path("keys", "store.json")


@contextmanager
def vault_in(folder: Path, *, lock_wait_seconds: float = 10.0) -> Iterator[Vault]:
    """The vault in a folder, as another process would open it."""
    rows = KeyRows(folder / VAULT.name, lock_wait_seconds=lock_wait_seconds)
    try:
        vault = Vault(rows, KeptKey(PrivateFile(folder / KEY_FILE), store=rows.store))
    except BaseException:
        rows.close()
        raise
    with closing(vault):
        yield vault


def branch(path: str) -> Branch:
    """Where the node of a source hangs."""
    return source_branch(IDENTITY.lineage(path))


def branches(*paths: str) -> list[Branch]:
    """Where the nodes of several sources hang."""
    return [branch(path) for path in paths]


def keys_in(folder: Path, *paths: str) -> Keys:
    """The data keys that somebody finds who opens the vault only now."""
    with vault_in(folder) as vault:
        return vault.existing(branches(*paths))


def ring_in(folder: Path) -> KeyRing:
    """All master keys that are kept."""
    return msgspec.json.decode((folder / KEY_FILE).read_bytes(), type=KeyRing)


def rows_in(file: Path) -> list[Row]:
    """All nodes as (parent, uid, sealed pair), as they lie in the file."""
    with closing(sqlite3.connect(file)) as db:
        return db.execute("SELECT parent, uid, sealed FROM node ORDER BY parent, uid").fetchall()
