"""While the log cannot be emptied because somebody reads, everyone can go on writing."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Event

from lethelog.journal.dcb import DCBEvent
from lethelog.journal.journal_file import JOURNAL
from lethelog.journal.sqlite_recorder import SqliteRecorder
from lethelog.tests.journal.other_process import OtherProcess, other_process
from lethelog.vault.key_rows import VAULT, KeyRows

WRITES = 30
PAUSE_SECONDS = 0.02  # all writes take long enough for the other to begin
PATIENCE_SECONDS = 3.0

EMPTIES = """
from lethelog.vault.key_rows import KeyRows
if path.name == "vault.sqlite":
    opened, clean = KeyRows(path), KeyRows.checkpoint
else:
    opened, clean = SqliteRecorder(path), SqliteRecorder.checkpoint
answer("opened")
sys.stdin.readline()
answer("begins")
answer(clean(opened))
opened.close()
"""


@contextmanager
def being_emptied(path: Path) -> Iterator[tuple[OtherProcess, sqlite3.Connection]]:
    """Another process empties the log of a file that a connection is reading."""
    with (
        other_process(EMPTIES, path) as other,
        closing(sqlite3.connect(path, isolation_level=None)) as reader,
    ):
        assert other.answer() == "opened"
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM sqlite_schema").fetchall()
        other.tell("go")
        assert other.answer() == "begins"
        yield other, reader


def test_events_are_appended_while_the_log_of_the_journal_is_being_emptied(tmp_path: Path) -> None:
    """Nobody is told that the file is held; it is empty once nobody reads."""
    path, pause = tmp_path / JOURNAL.name, Event()
    with closing(SqliteRecorder(path, lock_wait_seconds=PATIENCE_SECONDS)) as recorder:
        recorder.append([DCBEvent("type", b"x", ["x"])])
        with being_emptied(path) as (other, reader):
            recorder.append([DCBEvent("type", b"x", ["x"])])  # so there is something to be moved
            for _ in range(WRITES):
                recorder.append([DCBEvent("type", b"x", ["x"])])
                pause.wait(PAUSE_SECONDS)
            reader.execute("COMMIT")
            assert other.answer() == "True"
        assert recorder.head() == WRITES + 2


def test_keys_are_made_while_the_log_of_the_vault_is_being_emptied(tmp_path: Path) -> None:
    """The same of the file with the keys."""
    path, pause = tmp_path / VAULT.name, Event()
    with closing(KeyRows(path, lock_wait_seconds=PATIENCE_SECONDS)) as rows:
        with being_emptied(path) as (other, reader):
            for number in range(WRITES):
                with rows.writing():
                    rows.put([("", str(number), b"sealed")])
                pause.wait(PAUSE_SECONDS)
            reader.execute("COMMIT")
            assert other.answer() == "True"
        assert len(rows.uids()) == WRITES
