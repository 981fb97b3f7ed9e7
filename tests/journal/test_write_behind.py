"""What is recorded behind never waits for the disk, and is never lost, doubled or reordered."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

import pytest

from lethelog.domain.errors import StoreLocked
from lethelog.domain.events import Recalled, SourceForgotten
from lethelog.journal.dcb import DCBAppendCondition, DCBEvent
from lethelog.journal.in_memory import InMemoryRecorder
from lethelog.journal.journal import Journal
from lethelog.journal.sqlite_recorder import SqliteRecorder
from lethelog.journal.write_behind import PENDING_EVENTS_MAX, WriteBehind
from lethelog.memory import Memory
from lethelog.tests.journal.following import following
from lethelog.tests.journal.other_process import write_lock_held
from lethelog.tests.seals import IDENTITY, RepeatableSeal
from lethelog.tests.story import TODAY, asked, said

QUESTIONS = [f"question {number}" for number in range(100)]
FOR_EVER = 600.0  # a put that waited for the disk would hang on this lock and fail the test


class CountingRecorder(InMemoryRecorder):
    """A journal in memory that remembers the size of each append."""

    def __init__(self) -> None:
        super().__init__()
        self.sizes: list[int] = []

    def append(
        self,
        events: Sequence[DCBEvent],
        condition: DCBAppendCondition | None = None,
        *,
        durable: bool = True,
        guard: DCBAppendCondition | None = None,
    ) -> int:
        """As the library promises."""
        self.sizes.append(len(events))
        return super().append(events, condition, durable=durable, guard=guard)


@pytest.fixture
def recorder() -> CountingRecorder:
    """A recorder that counts."""
    return CountingRecorder()


@pytest.fixture
def counted(recorder: CountingRecorder) -> Journal:
    """A journal on the counting recorder."""
    return Journal(recorder, RepeatableSeal())


@pytest.fixture
def behind(counted: Journal) -> Iterator[WriteBehind]:
    """A write-behind on that journal."""
    made = WriteBehind(counted)
    yield made
    made.close()


def questions_in(journal: Journal) -> list[str]:
    """What was asked, in the order of the journal."""
    events = [recorded.event for recorded in journal.read()]
    return [event.query for event in events if isinstance(event, Recalled)]


def test_putting_returns_before_anything_is_written(path: Path) -> None:
    """While another process holds the journal, events wait here, and come in when it lets go."""
    journal = Journal(SqliteRecorder(path, lock_wait_seconds=FOR_EVER), RepeatableSeal())
    behind = WriteBehind(journal)
    with write_lock_held(path):
        for question in QUESTIONS:
            behind.put(asked(question))
        assert journal.head() == 0
    behind.flush()
    assert questions_in(journal) == QUESTIONS
    behind.close()
    journal.close()


def test_what_is_put_arrives_by_itself(counted: Journal) -> None:
    """Nobody has to flush: a follower sees every event soon, once and in order."""
    behind = WriteBehind(counted)
    with following(counted) as follower:
        for position in range(1, 4):
            behind.put(asked("tea"))
            assert follower.next() == position
        behind.close()


def test_events_are_recorded_in_groups(
    recorder: CountingRecorder, counted: Journal, behind: WriteBehind
) -> None:
    """Many searches cost few transactions, and keep their order."""
    for question in QUESTIONS:
        behind.put(asked(question))
    behind.flush()
    assert sum(recorder.sizes) == len(QUESTIONS)
    assert len(recorder.sizes) < len(QUESTIONS) / 2
    assert questions_in(counted) == QUESTIONS


def test_flushing_nothing_records_nothing(recorder: CountingRecorder, behind: WriteBehind) -> None:
    """No news is no transaction."""
    behind.flush()
    behind.put(asked("tea"))
    behind.flush()
    behind.flush()
    behind.close()
    behind.close()
    assert recorder.sizes == [1]


def test_closing_records_all_that_waits(counted: Journal) -> None:
    """Nothing that was put is lost by an orderly end."""
    behind = WriteBehind(counted)
    for question in QUESTIONS:
        behind.put(asked(question))
    behind.close()
    assert questions_in(counted) == QUESTIONS


def test_a_failed_append_keeps_its_events_for_the_next(path: Path) -> None:
    """The flush says what stopped it; the next one delivers everything once, in order."""
    journal = Journal(SqliteRecorder(path, lock_wait_seconds=0.01), RepeatableSeal())
    behind = WriteBehind(journal)
    with write_lock_held(path):
        for question in QUESTIONS[:50]:
            behind.put(asked(question))
        for _ in range(2):
            with pytest.raises(StoreLocked):
                behind.flush()
        for question in QUESTIONS[50:]:
            behind.put(asked(question))
        with pytest.raises(StoreLocked):
            behind.close()
    behind.flush()
    assert questions_in(journal) == QUESTIONS
    journal.close()


def test_what_failed_is_tried_again_without_being_asked(path: Path) -> None:
    """Once the journal is free, what waited comes in, though nothing more is put or flushed."""
    journal = Journal(SqliteRecorder(path, lock_wait_seconds=0.01), RepeatableSeal())
    behind = WriteBehind(journal)
    with following(journal) as follower:
        with write_lock_held(path):
            behind.put(asked("tea"))
            with pytest.raises(StoreLocked):
                behind.flush()
        assert follower.next() == 1
        behind.close()


def test_the_number_of_events_that_wait_is_bounded(path: Path) -> None:
    """Beyond the limit a put records first, and says so when it cannot."""
    journal = Journal(SqliteRecorder(path, lock_wait_seconds=0.01), RepeatableSeal())
    behind = WriteBehind(journal)
    with write_lock_held(path):
        for _ in range(PENDING_EVENTS_MAX - 1):
            behind.put(asked("tea"))
        with pytest.raises(StoreLocked):
            behind.put(asked("tea"))
    behind.close()
    assert journal.head() == PENDING_EVENTS_MAX
    journal.close()


def test_many_threads_may_put_and_flush(counted: Journal, behind: WriteBehind) -> None:
    """Every event comes in once, and those of one thread in its order."""

    def put(name: int) -> None:
        for number in range(50):
            behind.put(asked(f"{name}/{number}"))
            if number % 10 == 0:
                behind.flush()

    threads = [threading.Thread(target=put, args=(name,)) for name in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    behind.flush()
    questions = questions_in(counted)
    assert len(questions) == 200
    for name in range(4):
        own = [question for question in questions if question.startswith(f"{name}/")]
        assert own == [f"{name}/{number}" for number in range(50)]


def test_a_search_does_not_wait_for_its_recall_to_be_recorded(tmp_path: Path) -> None:
    """It answers while another process holds the journal; the recall comes in afterwards."""
    folder = tmp_path / "store"
    with closing(Memory.open(folder, lock_wait_seconds=FOR_EVER)) as memory:
        memory.remember("the kettle is in the second cupboard")
        with write_lock_held(folder / "journal.sqlite"):
            assert memory.search("where is the kettle").hits()
            assert memory.journal.head() == 1
    with closing(Memory.open(folder)) as memory:
        assert questions_in(memory.journal) == ["where is the kettle"]


def test_what_was_asked_from_a_source_that_is_forgotten_meanwhile_was_never_asked(
    counted: Journal,
) -> None:
    """It is left out, and what waits beside it comes in."""
    lineage = IDENTITY.lineage("conversation/c")
    counted.append([said("tea", "conversation/c/1")])
    behind = WriteBehind(counted)
    behind.put(asked("of c", asked_from="conversation/c/2"))
    counted.append([SourceForgotten(recorded_at=TODAY, roots=(lineage,), source=lineage[-1])])
    behind.put(asked("of c too", asked_from="conversation/c"))
    behind.put(asked("of nobody"))
    behind.close()
    assert questions_in(counted)[-1] == "of nobody"
    assert "of c too" not in questions_in(counted)
