"""What somebody can read who has files of a store, old or new, and its present master key."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, suppress
from itertools import chain, product
from pathlib import Path
from typing import Final, TypeAlias

import msgspec
import pytest

from lethelog.domain.events import Event
from lethelog.journal.journal import Journal
from lethelog.journal.journal_file import JOURNAL
from lethelog.journal.seals import Letter
from lethelog.journal.sqlite_recorder import SqliteRecorder
from lethelog.tests.proofs.canaries import copied
from lethelog.vault.key_rows import VAULT
from lethelog.vault.master_key import KeyRing
from lethelog.vault.sealing import KEY_BYTES, SealBroken, joint_key, unseal
from lethelog.vault.vault import TOP, Branch, notice_branch, source_branch, store_branch

Keys: TypeAlias = dict[str, set[bytes]]
"""Every data key that was found of each node."""

_TRIES_MAX: Final = 64


class Burglar:
    """Opens nodes of stolen vaults with stolen keys, and payloads with whatever came out."""

    def __init__(self, vaults: Iterable[Path], masters: Iterable[bytes]) -> None:
        self.keys = _picked({row for vault in vaults for row in _nodes(vault)}, set(masters))
        self._all = set(chain.from_iterable(self.keys.values()))

    def read(self, store: Path, scratch: Path) -> list[Event]:
        """All events of a stolen journal, as far as they open."""
        stolen = copied(store, scratch)
        with closing(Journal(SqliteRecorder(stolen / JOURNAL.name), self)) as journal:
            return [recorded.event for recorded in journal.read()]

    def open(self, letters: Sequence[Letter]) -> list[bytes | None]:
        """Each payload with the keys that belong to it, and with every other key there is."""
        return [self._opened(letter) for letter in letters]

    def _opened(self, letter: Letter) -> bytes | None:
        if not letter.content:
            return None
        sets = [sorted(self.keys.get(branch[-1], ())) for branch in _branches(letter)]
        together = (joint_key(each) for each in product(*sets))
        for key, _ in zip(together, range(_TRIES_MAX), strict=False):
            with suppress(SealBroken):
                return unseal(key, letter.content, bound_to=letter.bound_to)
        for key in self._all:
            with suppress(SealBroken):
                return unseal(key, letter.content, bound_to=letter.bound_to)
        return None

    def seal(self, letters: Sequence[Letter], *, epoch: int) -> list[bytes]:
        """Never called: a burglar only reads."""
        pytest.fail(f"a burglar only reads, and was asked to seal {len(letters)} in epoch {epoch}")

    def epoch(self) -> int:
        """Of no use for reading."""
        return 0

    def key(self, name: str) -> bytes:
        """One that was found."""
        [key] = self.keys[store_branch(name)[-1]]
        return key

    def close(self) -> None:
        """Keeps what was found."""


def master_keys(folder: Path) -> frozenset[bytes]:
    """All that a folder of keys holds."""
    rings = [msgspec.json.decode(p.read_bytes(), type=KeyRing) for p in folder.glob("*.json")]
    return frozenset(key for ring in rings for key in ring.epochs.values())


def words_in(events: Iterable[Event], words: Iterable[str]) -> frozenset[str]:
    """Those of the words that the events tell."""
    told = msgspec.json.encode(list(events)).decode()
    return frozenset(word for word in words if word in told)


def _nodes(store: Path) -> Iterator[tuple[str, str, bytes]]:
    with closing(sqlite3.connect(store / VAULT.name)) as db:
        yield from db.execute("SELECT uid, parent, sealed FROM node").fetchall()


def _picked(nodes: set[tuple[str, str, bytes]], masters: set[bytes]) -> Keys:
    """Tries every key that was found on all nodes below its own, until no more open."""
    wraps: dict[str, set[bytes]] = {TOP: masters}
    found: Keys = {}
    before = -1
    while before != (before := sum(map(len, wraps.values()))):
        for uid, parent, sealed in nodes:
            for key in tuple(wraps.get(parent, ())):
                with suppress(SealBroken):
                    pair = unseal(key, sealed, bound_to=f"{parent}\0{uid}".encode())
                    found.setdefault(uid, set()).add(pair[:KEY_BYTES])
                    wraps.setdefault(uid, set()).add(pair[KEY_BYTES:])
    return found


def _branches(letter: Letter) -> list[Branch]:
    if letter.notice_of is not None:
        return [notice_branch(letter.notice_of)]
    if not letter.roots:
        return [store_branch("questions")]
    return [source_branch(lineage) for lineage in sorted(letter.roots)]
