"""What sealing costs: two equal stores, one sealed and one not, in turns on the same events."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Sequence
from itertools import islice
from pathlib import Path
from statistics import median
from typing import Final, TypeAlias

import msgspec

from lethelog.benchmarks.long_life import LongLife
from lethelog.domain.events import Event
from lethelog.domain.identity import Identity
from lethelog.journal.journal import Journal
from lethelog.journal.journal_file import JOURNAL
from lethelog.journal.seals import Letter, Seal
from lethelog.journal.sqlite_file import make_folder
from lethelog.journal.sqlite_recorder import SqliteRecorder
from lethelog.projections.view import View
from lethelog.replay.catch_up import catch_up
from lethelog.vault.open_vault import open_vault
from lethelog.vault.vault_seal import VaultSeal

BATCH_EVENTS: Final = 100
_SINGLE_APPENDS: Final = 20  # timed together: one alone is too short
_REPLAYS: Final = 5
_KEY: Final = bytes(32)

Stores: TypeAlias = tuple[Journal, Journal]
"""The sealed one, and the one that is not."""


class PlainSeal:
    """Seals nothing: what a store without keys would do."""

    def epoch(self) -> int:
        """Nothing is ever destroyed."""
        return 1

    def seal(self, letters: Sequence[Letter], *, epoch: int) -> list[bytes]:
        """The payloads as they are."""
        del epoch
        return [letter.content for letter in letters]

    def open(self, letters: Sequence[Letter]) -> list[bytes | None]:
        """The payloads as they are; None where one is erased."""
        return [letter.content or None for letter in letters]

    def key(self, name: str) -> bytes:
        """One for all: only the figures count."""
        del name
        return _KEY

    def close(self) -> None:
        """There is nothing to let go."""


class Cost(msgspec.Struct, kw_only=True):
    """Microseconds an event, sealed and not: of CPU, and of waiting for all."""

    sealed_cpu: float
    plain_cpu: float
    ratio_cpu: float
    sealed_wall: float
    plain_wall: float
    ratio_wall: float


def sealing_cost(folder: Path, identity: Identity, *, events: int) -> dict[str, Cost]:
    """Appends one by one and in batches, and replays, each in both stores by turns."""
    stores = (
        open_journal(folder / "sealed", open_vault_seal(folder / "sealed")),
        open_journal(folder / "plain", PlainSeal()),
    )
    life = LongLife(identity).events()
    try:
        appended = list(islice(life, events))
        batches = _appended(stores, appended, together=BATCH_EVENTS)
        rest = list(islice(life, max(events // 50, 2 * _SINGLE_APPENDS)))
        single = _appended(stores, rest, together=1)
        return {
            "single append": single,
            f"batches of {BATCH_EVENTS}": batches,
            "replay: read": _replayed(stores, _read),
            "replay: read model": _replayed(stores, _built),
        }
    finally:
        for journal in stores:
            journal.close()


def open_vault_seal(folder: Path) -> VaultSeal:
    """The seal of a store in a folder, with keys that are kept outside it."""
    make_folder(folder)
    return VaultSeal(open_vault(folder))


def open_journal(folder: Path, seal: Seal) -> Journal:
    """The journal of a store in a folder as `Memory` opens it."""
    make_folder(folder)
    return Journal(SqliteRecorder(folder / JOURNAL.name, chain_key=seal.key("chain")), seal)


def _appended(stores: Stores, events: Sequence[Event], *, together: int) -> Cost:
    """One round is one batch, or some single appends, in the one store and then in the other."""
    a_round = together if together > 1 else _SINGLE_APPENDS
    rounds = [events[at : at + a_round] for at in range(0, len(events), a_round)]

    def append(journal: Journal, number: int) -> int:
        part = rounds[number]
        for at in range(0, len(part), together):
            journal.append(part[at : at + together])
        return len(part)

    return _by_turns(stores, append, rounds=len(rounds))


def _replayed(stores: Stores, replay: Callable[[Journal], int]) -> Cost:
    return _by_turns(stores, lambda journal, _: replay(journal), rounds=_REPLAYS)


def _read(journal: Journal) -> int:
    return sum(1 for _ in journal.read())


def _built(journal: Journal) -> int:
    view = View(None, store="bench")
    try:
        return catch_up(journal, view)
    finally:
        view.close()


def _by_turns(stores: Stores, work: Callable[[Journal, int], int], *, rounds: int) -> Cost:
    """Medians over all rounds; who begins changes, so that neither has the warmer machine."""
    cpu: tuple[list[float], list[float]] = ([], [])
    wall: tuple[list[float], list[float]] = ([], [])
    for number in range(rounds):
        for which in (0, 1) if number % 2 else (1, 0):
            gc.collect()
            started, worked = time.perf_counter(), time.process_time()
            done = work(stores[which], number)
            cpu[which].append((time.process_time() - worked) / done * 1e6)
            wall[which].append((time.perf_counter() - started) / done * 1e6)
    return Cost(
        sealed_cpu=round(median(cpu[0]), 2),
        plain_cpu=round(median(cpu[1]), 2),
        ratio_cpu=round(median(cpu[0]) / median(cpu[1]), 3),
        sealed_wall=round(median(wall[0]), 2),
        plain_wall=round(median(wall[1]), 2),
        ratio_wall=round(median(wall[0]) / median(wall[1]), 3),
    )
