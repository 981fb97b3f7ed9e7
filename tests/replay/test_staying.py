"""A process that stays current: what anyone records is in its read model before it asks."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from lethelog.domain.errors import StoreDamaged
from lethelog.domain.events import Recorded
from lethelog.journal.journal import Journal
from lethelog.memory import Memory
from lethelog.projections.view import View
from lethelog.tests.journal.other_process import other_process

PATIENCE_SECONDS: Final = 20.0  # no test waits so long unless something is lost
LOOK_SECONDS: Final = 0.01

WRITES: Final = """
from lethelog.memory import Memory
with Memory.open(path) as memory:
    answer("opened")
    for line in sys.stdin:
        for number in range(int(line)):
            memory.ingest(f"tea from elsewhere, cup {number} of {line}".encode())
        answer(memory.journal.head())
"""


@pytest.fixture
def memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Memory]:
    """A store on disk with one item."""
    monkeypatch.setenv("LETHELOG_KEYS", str(tmp_path / "keys"))
    with Memory.open(tmp_path / "store") as opened:
        opened.ingest(b"tea")
        yield opened


def arrives(memory: Memory, position: int) -> bool:
    """Whether the read model comes so far by itself."""
    moment = threading.Event()
    looks = int(PATIENCE_SECONDS / LOOK_SECONDS)
    return any(_is_at(memory, position) or moment.wait(LOOK_SECONDS) for _ in range(looks))


def _is_at(memory: Memory, position: int) -> bool:
    """As it is listed, which catches nothing up."""
    return [slot.position for slot in memory.views()] == [position]


def threads() -> int:
    """How many there are."""
    return threading.active_count()


def test_what_another_process_records_is_there_before_it_is_asked_for(
    memory: Memory, tmp_path: Path
) -> None:
    """Also what comes in many small steps, and what was there before the block."""
    before = threads()
    with other_process(WRITES, tmp_path / "store") as other, memory.stay_current():
        assert other.answer() == "opened"
        assert arrives(memory, 1)
        for count in ("1", "50"):
            assert arrives(memory, int(other.ask(count)))
    assert threads() <= before + 1  # the one that looks for others' appends ends by itself
    memory.ingest(b"milk")
    assert not _is_at(memory, memory.journal.head())


def test_what_waits_is_applied_together(memory: Memory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Never one event a transaction when there are more."""
    batches: list[int] = []
    apply = View.apply

    def counted(view: View, batch: list[Recorded]) -> None:
        batches.append(len(batch))
        apply(view, batch)

    monkeypatch.setattr(View, "apply", counted)
    with memory.stay_current():
        assert arrives(memory, 1)
        # The read model is taken as long as the question lasts.
        memory.ask(lambda _: [memory.ingest(b"cup %d" % number) for number in range(30)])
        assert arrives(memory, 31)
    assert batches[0] == 1
    assert len(batches) <= 3


def test_a_memory_that_is_closed_inside_the_block_ends_it(memory: Memory) -> None:
    """Its slot is free for the next, and nothing opens its files again."""
    views = memory.read_models
    with memory.stay_current():
        memory.remember("milk")
        memory.close()
        assert views.keep_up() == 0
    with Memory.open(memory.folder or "") as next_one, next_one.stay_current():
        assert arrives(next_one, 2)
        [slot] = next_one.views()
        assert (slot.slot, slot.holder) == ("0", "this process")


def test_an_error_is_met_again_by_the_next_question(
    memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The thread goes on, and what went wrong once may go well later."""
    tried = threading.Event()

    def fail(*_: object, **__: object) -> Iterator[Recorded]:
        tried.set()
        raise StoreDamaged("event 2 cannot be read")

    with memory.stay_current():
        assert arrives(memory, 1)
        with monkeypatch.context() as damaged:
            damaged.setattr(Journal, "read", fail)
            memory.remember("milk")
            assert tried.wait(PATIENCE_SECONDS)
            with pytest.raises(StoreDamaged, match="event 2"):
                memory.search("milk", record=False)
        memory.remember("sugar")
        assert arrives(memory, 3)


def test_an_error_in_the_block_comes_out_of_it(memory: Memory) -> None:
    """Once the thread has ended."""
    before = threads()
    with pytest.raises(ZeroDivisionError), memory.stay_current():
        raise ZeroDivisionError
    assert threads() <= before + 1
