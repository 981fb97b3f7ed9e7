"""What the event sourcing library asks of any recorder, also between processes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from threading import Event as Notified
from typing import Final, TypeAlias

import pytest
from eventsourcing.dcb.tests import DCBRecorderTestCase

from lethelog.domain.errors import StoreLocked
from lethelog.journal.dcb import DCBEvent, DCBQuery, DCBQueryItem, DCBRecorder, ProgrammingError
from lethelog.journal.in_memory import InMemoryRecorder
from lethelog.journal.recorder import Recorder
from lethelog.journal.sqlite_recorder import SqliteRecorder
from lethelog.journal.sqlite_subscription import (
    IDLE_POLL_SECONDS,
    POLL_SECONDS,
    Listeners,
    next_pause,
)
from lethelog.tests.journal.following import PATIENCE_SECONDS, Follower
from lethelog.tests.journal.other_process import other_process, other_processes

Arrival: TypeAlias = tuple[int, bytes]

RACERS: Final = 3
APPENDS_EACH: Final = 100

APPENDER: Final = """
recorder = SqliteRecorder(path)
for line in sys.stdin:
    answer(recorder.append([event(line.strip())]))
recorder.close()
"""

OPENS_EACH_TIME: Final = """
for line in sys.stdin:
    recorder = SqliteRecorder(path)
    answer(recorder.append([event(line.strip())]))
    recorder.close()
"""

RACER: Final = f"""
recorder = SqliteRecorder(path)
query = DCBQuery([DCBQueryItem(tags=["x"])])
answer("ready")
sys.stdin.readline()
done = conflicts = 0
while done < {APPENDS_EACH}:
    response = recorder.read(query)
    condition = DCBAppendCondition(query, response.head)
    try:
        recorder.append([event(str(len(list(response))))], condition, durable=False)
        done += 1
    except IntegrityError:
        conflicts += 1
recorder.close()
answer(conflicts)
"""


class LibraryContract(DCBRecorderTestCase):
    """The library's own checks, opened to our tests."""

    def append_and_read(self, recorder: DCBRecorder) -> None:
        """Positions, queries, limits and conditions."""
        self._test_append_read(recorder)

    def append_and_subscribe(self, recorder: DCBRecorder) -> None:
        """Catching up and then waiting for what is new."""
        self._test_append_subscribe(recorder)


@pytest.fixture
def library_recorder(recorder: Recorder) -> DCBRecorder:
    """A recorder of each kind, as the library knows it."""
    assert isinstance(recorder, DCBRecorder)
    return recorder


def test_the_library_can_append_and_read(library_recorder: DCBRecorder) -> None:
    """The library's own test of appending, reading and conditions passes."""
    LibraryContract().append_and_read(library_recorder)


def test_the_library_can_append_and_subscribe(library_recorder: DCBRecorder) -> None:
    """The library's own test of subscriptions passes."""
    LibraryContract().append_and_subscribe(library_recorder)


def test_a_subscription_sees_what_another_process_appends(path: Path) -> None:
    """Everything arrives in order, each within a second of its being recorded."""
    recorder = SqliteRecorder(path)
    subscription = recorder.subscribe()

    def follow(see: Callable[[Arrival], None]) -> None:
        with subscription as events:
            for each in events:
                see((each.position, each.event.data))

    follower = Follower(follow)
    with other_process(APPENDER, path) as appender:
        for position in range(1, 21):
            assert appender.ask(f"event {position}") == str(position)
            seen = follower.next(within_seconds=1.0)
            assert seen == (position, f"event {position}".encode())
        for position in range(21, 221):
            appender.tell(f"event {position}")
        for position in range(21, 221):
            assert follower.next() == (position, f"event {position}".encode())
    recorder.close()
    assert follower.ends()


def test_appends_of_racing_processes_are_serial_and_gapless(path: Path) -> None:
    """Each append rests on all that came before it, whoever recorded that; none is lost."""
    with other_processes(RACER, path, count=RACERS) as racers:
        assert [racer.answer() for racer in racers] == ["ready"] * RACERS
        for racer in racers:
            racer.tell()
        conflicts = [int(racer.answer()) for racer in racers]
    assert min(conflicts) >= 0
    recorder = SqliteRecorder(path)
    recorded = [(each.position, int(each.event.data)) for each in recorder.read()]
    recorder.close()
    assert recorded == [(number + 1, number) for number in range(RACERS * APPENDS_EACH)]


def test_a_process_that_closes_takes_nothing_away_from_one_that_stays(path: Path) -> None:
    """What either records is kept, though one opens and closes the file again and again."""
    staying = SqliteRecorder(path)
    SqliteRecorder(path).close()
    with other_process(OPENS_EACH_TIME, path) as visitor:
        for position in range(1, 9, 2):
            assert visitor.ask("visitor") == str(position)
            assert staying.append([DCBEvent("type", b"staying", ["x"])]) == position + 1
    staying.close()
    recorder = SqliteRecorder(path)
    recorded = [each.event.data for each in recorder.read()]
    recorder.close()
    assert recorded == [b"visitor", b"staying"] * 4


def test_a_forked_process_is_refused_and_harms_nothing(path: Path) -> None:
    """A child may not use its parent's connection; the parent's keeps working."""
    forking = """
recorder = SqliteRecorder(path)
recorder.append([event()])
child = os.fork()
if not child:
    try:
        recorder.append([event()])
    except MemoryStoreError as error:
        answer(type(error).__name__)
    recorder.close()
    os._exit(0)
os.waitpid(child, 0)
answer(recorder.append([event()]))
recorder.close()
"""
    with other_process(forking, path) as process:
        assert process.answer() == StoreLocked.__name__
        assert process.answer() == "2"


def test_listeners_are_woken_for_what_came_before_the_first_look() -> None:
    """An append between a listener's own reading and the first look at the file is not missed."""
    notified = Notified()
    listeners = Listeners(lambda: 1)  # the file never changes after the first look
    listeners.add(notified, notified.clear)
    assert notified.wait(PATIENCE_SECONDS)
    listeners.close()


def test_who_waits_for_long_looks_less_often() -> None:
    """After some seconds, and as often as ever once something has come."""
    pauses = [POLL_SECONDS]
    while pauses[-1] < IDLE_POLL_SECONDS:
        pauses.append(next_pause(pauses[-1], has_changed=False))
    assert 2 < sum(pauses) < 10
    assert next_pause(IDLE_POLL_SECONDS, has_changed=False) == IDLE_POLL_SECONDS
    assert next_pause(IDLE_POLL_SECONDS, has_changed=True) == POLL_SECONDS


def test_a_subscription_after_closing_ends_at_once() -> None:
    """Who comes too late does not wait for ever."""
    listeners = Listeners(lambda: 1)
    listeners.close()
    stopped = Notified()
    listeners.add(Notified(), stopped.set)
    assert stopped.is_set()


def test_a_memory_subscription_looks_again_once_it_listens() -> None:
    """An append between its first reading and its listening is not missed."""
    recorder, notified = InMemoryRecorder(), Notified()
    recorder.listen(notified)
    assert notified.is_set()


def test_a_tag_with_a_line_break_is_refused(path: Path) -> None:
    """Tags are kept line by line, so one that holds a break would come back as two."""
    recorder = SqliteRecorder(path)
    with pytest.raises(ProgrammingError, match="line break"):
        recorder.append([DCBEvent("type", b"", ["a\nb"])])
    assert recorder.head() == 0
    recorder.close()


def test_a_limited_read_of_a_query_is_the_start_of_the_whole(path: Path) -> None:
    """A limit cuts the answer and changes nothing else; its head is where the next page starts."""
    recorder = SqliteRecorder(path)
    recorder.append([DCBEvent("type", b"", [f"t{number % 3}"]) for number in range(30)])
    query = DCBQuery([DCBQueryItem(tags=["t0"]), DCBQueryItem(tags=["t2"], types=["type"])])
    whole = [each.position for each in recorder.read(query)]
    page = recorder.read(query, limit=7)
    assert [each.position for each in page] == whole[:7]
    assert page.head == whole[6]
    rest = [each.position for each in recorder.read(query, after=page.head)]
    assert rest == whole[7:]
    recorder.close()


def test_who_follows_a_closed_journal_is_at_the_end(path: Path) -> None:
    """Closing ends a subscription also where it comes between its two halves of starting."""
    recorder = SqliteRecorder(path)
    recorder.append([DCBEvent("type", b"", [])])
    recorder.close()
    with recorder.subscribe() as subscription:
        assert list(subscription) == []
