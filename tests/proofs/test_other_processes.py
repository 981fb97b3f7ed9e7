"""What other processes that use the store can still do with a source while it is forgotten."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, TypeAlias

import pytest

from lethelog.commands import forget_desk
from lethelog.domain.errors import Conflict, Refused
from lethelog.domain.events import Erased, Recorded, SourceForgotten
from lethelog.domain.lineage import sources_of
from lethelog.journal.journal import Journal
from lethelog.memory import Memory
from lethelog.tests.journal.other_process import OtherProcess, other_process, other_processes
from lethelog.tests.proofs.canaries import all_found, canaries, copied, path_of, plant
from lethelog.tests.proofs.whole_life import OpenMemory

Figure: TypeAlias = Callable[[str, int], None]
ROUNDS: Final = int(os.environ.get("RACES", "2"))
PROCESSES: Final = 4
EVER: Final = 2**62
GONE: Final = "gone"

USES: Final = """
from lethelog.domain.events import ChunkIngested
from lethelog.domain.events import Asked
from lethelog.domain.policy import RankingPolicy
from lethelog.memory import Memory

ASKED = Asked(limit=5, seen_at=0, ranking=RankingPolicy())
memory = Memory.open(path)
answer("opened")

def tried(order):
    try:
        return order()
    except MemoryStoreError as error:
        return type(error).__name__

def ingest(source, _):
    event = ChunkIngested(
        recorded_at=0, roots=(memory.identity.lineage(source),), item="x", source=source, text="x"
    )
    return tried(lambda: memory.journal.append([event]))

def derive(_, item):
    return tried(lambda: memory.promote(item, text="made of it", judge="agent").is_news)

def recall(source, _):
    memory.recalled("kettle", (), now=0, asked=ASKED, asked_from=source)
    memory.flush()
    return memory.journal.head()

def look(*_):
    return len(memory.search("kettle", limit=50, record=False).found)

def rebuild(*_):
    return memory.rebuild().is_equal

for line in sys.stdin:
    verb, source, item = line.split()
    answer({"ingest": ingest, "derive": derive, "recall": recall, "look": look,
            "rebuild": rebuild}[verb](source, item))
memory.close()
"""

DERIVES: Final = """
from itertools import count
from lethelog.domain.events import Asked
from lethelog.domain.policy import RankingPolicy
from lethelog.memory import Memory

ASKED = Asked(limit=5, seen_at=0, ranking=RankingPolicy())
memory = Memory.open(path)
answer("opened")
for line in sys.stdin:
    source, *items = line.split()
    for number in count():
        memory.recalled("kettle", (), now=0, asked=ASKED, asked_from=source)
        try:
            memory.promote(*items, text=f"fact {os.getpid()} {number}", judge="agent")
        except MemoryStoreError as error:
            if type(error).__name__ != "Conflict":
                break
        if number == 0:
            answer("started")
    memory.flush()
    memory.search("kettle", record=False)
    answer("refused")
memory.close()
"""


@pytest.fixture
def memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Memory]:
    """A store on disk."""
    monkeypatch.setenv("LETHELOG_KEYS", str(tmp_path / "keys"))
    with Memory.open(tmp_path / "store") as opened:
        yield opened


@pytest.fixture
def other(memory: Memory, tmp_path: Path) -> Iterator[OtherProcess]:
    """Another process that has read the source: its keys and its read model are in its hands."""
    plant(memory, GONE)
    with other_process(USES, tmp_path / "store") as process:
        assert process.answer() == "opened"
        assert process.ask("look x x") != "0"
        yield process


def forget(memory: Memory) -> str:
    """Forgets the source and gives back the id of something that came from it."""
    gone = memory.forget_planned(path_of(GONE), planned_at=memory.journal.head())
    return gone.items[0]


def _nothing(journal: Journal) -> list[Recorded]:
    del journal
    return []


def test_there_is_no_receipt_while_another_process_holds_the_rows(
    memory: Memory, other: OtherProcess, tmp_path: Path
) -> None:
    """It sheds them when it next looks, and then the erasure comes to its end."""
    forget(memory)
    for _ in range(2):
        [receipt] = memory.finish_erasures()
        assert receipt.pending == ("views/1 of another process",)
        assert memory.receipts() == ()
    with pytest.raises(Refused, match="a copy may remain"):
        memory.unblock(path_of(GONE))
    assert other.ask("look x x") == "0"
    assert all_found(copied(tmp_path / "store", tmp_path / "copy"), canaries(GONE)) == frozenset()
    [receipt] = memory.finish_erasures()
    assert receipt.pending == ()
    assert len(memory.receipts()) == 1


def test_a_process_that_ends_with_the_rows_leaves_them_to_be_removed(
    memory: Memory, other: OtherProcess, tmp_path: Path
) -> None:
    """Also when it was killed."""
    forget(memory)
    other.kill()
    other.end()
    [receipt] = memory.finish_erasures()
    assert receipt.pending == ()
    assert all_found(copied(tmp_path / "store", tmp_path / "copy"), canaries(GONE)) == frozenset()


def test_a_process_that_builds_its_read_model_anew_has_shed_too(
    memory: Memory, other: OtherProcess, tmp_path: Path
) -> None:
    """Whatever it does with the store next."""
    forget(memory)
    assert other.ask("rebuild x x") == "True"
    assert [receipt.pending for receipt in memory.finish_erasures()] == [()]
    assert all_found(copied(tmp_path / "store", tmp_path / "copy"), canaries(GONE)) == frozenset()


def test_a_read_model_that_is_built_anew_before_the_keys_are_gone_is_shed_once_more(
    memory: Memory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was told what is to be forgotten, although its slot had been clean before."""
    plant(memory, GONE)
    with OpenMemory.open(tmp_path / "store") as other:
        other.tables()
        with monkeypatch.context() as stopped:
            stopped.setattr(forget_desk, "unfinished", _nothing)
            forget(memory)
        other.tables()
        other.renew()
        assert [receipt.pending for receipt in memory.finish_erasures()] != [()]
        other.tables()
        assert [receipt.pending for receipt in memory.finish_erasures()] == [()]


def test_cached_keys_write_nothing_from_a_forgotten_source(
    memory: Memory, other: OtherProcess
) -> None:
    """Neither what comes from it, nor what was made of it, nor a question that was asked there."""
    item = forget(memory)
    head = memory.journal.head()
    assert other.ask(f"ingest {path_of(GONE)} {item}") == "Refused"
    assert other.ask(f"derive {path_of(GONE)} {item}") == "NotFound"
    assert other.ask(f"recall {path_of(GONE)} {item}") == str(head)
    assert memory.journal.head() == head


def _learned(memory: Memory, source: str) -> list[str]:
    return [
        memory.remember(f"{word} in the kettle", within=f"{source}/{word}").items[0]
        for word in ("tea", "milk", "salt")
    ]


def _forget_in_spite_of_others(memory: Memory, source: str) -> int:
    while True:
        try:
            return memory.forget_planned(source, planned_at=EVER).position
        except Conflict:
            continue  # they write all the time


def test_nothing_comes_from_a_source_after_its_forgetting(
    memory: Memory, tmp_path: Path, figure: Figure
) -> None:
    """Four processes derive from it and ask from it without a pause while one forgets it."""
    made = late = 0
    with other_processes(DERIVES, tmp_path / "store", count=PROCESSES) as others:
        assert [each.answer() for each in others] == ["opened"] * PROCESSES
        for number in range(ROUNDS):
            source = f"conversation/round{number}"
            items = _learned(memory, source)
            for each in others:
                each.tell(" ".join((source, *items)))
            assert [each.answer() for each in others] == ["started"] * PROCESSES
            position = _forget_in_spite_of_others(memory, source)
            assert [each.answer() for each in others] == ["refused"] * PROCESSES
            uid = memory.identity.lineage(source)[-1]
            touched = [r for r in memory.journal.read() if uid in sources_of(r.event)]
            made += sum(isinstance(r.event, Erased) and r.event.what == "promoted" for r in touched)
            late += sum(r.position > position for r in touched)
            memory.finish_erasures()
    assert made >= ROUNDS
    assert late == 0
    notices = [r for r in memory.journal.read() if isinstance(r.event, SourceForgotten)]
    assert len(memory.receipts()) == len(notices) == ROUNDS
    figure("races: rounds", ROUNDS)
    figure("races: facts derived before the forgetting", made)
    figure("races: events from the source after it", late)
