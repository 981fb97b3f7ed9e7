"""Verifying what keeps the forgotten from being learned again."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from lethelog.keeping.chain_walk import Problem
from lethelog.keeping.verify import verify_store
from lethelog.memory import Memory
from lethelog.tests.keeping.stores import PLACES, forget, tamper
from lethelog.vault.open_vault import open_vault
from lethelog.vault.vault import notice_branch


def test_a_block_record_that_is_missing_is_named(store: Path) -> None:
    """Without its key nobody can tell what must not be learned again."""
    forget(store)
    tamper(store / "vault.sqlite", "DELETE FROM node WHERE uid LIKE 'notice:%'")
    assert verify_store(store).problems[0] == Problem("the key of what is blocked is missing", 5)


def test_each_block_has_a_record_that_opens(store: Path) -> None:
    """One sealed under another key opens nothing; who is allowed again is no block any more."""
    forget(store)
    forget(store, PLACES[1])
    assert verify_store(store).blocks == 2
    with Memory.open(store) as memory:
        memory.unblock(PLACES[1])
    assert verify_store(store).blocks == 1
    with Memory.open(store) as memory:
        branch = notice_branch(memory.identity.lineage(PLACES[0])[-1])
    with closing(open_vault(store)) as vault:
        vault.destroy(branch)
        vault.make([branch])
    assert verify_store(store).problems == (
        Problem("the record of what is blocked does not open", 5),
    )
