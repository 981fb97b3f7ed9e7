"""The tree of keys: a cut takes all that hangs below, and costs no more than its own path."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Final

import pytest

from lethelog.domain.errors import StoreDamaged
from lethelog.domain.identity import SourceUid
from lethelog.tests.vault.vaults import (
    KEY_FILE,
    branch,
    branches,
    keys_in,
    rows_in,
    vault_in,
)
from lethelog.vault.key_rows import VAULT
from lethelog.vault.open_vault import vault_in_memory
from lethelog.vault.vault import Vault, notice_branch, source_branch, store_branch

MESSAGES: Final = 10_000
TOPS: Final = 2_000
PATHS: Final = ("conversation/c", "conversation/c/1", "conversation/c/2", "email/m", "fact/tea")
LEFT: Final = ("conversation/c", "conversation/c/2", "email/m", "fact/tea")
GONE: Final = "conversation/c/1"


def test_a_key_is_made_once_and_found_again(vault: Vault, tmp_path: Path) -> None:
    """Each source has its own, also after the vault was closed and opened."""
    assert vault.existing(branches(*PATHS)) == {}
    made = vault.make(branches(*PATHS))
    assert len(set(made.values())) == len(PATHS)
    assert vault.make(branches(*PATHS)) == vault.existing(branches(*PATHS)) == made
    assert keys_in(tmp_path, *PATHS) == made


def test_the_kinds_of_nodes_never_meet() -> None:
    """A source, what is kept about it and a key of the store may all have one name."""
    name = branch("fact/tea")[-1]
    assert len({source_branch((SourceUid(name),)), notice_branch(name), store_branch(name)}) == 3


def test_forgetting_a_conversation_destroys_all_its_messages_at_one_stroke() -> None:
    """Ten thousand of them and itself, and hardly anything else is sealed anew."""
    vault = vault_in_memory()
    messages = branches(*(f"conversation/c/{number}" for number in range(MESSAGES)))
    vault.make([*messages, branch("fact/tea")])
    cut = vault.destroy(branch("conversation/c"))
    assert cut.destroyed == MESSAGES + 1
    assert cut.rewrapped < 10
    assert list(vault.existing([*messages, branch("fact/tea")])) == [branch("fact/tea")]


def test_forgetting_a_message_seals_its_siblings_and_its_path_anew() -> None:
    """All other messages of that conversation, and no message of another."""
    vault = vault_in_memory()
    siblings = branches(*(f"conversation/c/{number}" for number in range(1_000)))
    others = branches(*(f"conversation/d/{number}" for number in range(1_000)))
    made = vault.make([*siblings, *others])
    cut = vault.destroy(siblings[7])
    assert cut.destroyed == 1
    assert 999 <= cut.rewrapped < 1_010
    del made[siblings[7]]
    assert vault.existing([*siblings, *others]) == made


def test_no_forgetting_seals_the_whole_store_anew(vault: Vault, tmp_path: Path) -> None:
    """Of two thousand outermost sources less than a twentieth is touched, the rest not at all."""
    paths = [f"email/{number}" for number in range(TOPS)]
    vault.make(branches(*paths))
    before = set(rows_in(tmp_path / VAULT.name))
    cut = vault.destroy(branch(paths[0]))
    after = set(rows_in(tmp_path / VAULT.name))
    assert len(after - before) == cut.rewrapped < TOPS / 20
    assert len(before & after) == len(before) - 1 - cut.rewrapped
    assert len(keys_in(tmp_path, *paths)) == TOPS - 1


@pytest.mark.parametrize("gone", PATHS)
def test_what_is_left_opens_with_the_keys_it_had(vault: Vault, tmp_path: Path, gone: str) -> None:
    """Here, and for whoever opens the vault only now; the destroyed is gone for both."""
    made = vault.make(branches(*PATHS))
    assert vault.destroy(branch(gone)).is_clean
    left = {each: key for each, key in made.items() if branch(gone)[-1] not in each}
    assert vault.existing(branches(*PATHS)) == left == keys_in(tmp_path, *PATHS)


def test_destroying_twice_is_destroying_once(vault: Vault, tmp_path: Path) -> None:
    """The second time nothing is sealed anew, and the epoch stays; so it is with the unknown."""
    vault.make(branches(*PATHS))
    vault.destroy(branch(GONE))
    epoch, rows = vault.epoch(), rows_in(tmp_path / VAULT.name)
    for path in (GONE, "conversation/unknown", "conversation/c/unknown"):
        cut = vault.destroy(branch(path))
        assert (cut.destroyed, cut.rewrapped, cut.is_clean) == (0, 0, True)
    assert (vault.epoch(), rows_in(tmp_path / VAULT.name)) == (epoch, rows)


def test_a_source_that_comes_again_gets_another_key(vault: Vault) -> None:
    """Nothing that was sealed before opens with it."""
    old = vault.make(branches(GONE))
    vault.destroy(branch(GONE))
    assert vault.make(branches(GONE)) != old


def test_a_new_master_key_changes_no_other_key(vault: Vault, tmp_path: Path) -> None:
    """Only the outermost nodes are sealed anew."""
    made = vault.make(branches(*PATHS))
    before = set(rows_in(tmp_path / VAULT.name))
    key = (tmp_path / KEY_FILE).read_bytes()
    cut = vault.rotate()
    assert len(set(rows_in(tmp_path / VAULT.name)) - before) == cut.rewrapped < len(before) / 2
    assert (cut.destroyed, cut.is_clean) == (0, True)
    assert (tmp_path / KEY_FILE).read_bytes() != key
    assert keys_in(tmp_path, *PATHS) == vault.existing(branches(*PATHS)) == made


def test_a_node_that_was_hung_elsewhere_does_not_open(vault: Vault, tmp_path: Path) -> None:
    """Each is bound to its name and to the one above it."""
    vault.make(branches(*PATHS))
    first, second = (branch(f"conversation/c/{number}")[-1] for number in (1, 2))
    with sqlite3.connect(tmp_path / VAULT.name) as db:
        db.execute(
            "UPDATE node SET sealed = (SELECT sealed FROM node WHERE uid = ?) WHERE uid = ?",
            (first, second),
        )
    db.close()
    with vault_in(tmp_path) as other:
        assert len(other.existing(branches("conversation/c/1"))) == 1
        with pytest.raises(StoreDamaged, match="does not open under the one above it"):
            other.existing(branches("conversation/c/2"))
