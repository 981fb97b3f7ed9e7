"""Opening the vault of a store: the place of its master key is decided once, and needed for all."""

from __future__ import annotations

import sys
from base64 import b64encode
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Final

import pytest

from lethelog.domain.errors import KeyMissing, StoreDamaged
from lethelog.memory import Memory
from lethelog.tests.journal.other_process import other_processes
from lethelog.tests.vault.test_key_places import Ring
from lethelog.vault.key_rows import VAULT, KeyRows
from lethelog.vault.open_vault import (
    KEY_VARIABLE,
    KEYS_FOLDER_VARIABLE,
    PASSPHRASE_VARIABLE,
    key_file,
    open_vault,
    vault_in_memory,
)
from lethelog.vault.sealing import new_key
from lethelog.vault.vault import store_branch

OPENERS: Final = 4
STORES: Final = 5
CHAIN: Final = store_branch("chain")
SECRET: Final = b64encode(new_key()).decode()

OPENER: Final = """
from lethelog.vault.open_vault import open_vault
from lethelog.vault.vault import store_branch

for line in sys.stdin:
    folder = path.with_name(line.strip())
    folder.mkdir(exist_ok=True)
    vault = open_vault(folder)
    answer(vault.make([store_branch("identity")])[store_branch("identity")].hex())
    vault.close()
"""

SPOILED: Final[dict[str, Callable[[Path], object]]] = {
    "gone": Path.unlink,
    "empty": lambda path: path.write_bytes(b""),
    "zeros": lambda path: path.write_bytes(bytes(path.stat().st_size)),
    "of another store": lambda path: path.write_bytes(b'{"store":"other","epochs":{}}'),
    "without the epoch": lambda path: path.write_bytes(path.read_bytes().replace(b'"1":', b'"7":')),
}


@pytest.fixture
def keys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the master keys of this test alone."""
    folder = tmp_path / "keys"
    monkeypatch.setenv(KEYS_FOLDER_VARIABLE, str(folder))
    return folder


@pytest.fixture
def store(tmp_path: Path) -> Path:
    """The folder of a store that is not made yet."""
    folder = tmp_path / "store"
    folder.mkdir()
    return folder


def chain_key(store: Path) -> bytes:
    """A key of the store, made on its first use."""
    with closing(open_vault(store)) as vault:
        return vault.make([CHAIN])[CHAIN]


def guard_of(store: Path) -> str | None:
    """Where the vault says that its master key is."""
    with closing(KeyRows(store / VAULT.name)) as rows:
        return rows.guard


def contents(folder: Path) -> dict[str, bytes]:
    """Every file below a folder."""
    return {str(each): each.read_bytes() for each in folder.rglob("*") if each.is_file()}


def test_a_store_takes_a_private_file_where_there_is_nothing_better(
    store: Path, keys: Path
) -> None:
    """It is named after the store and lies outside its folder."""
    made = chain_key(store)
    assert guard_of(store) == "file"
    assert [each.suffix for each in keys.iterdir()] == [".json"]
    assert chain_key(store) == made


def test_without_a_folder_for_keys_they_lie_in_that_for_configuration() -> None:
    """Where the platform has it."""
    place = key_file("abc", {})
    assert place.parts[-3:] == ("lethelog", "keys", "abc.json")
    assert key_file("abc", {KEYS_FOLDER_VARIABLE: "/safe"}) == Path("/safe/abc.json")


@pytest.mark.parametrize("spoil", SPOILED.values(), ids=SPOILED)
def test_without_its_master_key_a_store_is_neither_read_nor_written(
    store: Path, keys: Path, spoil: Callable[[Path], object]
) -> None:
    """The error says so, and not one byte of the store or of its keys changes."""
    with Memory.open(store) as memory:
        memory.remember("The green tea is in the cellar.")
    [file] = keys.iterdir()
    spoil(file)
    before = contents(store), contents(keys)
    for _ in range(2):
        with pytest.raises(KeyMissing, match=r"bring"):
            Memory.open(store)
    assert (contents(store), contents(keys)) == before


def test_a_master_key_that_is_brought_back_opens_the_store_again(store: Path, keys: Path) -> None:
    """Nothing was lost meanwhile."""
    made = chain_key(store)
    [file] = keys.iterdir()
    file.rename(file.with_suffix(".aside"))
    with pytest.raises(KeyMissing):
        open_vault(store)
    file.with_suffix(".aside").rename(file)
    assert chain_key(store) == made


def test_a_variable_may_hold_the_master_key(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Then there is no file; the store opens with that variable alone."""
    monkeypatch.setenv(KEY_VARIABLE, SECRET)
    made = chain_key(store)
    assert guard_of(store) == "variable"
    assert chain_key(store) == made
    for value, told in (
        ("", f"what {KEY_VARIABLE} holds"),
        ("?", "not base64"),
        ("c2hvcnQ=", "has 5 bytes; 32 are needed"),
    ):
        monkeypatch.setenv(KEY_VARIABLE, value)
        with pytest.raises(KeyMissing, match=told):
            open_vault(store)
    monkeypatch.setenv(KEY_VARIABLE, b64encode(new_key()).decode())
    with pytest.raises(StoreDamaged, match="is not the one of this store"):
        chain_key(store)


def test_a_passphrase_may_give_the_master_key(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A wrong one opens nothing and changes nothing."""
    monkeypatch.setenv(PASSPHRASE_VARIABLE, "correct horse")
    made = chain_key(store)
    assert guard_of(store) == "passphrase"
    before = contents(store)
    monkeypatch.setenv(PASSPHRASE_VARIABLE, "battery staple")
    with pytest.raises(StoreDamaged, match="master key, is not the one of this store"):
        Memory.open(store)
    monkeypatch.delenv(PASSPHRASE_VARIABLE)
    with pytest.raises(KeyMissing, match=f"what {PASSPHRASE_VARIABLE} holds"):
        Memory.open(store)
    assert contents(store) == before
    monkeypatch.setenv(PASSPHRASE_VARIABLE, "correct horse")
    assert chain_key(store) == made


def test_the_key_ring_of_the_system_comes_first(
    store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before a variable and a file; without it the store is not opened."""
    ring = Ring()
    monkeypatch.delenv(KEYS_FOLDER_VARIABLE)
    monkeypatch.setenv(KEY_VARIABLE, SECRET)
    monkeypatch.setitem(sys.modules, "keyring", ring)
    made = chain_key(store)
    assert guard_of(store) == "keyring"
    assert len(ring.kept) == 1
    assert chain_key(store) == made
    monkeypatch.setitem(sys.modules, "keyring", Ring())
    with pytest.raises(KeyMissing, match="not in the system's key ring"):
        open_vault(store)
    monkeypatch.setitem(sys.modules, "keyring", None)
    with pytest.raises(KeyMissing, match="key ring has the master key"):
        open_vault(store)


def test_where_the_master_key_is_is_decided_once(
    store: Path, keys: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A variable, a passphrase or a key ring that comes later changes nothing."""
    made = chain_key(store)
    monkeypatch.setenv(KEY_VARIABLE, SECRET)
    monkeypatch.setenv(PASSPHRASE_VARIABLE, "correct horse")
    monkeypatch.setitem(sys.modules, "keyring", Ring())
    assert chain_key(store) == made
    assert guard_of(store) == "file"
    assert len(list(keys.iterdir())) == 1


def test_who_names_a_folder_for_keys_wants_no_key_ring(
    store: Path, keys: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So a store can be moved together with that folder."""
    ring = Ring()
    monkeypatch.setitem(sys.modules, "keyring", ring)
    chain_key(store)
    assert (guard_of(store), ring.kept) == ("file", {})
    assert len(list(keys.iterdir())) == 1


def test_a_place_of_a_later_version_is_not_guessed(store: Path) -> None:
    """The vault names it."""
    with closing(KeyRows(store / VAULT.name)) as rows:
        rows.set_guard("moon")
    with pytest.raises(StoreDamaged, match="guarded by 'moon'"):
        open_vault(store)


def test_several_processes_may_make_one_store_at_once(tmp_path: Path, keys: Path) -> None:
    """All have the same keys, and there is one master key for each store."""
    names = [f"store {number}" for number in range(STORES)]
    with other_processes(OPENER, tmp_path / "any", count=OPENERS) as openers:
        for name in names:
            for opener in openers:
                opener.tell(name)
            answers = {opener.answer() for opener in openers}
            assert len(answers) == 1
            assert len(answers.pop()) == 64
    assert len(list(keys.iterdir())) == STORES


def test_a_vault_in_memory_needs_nothing_outside() -> None:
    """Each has keys of its own."""
    assert vault_in_memory().make([CHAIN]) != vault_in_memory().make([CHAIN])
