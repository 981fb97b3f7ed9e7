"""A forgetting that is cut short anywhere is carried to its end by whoever opens the store next."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from shutil import copytree
from typing import Final, TypeAlias

import msgspec
import pytest

from lethelog.commands import forget_desk
from lethelog.commands.erase import Receipt, erase, unfinished
from lethelog.domain.events import Event
from lethelog.tests.journal.other_process import other_process
from lethelog.tests.proofs.canaries import all_found, canaries, canary, path_of, plant
from lethelog.tests.proofs.chain_of import check_chain
from lethelog.tests.proofs.whole_life import OpenMemory
from lethelog.tests.story import TODAY
from lethelog.tests.tables import Tables

Figure: TypeAlias = Callable[[str, int], None]
CRASHES: Final = int(os.environ.get("CRASHES", "2"))
STEPS: Final = ("keys", "payloads", "views", "receipt")
OWNERS: Final = ("first", "second", "third")

DIES: Final = """
from functools import partial
from lethelog.commands import forget_desk
from lethelog.memory import Memory

def die(step):
    if step == sys.argv[2]:
        answer("dead")
        os._exit(9)

forget_desk.erase = partial(forget_desk.erase, after_step=die)
memory = Memory.open(path, clock=lambda: TODAY)
memory.forget_planned(sys.argv[3], planned_at=memory.journal.head())
answer("alive")
"""


class Died(Exception):
    """The process would have ended here."""


class State(msgspec.Struct, frozen=True):
    """All that can be known of a store."""

    events: tuple[Event, ...]
    receipts: tuple[Receipt, ...]
    tables: Tables


def opened(store: Path, monkeypatch: pytest.MonkeyPatch) -> OpenMemory:
    """A store whose keys lie beside it, where time stands still."""
    monkeypatch.setenv("LETHELOG_KEYS", str(store.parent / "keys"))
    return OpenMemory.open(store, clock=lambda: TODAY)


class Crash:
    """A store to which something will happen."""

    def __init__(self, place: Path, completed: Callable[[str], State]) -> None:
        self.place = place
        self._completed = completed

    def check(self, path: str, words: frozenset[str]) -> None:
        """Opened again it is as if nothing had happened but the forgetting."""
        with pytest.MonkeyPatch.context() as monkeypatch:
            assert state_of(self.place, monkeypatch) == self._completed(path)
        assert all_found(self.place, words) == frozenset()


@pytest.fixture
def crash(
    tmp_path: Path,
    base: Path,
    completed: Callable[[str], State],
    monkeypatch: pytest.MonkeyPatch,
) -> Crash:
    """A fresh copy of the store; other processes find its keys too."""
    copytree(base, tmp_path / "place")
    monkeypatch.setenv("LETHELOG_KEYS", str(tmp_path / "place" / "keys"))
    return Crash(tmp_path / "place", completed)


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A closed store with its keys, from which nothing is forgotten yet."""
    place = tmp_path_factory.mktemp("base")
    with (
        pytest.MonkeyPatch.context() as monkeypatch,
        opened(place / "store", monkeypatch) as memory,
    ):
        for owner in OWNERS:
            plant(memory, owner)
    return place


@pytest.fixture(scope="module")
def completed(base: Path, tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], State]:
    """The state of that store after a forgetting that nothing disturbed."""

    @cache
    def complete(path: str) -> State:
        place = tmp_path_factory.mktemp("whole") / "place"
        copytree(base, place)
        with pytest.MonkeyPatch.context() as monkeypatch:
            with opened(place / "store", monkeypatch) as memory:
                memory.forget_planned(path, planned_at=memory.journal.head())
            return state_of(place, monkeypatch)

    return complete


def state_of(place: Path, monkeypatch: pytest.MonkeyPatch) -> State:
    """What is there once the store was opened; nothing may be left to do then."""
    with opened(place / "store", monkeypatch) as memory:
        assert unfinished(memory.journal) == []
        check_chain(place / "store", memory)
        state = State(
            tuple(recorded.event for recorded in memory.journal.read()),
            tuple(map(_comparable, memory.receipts())),
            memory.tables(),
        )
    assert [path.suffix for path in (place / "keys").iterdir()] == [".json"]
    return state


def _comparable(receipt: Receipt) -> Receipt:
    """Without what a second try makes again, and without the link, which is drawn with a nonce."""
    position, _, _ = receipt.checkpoint.partition(":")
    return msgspec.structs.replace(receipt, keys_renewed=0, views_renewed=0, checkpoint=position)


def forgotten_of(number: int) -> tuple[str, frozenset[str]]:
    """What goes in a round, and the words that must be gone with it."""
    owner = OWNERS[number % len(OWNERS)]
    if number % 2:
        return path_of(owner), canaries(owner)
    turn = f"{path_of(owner)}/{canary(owner, 'child')}one"
    return turn, frozenset({canary(owner, "query"), canary(owner, "derived")})


def die_after(step: str, here: str) -> None:
    """Ends the erasure after one of its steps."""
    if here == step:
        raise Died


@pytest.mark.parametrize("number", range(CRASHES))
@pytest.mark.parametrize("step", STEPS)
def test_an_erasure_that_ends_in_an_error_is_carried_on(
    crash: Crash, monkeypatch: pytest.MonkeyPatch, figure: Figure, *, step: str, number: int
) -> None:
    """After each step the next opening brings the state of one that was never cut short."""
    path, words = forgotten_of(number)
    with monkeypatch.context() as fault:
        stops = partial(erase, after_step=partial(die_after, step))
        fault.setattr(forget_desk, "erase", stops)
        with opened(crash.place / "store", fault) as memory, pytest.raises(Died):
            memory.forget_planned(path, planned_at=memory.journal.head())
    crash.check(path, words)
    figure("crashes at a step, by an error", 1)


@pytest.mark.parametrize("number", range(CRASHES))
@pytest.mark.parametrize("step", STEPS)
def test_an_erasure_whose_process_ends_is_carried_on(
    crash: Crash, figure: Figure, step: str, number: int
) -> None:
    """At once and without a goodbye; in every second round the next process ends there too."""
    path, words = forgotten_of(number)
    for _ in range(1 if step == "receipt" else 1 + number % 2):
        with other_process(_for(step, path), crash.place / "store") as process:
            assert process.answer() == "dead"
    crash.check(path, words)
    figure("crashes at a step, by the end of the process", 1)


def test_without_the_fault_the_other_process_lives(crash: Crash) -> None:
    """So it is the fault that ends it."""
    path, words = forgotten_of(0)
    with other_process(_for("no step", path), crash.place / "store") as process:
        assert process.answer() == "alive"
    crash.check(path, words)


def _for(step: str, path: str) -> str:
    return f"TODAY = {TODAY}\nsys.argv += [{step!r}, {path!r}]\n{DIES}"
