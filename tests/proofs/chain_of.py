"""Walks the chain of a journal again, link by link."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from lethelog.journal.chain import START, digest_of, linked
from lethelog.journal.journal_file import JOURNAL
from lethelog.journal.sqlite_recorder import SqliteRecorder
from lethelog.memory import Memory
from lethelog.vault.open_vault import open_vault
from lethelog.vault.vault_seal import VaultSeal


def check_chain(store: Path, memory: Memory) -> None:
    """Every link follows from the one before, and every payload that is there is as written."""
    with closing(VaultSeal(open_vault(store))) as seal:
        key = seal.key("chain")
    before, expected = START, 0
    with closing(SqliteRecorder(store / JOURNAL.name, chain_key=key)) as recorder:
        for link, is_linked, payload in recorder.links():
            before, expected = linked(key, before, link), expected + 1
            assert (link.position, is_linked) == (expected, before)
            assert payload is None or digest_of(payload) == link.digest
    assert expected == memory.journal.head()
