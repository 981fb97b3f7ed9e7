"""Old copies of a vault: what was destroyed later cannot be got out of them, whoever has what."""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import Final

import pytest

from lethelog.domain.errors import KeyMissing
from lethelog.tests.vault.vaults import (
    KEY_FILE,
    Row,
    branch,
    branches,
    ring_in,
    rows_in,
    vault_in,
)
from lethelog.vault.key_rows import VAULT
from lethelog.vault.sealing import KEY_BYTES, SealBroken, unseal
from lethelog.vault.vault import Vault

PATHS: Final = (
    *(f"conversation/c/{number}" for number in range(5)),
    *("conversation/d/1", "email/m", "fact/tea"),
)


def copied(folder: Path, to: Path) -> Path:
    """A copy of the vault as a backup takes it, with its log."""
    to.mkdir()
    for file in folder.glob(f"{VAULT.name}*"):
        shutil.copy(file, to)
    return to / VAULT.name


def opened(rows: Iterable[Row], keys: Iterable[bytes]) -> dict[str, bytes]:
    """All data keys that can be got out of some rows by trying every key on each, again and again.

    What a node opens to is a key for others; nothing is held against the tree.
    """
    found: dict[str, bytes] = {}
    closed, known = list(rows), list(keys)
    while known:
        key = known.pop()
        still_closed: list[Row] = []
        for parent, uid, sealed in closed:
            try:
                pair = unseal(key, sealed, bound_to=f"{parent}\0{uid}".encode())
            except SealBroken:
                still_closed.append((parent, uid, sealed))
                continue
            found[uid] = pair[:KEY_BYTES]
            known += [pair[:KEY_BYTES], pair[KEY_BYTES:]]
        closed = still_closed
    return found


def uids(*paths: str) -> set[str]:
    """The nodes of these sources."""
    return {branch(path)[-1] for path in paths}


@pytest.mark.parametrize("gone", ["conversation/c/1", "conversation/c", "email/m"])
def test_what_was_destroyed_is_in_no_old_copy(vault: Vault, tmp_path: Path, gone: str) -> None:
    """Not with the master key of today, nor with all that the vault of today holds besides."""
    vault.make(branches(*PATHS))
    old = copied(tmp_path, tmp_path / "old")
    before = opened(rows_in(old), ring_in(tmp_path).epochs.values())
    assert uids(*PATHS) <= set(before)  # the same look finds everything before the destruction
    assert vault.destroy(branch(gone)).is_clean
    lost = {path for path in PATHS if branch(gone)[-1] in branch(path)}
    keys = ring_in(tmp_path).epochs.values()
    assert opened(rows_in(old), keys) == {}
    together = opened([*rows_in(old), *rows_in(tmp_path / VAULT.name)], keys)
    assert uids(*PATHS) - set(together) == uids(*lost)
    assert not {before[uid] for uid in uids(*lost)} & set(together.values())


def test_an_old_copy_in_the_place_of_the_vault_is_not_opened(vault: Vault, tmp_path: Path) -> None:
    """Its master key is gone, which is told; the vault of today opens as before."""
    vault.make(branches(*PATHS))
    copied(tmp_path, tmp_path / "old")
    vault.destroy(branch("email/m"))
    (tmp_path / "old" / KEY_FILE).parent.mkdir()
    shutil.copy(tmp_path / KEY_FILE, tmp_path / "old" / KEY_FILE)
    with pytest.raises(KeyMissing), vault_in(tmp_path / "old"):
        pass
    with vault_in(tmp_path) as again:
        assert len(again.existing(branches(*PATHS))) == len(PATHS) - 1


def test_copies_from_any_time_together_give_nothing_back(vault: Vault, tmp_path: Path) -> None:
    """One was taken before each of several forgettings."""
    vault.make(branches(*PATHS))
    gone = ("conversation/c/0", "fact/tea", "conversation/c/1", "conversation/c")
    copies: list[Row] = []
    for number, path in enumerate(gone):
        copies += rows_in(copied(tmp_path, tmp_path / str(number)))
        vault.make(branches(f"email/{number}"))
        vault.destroy(branch(path))
    keys = ring_in(tmp_path).epochs.values()
    together = opened([*copies, *rows_in(tmp_path / VAULT.name)], keys)
    assert uids("conversation/d/1", "email/m", "email/0", "email/3") <= set(together)
    assert not uids(*PATHS[:5], "fact/tea", "conversation/c") & set(together)


def test_no_byte_of_a_destroyed_node_is_left_in_the_files(vault: Vault, tmp_path: Path) -> None:
    """Neither of itself nor of what was sealed anew."""
    vault.make(branches(*PATHS))
    before = set(rows_in(tmp_path / VAULT.name))
    vault.destroy(branch("conversation/c/1"))
    replaced = before - set(rows_in(tmp_path / VAULT.name))
    left = b"".join(file.read_bytes() for file in tmp_path.glob(f"{VAULT.name}*"))
    assert len(replaced) > 5
    assert [uid for _, uid, sealed in replaced if sealed in left] == []
    assert all(sealed in left for _, _, sealed in rows_in(tmp_path / VAULT.name))
