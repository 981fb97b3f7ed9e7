"""What is left of a journal when its disk is full or its writer is killed."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

import pytest

from lethelog.domain.errors import StoreDamaged, StoreUnwritable
from lethelog.journal.dcb import DCBEvent
from lethelog.journal.sqlite_recorder import SqliteRecorder
from lethelog.tests.journal.other_process import other_process

KILLS: Final = 10
BATCH: Final = 40

FULL_DISK: Final = """
import resource
recorder = SqliteRecorder(path)
recorder.append([event("kept")])
room = max(each.stat().st_size for each in path.parent.iterdir())
limit = resource.getrlimit(resource.RLIMIT_FSIZE)
resource.setrlimit(resource.RLIMIT_FSIZE, (room + 20_000, limit[1]))
for text in ("a" * 100_000, "b" * 200_000):
    try:
        recorder.append([event("half"), event(text), event("other half")])
    except MemoryStoreError as error:
        answer(type(error).__name__, error)
answer(recorder.head())
resource.setrlimit(resource.RLIMIT_FSIZE, limit)
answer(recorder.append([event("after")]))
recorder.close()
"""

WRITER: Final = f"""
recorder = SqliteRecorder(path)
start = recorder.head()
while True:
    batch = [event(f"{{start}}/{{number}}") for number in range({BATCH})]
    start = recorder.append(batch, durable=False)
    answer(start)
"""

# Dies while the payloads are being written, when the events of the batch are in already.
DIES_IN_MID_BATCH: Final = f"""
import signal
from lethelog.journal.dcb import StoredEvent

class Deadly(StoredEvent):
    @property
    def data(self):
        os.kill(os.getpid(), signal.SIGKILL)
    @data.setter
    def data(self, value):
        pass

recorder = SqliteRecorder(path)
answer(recorder.append([event(f"0/{{number}}") for number in range({BATCH})]))
recorder.append([event()] * {BATCH} + [Deadly("type", b"", ["x"])])
"""


def kept_batches(path: Path) -> int:
    """How many batches a journal holds; fails unless each is whole and in its place."""
    recorder = SqliteRecorder(path)
    kept = [(each.position, each.event.data.decode()) for each in recorder.read()]
    recorder.close()
    assert len(kept) % BATCH == 0
    assert kept == [(n + 1, f"{n - n % BATCH}/{n % BATCH}") for n in range(len(kept))]
    return len(kept) // BATCH


def test_a_full_disk_refuses_the_batch_and_nothing_else(path: Path) -> None:
    """Nothing is half written, and once there is room the same journal takes the next event."""
    with other_process(FULL_DISK, path) as process:
        for _ in range(2):
            refused = process.answer()
            assert refused.startswith(StoreUnwritable.__name__)
            assert "nothing was recorded" in refused
        assert process.answer() == "1"
        assert process.answer() == "2"
    recorder = SqliteRecorder(path)
    assert [each.event.data for each in recorder.read()] == [b"kept", b"after"]
    recorder.close()


def test_a_killed_writer_loses_nothing_that_it_acknowledged(path: Path) -> None:
    """Killed again and again at any moment, it leaves whole batches, all that it told of."""
    for kill in range(KILLS):
        with other_process(WRITER, path) as writer:
            told = [writer.answer() for _ in range(1 + kill)]
            told += writer.kill()
        acknowledged = max(int(line) for line in told if line)
        assert kept_batches(path) * BATCH >= acknowledged


def test_a_row_that_cannot_be_read_keeps_nothing_in_use(path: Path) -> None:
    """Once it is repaired the same recorder reads on, and its file can be cleaned."""
    with closing(SqliteRecorder(path)) as recorder, closing(sqlite3.connect(path)) as db:
        recorder.append([DCBEvent("type", b"", ["tea"])] * 3)
        db.execute("DROP TRIGGER event_is_never_updated")
        db.execute("UPDATE event SET tags = CAST(x'ff' AS TEXT) WHERE position = 2")
        db.commit()
        with pytest.raises(StoreDamaged) as damaged:
            list(recorder.links())
        assert damaged.value.__cause__ is not None  # it still knows the statement that failed
        db.execute("UPDATE event SET tags = 'tea' WHERE position = 2")
        db.commit()
        assert [each.event.tags for each in recorder.read()] == [["tea"]] * 3
        assert recorder.checkpoint()


def test_a_batch_that_was_cut_off_leaves_no_trace(path: Path) -> None:
    """A writer that dies between two rows of a batch leaves only the batches before."""
    with other_process(DIES_IN_MID_BATCH, path) as writer:
        assert writer.answer() == str(BATCH)
        assert writer.answer() == ""
    assert kept_batches(path) == 1
