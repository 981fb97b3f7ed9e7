"""After a forgetting a process that stays current makes its read model anew, and still answers."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import duckdb
import pytest

from lethelog.projections import slot_cleaning
from lethelog.projections.copying import Copying
from lethelog.projections.slot_files import generations
from lethelog.tests.proofs.canaries import all_found, canaries, copied, path_of, plant
from lethelog.tests.proofs.whole_life import OpenMemory
from lethelog.tests.tables import replayed

PATIENCE_SECONDS: Final = 20.0  # no test waits so long unless something is lost
LOOK_SECONDS: Final = 0.01
GONE: Final = "gone"


class Gate:
    """Where a copy beside waits, once it has taken hold of the rows, until it is let through."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.reached = threading.Event()
        self.open = threading.Event()
        self.stopped = 0
        run, stop = Copying.run, Copying.stop

        def waiting(copying: Copying) -> None:
            if threading.current_thread() is threading.main_thread():
                run(copying)  # a question waits for it
                return
            self.reached.set()
            assert self.open.wait(PATIENCE_SECONDS), "nobody let it through"
            run(copying)

        def stopping(copying: Copying) -> None:
            self.stopped += 1
            stop(copying)
            self.open.set()

        monkeypatch.setattr(slot_cleaning, "UNDER_WAY_SECONDS_MAX", 0.0)
        monkeypatch.setattr(Copying, "run", waiting)
        monkeypatch.setattr(Copying, "stop", stopping)

    def is_reached(self) -> bool:
        """Whether a copy begins by itself."""
        return self.reached.wait(PATIENCE_SECONDS)


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Gate:
    """Closed at first."""
    return Gate(monkeypatch)


@pytest.fixture
def memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[OpenMemory]:
    """A store on disk with one conversation; its read model holds all of it."""
    monkeypatch.setenv("LETHELOG_KEYS", str(tmp_path / "keys"))
    with OpenMemory.open(tmp_path / "store") as opened:
        plant(opened, GONE)
        opened.remember("The kettle is blue.")
        opened.search("kettle", record=False)
        yield opened


@pytest.fixture
def other(memory: OpenMemory) -> Iterator[OpenMemory]:
    """Another connection to it, with a read model of its own, as another process has it."""
    with OpenMemory.open(memory.folder or "") as opened:
        opened.tables()
        yield opened


def becomes(true: Callable[[], bool]) -> bool:
    """Whether that comes by itself."""
    moment = threading.Event()
    looks = int(PATIENCE_SECONDS / LOOK_SECONDS)
    return any(true() or moment.wait(LOOK_SECONDS) for _ in range(looks))


def forget(memory: OpenMemory, source: str) -> tuple[str, ...]:
    """Forgets it as far as it goes, and names the files that are still pending."""
    memory.forget_planned(source, planned_at=memory.journal.head())
    return pending(memory)


def pending(memory: OpenMemory) -> tuple[str, ...]:
    """What the erasures still wait for."""
    return tuple(each for receipt in memory.finish_erasures() for each in receipt.pending)


def is_as_replayed(memory: OpenMemory) -> bool:
    """Whether its tables are those of a store that is read from the first event on."""
    events = list(memory.journal.read())
    return memory.tables() == replayed(events, store=memory.identity.name_for("view"))[0]


def files(memory: OpenMemory) -> list[int]:
    """How many generations lie in each slot."""
    return [
        len(generations(slot)) for slot in sorted(((memory.folder or Path()) / "views").iterdir())
    ]


def test_what_is_forgotten_leaves_a_process_that_nobody_asks(
    memory: OpenMemory, other: OpenMemory, tmp_path: Path
) -> None:
    """So that an erasure comes to its end while agents hold the store open."""
    assert all_found(copied(tmp_path / "store", tmp_path / "before"), canaries(GONE))
    with other.stay_current():
        forget(memory, path_of(GONE))
        assert becomes(lambda: not pending(memory))
        assert all_found(copied(tmp_path / "store", tmp_path / "copy"), canaries(GONE)) == set()
        assert is_as_replayed(other)
        assert files(memory) == [1, 1]


def test_questions_are_answered_while_it_is_copied(
    memory: OpenMemory, other: OpenMemory, gate: Gate
) -> None:
    """Without what is forgotten, and with what came in since."""
    with other.stay_current():
        memory.forget_planned(path_of(GONE), planned_at=memory.journal.head())
        assert gate.is_reached()
        assert [f.text for f in other.search("kettle").found] == ["The kettle is blue."]
        memory.remember("Another kettle is red.")
        other.remember("A third kettle is green.")
        assert len(other.search("kettle").found) == 3
        other.flush()
        gate.open.set()
        assert becomes(lambda: not pending(memory))
        assert is_as_replayed(other)


def test_what_was_in_memory_is_in_memory_again(memory: OpenMemory, other: OpenMemory) -> None:
    """Before the new one takes its place, so no search waits for that."""
    with other.stay_current():
        other.warm()
        forget(memory, path_of(GONE))
        assert becomes(lambda: not pending(memory))
        assert other.ask(lambda view: view.still_in_memory() is not None)


def test_what_is_forgotten_meanwhile_is_shed_next(
    memory: OpenMemory, other: OpenMemory, gate: Gate, tmp_path: Path
) -> None:
    """The copy that was under way holds it and does not count as clean."""
    plant(memory, "later")
    other.tables()
    with other.stay_current():
        memory.forget_planned(path_of(GONE), planned_at=memory.journal.head())
        assert gate.is_reached()
        memory.forget_planned(path_of("later"), planned_at=memory.journal.head())
        other.tables()
        gate.open.set()
        assert becomes(lambda: not pending(memory))
        left = copied(tmp_path / "store", tmp_path / "copy")
        assert all_found(left, canaries(GONE) | canaries("later")) == set()
        assert is_as_replayed(other)


OVERTAKES: Final[dict[str, Callable[[OpenMemory], object]]] = {
    "rebuild": lambda memory: memory.rebuild(),
    "renew": lambda memory: memory.renew(),
    "close the file": lambda memory: memory.read_models.close_view(),
    "close": lambda memory: memory.close(),
}


@pytest.mark.parametrize("order", OVERTAKES)
def test_whoever_makes_a_read_model_meanwhile_overtakes_it(
    memory: OpenMemory, other: OpenMemory, gate: Gate, *, order: str
) -> None:
    """Nothing is left of the copy, and what is forgotten is shed all the same."""
    with other.stay_current():
        memory.forget_planned(path_of(GONE), planned_at=memory.journal.head())
        assert gate.is_reached()
        OVERTAKES[order](other)
        assert gate.stopped == 1
        if order == "close":
            assert pending(memory) == ()
        else:
            assert is_as_replayed(other)
            assert becomes(lambda: not pending(memory)), "though nothing comes that would wake it"
        assert max(files(memory)) == 1


def test_the_end_of_the_block_ends_the_copy(
    memory: OpenMemory, other: OpenMemory, gate: Gate
) -> None:
    """From then on the next question sheds, as ever."""
    with other.stay_current():
        memory.forget_planned(path_of(GONE), planned_at=memory.journal.head())
        assert gate.is_reached()
    assert gate.stopped == 1
    assert pending(memory) == ("views/1 of another process",)
    other.tables()
    assert pending(memory) == ()


def test_where_it_cannot_be_copied_all_is_built_anew(
    memory: OpenMemory, other: OpenMemory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From what is left."""

    def fail(_: Copying) -> None:
        raise duckdb.Error("damaged")

    with other.stay_current():
        monkeypatch.setattr(Copying, "run", fail)
        memory.forget_planned(path_of(GONE), planned_at=memory.journal.head())
        assert becomes(lambda: is_as_replayed(other))
        monkeypatch.undo()
        memory.remember("Another kettle is red.")
        assert becomes(lambda: not pending(memory))
        assert files(memory) == [1, 1]


def test_whoever_forgets_while_it_stays_current_keeps_answering(
    memory: OpenMemory, gate: Gate
) -> None:
    """Its own copy holds nobody up either; once it has forgotten, nothing is left."""
    with memory.stay_current():
        forgets = threading.Thread(target=forget, args=(memory, path_of(GONE)))
        forgets.start()
        assert gate.is_reached()
        assert len(memory.search("kettle").found) == 1
        memory.remember("Another kettle is red.")
        assert len(memory.search("kettle").found) == 2
        gate.open.set()
        forgets.join(PATIENCE_SECONDS)
        assert [receipt.pending for receipt in memory.receipts()] == [()]
