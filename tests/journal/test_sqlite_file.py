"""The journal's file: private, recognised, append-only, and whole after any accident."""

from __future__ import annotations

import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Final

import pytest

from lethelog.domain.errors import StoreDamaged, StoreLocked, StoreTooNew, StoreUnwritable
from lethelog.domain.events import ChunkIngested, tag_of
from lethelog.journal.dcb import DCBEvent, DCBQuery, DCBQueryItem
from lethelog.journal.journal import Journal
from lethelog.journal.journal_file import JOURNAL
from lethelog.journal.sqlite_file import connect, make_folder
from lethelog.journal.sqlite_query import matching_positions
from lethelog.journal.sqlite_recorder import SqliteRecorder
from lethelog.tests.journal.other_process import other_processes, write_lock_held
from lethelog.tests.seals import RepeatableSeal
from lethelog.tests.story import said

# Closing a file drops this process's locks on it, so bytes are read only when no journal is open.
OPENERS: Final = 4
STORES: Final = 8

OPENER: Final = """
for line in sys.stdin:
    recorder = SqliteRecorder(path.with_name(line.strip()))
    answer(recorder.append([event()]))
    recorder.close()
"""


@pytest.fixture
def seal() -> RepeatableSeal:
    """What all journals of a test are sealed with."""
    return RepeatableSeal()


@pytest.fixture
def connection(path: Path, seal: RepeatableSeal) -> Iterator[sqlite3.Connection]:
    """A connection to a journal with three events, past all that guards it in Python."""
    with closing(SqliteRecorder(path)) as recorder:
        Journal(recorder, seal).append([said("tea"), said("coffee"), said("milk")])
    with closing(connect(path, JOURNAL, lock_wait_seconds=1)) as opened:
        yield opened


def recorded_texts(path: Path, seal: RepeatableSeal) -> list[str]:
    """The texts of all chunks in a journal."""
    with closing(SqliteRecorder(path)) as recorder:
        events = [recorded.event for recorded in Journal(recorder, seal).read()]
    return [event.text for event in events if isinstance(event, ChunkIngested)]


def refused_unchanged(path: Path, error: type[Exception], *, saying: str) -> None:
    """Opening fails with this error, and leaves every byte and no other file behind."""
    before = path.read_bytes()
    with pytest.raises(error, match=saying):
        SqliteRecorder(path)
    assert path.read_bytes() == before
    assert [each.name for each in path.parent.iterdir()] == [path.name]


def test_a_store_is_readable_by_its_owner_alone(tmp_path: Path) -> None:
    """The folder, the journal and what SQLite keeps beside it are closed to others."""
    folder = tmp_path / "deep" / "store"
    make_folder(folder)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    recorder = SqliteRecorder(folder / "journal.sqlite")
    recorder.append([DCBEvent("type", b"", [])])
    modes = {each.name: stat.S_IMODE(each.stat().st_mode) for each in folder.iterdir()}
    recorder.close()
    assert set(modes) == {f"journal.sqlite{end}" for end in ("", "-wal", "-shm")}
    assert set(modes.values()) == {0o600}


def test_a_file_where_the_folder_should_be_is_refused(tmp_path: Path) -> None:
    """Something else is there: another place is needed."""
    (tmp_path / "file").touch()
    for folder in (tmp_path / "file", tmp_path / "file" / "below"):
        with pytest.raises(StoreUnwritable, match="another place"):
            make_folder(folder)


@pytest.mark.parametrize("kind", ["symlink", "dangling symlink", "folder"])
def test_what_is_no_ordinary_file_is_refused(path: Path, kind: str) -> None:
    """A link could lead anywhere; it is neither followed nor replaced."""
    target = path.with_name("elsewhere")
    if kind == "folder":
        path.mkdir()
    else:
        path.symlink_to(target)
    if kind == "symlink":
        target.touch()
    with pytest.raises(StoreUnwritable, match="something else is there"):
        SqliteRecorder(path)
    assert not target.exists() or target.stat().st_size == 0


@pytest.mark.parametrize(
    "making",
    [
        "CREATE TABLE bookmark (url TEXT)",
        "PRAGMA application_id = 99",
        "PRAGMA user_version = 1",
        "PRAGMA user_version = 7",
    ],
)
def test_the_database_of_another_program_is_refused_unchanged(path: Path, making: str) -> None:
    """Whatever marks a database as somebody's is respected."""
    with closing(sqlite3.connect(path)) as foreign:
        foreign.execute(making)
    refused_unchanged(path, StoreDamaged, saying="another program")


@pytest.mark.parametrize("text", ["Dear diary", "Dear diary,\n" * 2_000])
def test_a_text_file_is_refused_unchanged(path: Path, text: str) -> None:
    """A file that is no database is not made one."""
    path.write_text(text, encoding="utf-8")
    refused_unchanged(path, StoreDamaged, saying="cannot be read .* restore it")


def test_a_newer_format_is_refused_unchanged(path: Path, connection: sqlite3.Connection) -> None:
    """An older program does not guess; it says which formats it reads."""
    connection.execute("PRAGMA user_version = 2")
    connection.close()
    refused_unchanged(path, StoreTooNew, saying="format 2.*up to 1.*upgrade")


@pytest.mark.parametrize("table", ["event", "event_tag"])
@pytest.mark.parametrize("change", ["UPDATE {} SET position = 99", "DELETE FROM {}"])
def test_what_is_recorded_can_be_neither_changed_nor_deleted(
    connection: sqlite3.Connection, table: str, change: str
) -> None:
    """The file itself refuses, whichever program asks."""
    with pytest.raises(sqlite3.IntegrityError, match="append-only"):
        connection.execute(change.format(table))
    with pytest.raises(sqlite3.IntegrityError, match="append-only"):
        connection.execute(change.format(table) + " WHERE position = 2")


def test_a_payload_lies_apart_and_can_go_alone(
    path: Path, connection: sqlite3.Connection, seal: RepeatableSeal
) -> None:
    """Without it the event stays in its place, and tells that it is erased."""
    connection.execute("DELETE FROM payload WHERE position = 2")
    connection.close()
    with closing(SqliteRecorder(path)) as recorder:
        events = [recorded.event for recorded in Journal(recorder, seal).read()]
    assert [tag_of(type(event)) for event in events] == [
        "chunk-ingested",
        "erased",
        "chunk-ingested",
    ]
    assert events[1].roots == said("coffee").roots


def test_what_is_deleted_is_overwritten(path: Path, connection: sqlite3.Connection) -> None:
    """SQLite is told to leave no bytes of a deleted payload, however it was built."""
    assert connection.execute("PRAGMA secure_delete").fetchall() == [(1,)]
    payloads = connection.execute("SELECT data FROM payload ORDER BY position").fetchall()
    connection.execute("DELETE FROM payload WHERE position = 2")
    connection.close()
    left = path.read_bytes()
    assert [data in left for (data,) in payloads] == [True, False, True]


def test_a_position_is_never_given_twice(path: Path, connection: sqlite3.Connection) -> None:
    """Even where somebody tore out the newest events by force, the next one is new."""
    connection.execute("DROP TRIGGER event_is_never_deleted")
    connection.execute("DELETE FROM payload WHERE position > 1")
    connection.execute("DELETE FROM event WHERE position > 1")
    connection.close()
    with closing(SqliteRecorder(path)) as recorder:
        assert recorder.append([DCBEvent("type", b"", [])]) == 4


def test_a_journal_that_is_being_written_is_read_but_not_written(
    path: Path, seal: RepeatableSeal
) -> None:
    """An append waits as long as was allowed, then says what to do; opening and reading go on."""
    with closing(SqliteRecorder(path)) as recorder:
        Journal(recorder, seal).append([said("tea")])
    with closing(SqliteRecorder(path, lock_wait_seconds=0.05)) as recorder:
        with write_lock_held(path):
            journal = Journal(recorder, seal)
            with pytest.raises(StoreLocked, match="another process"):
                journal.append([said("coffee")])
            assert journal.head() == 1
        assert journal.append([said("coffee")]) == 2
    assert recorded_texts(path, seal) == ["tea", "coffee"]


def test_several_processes_may_make_one_store_at_once(path: Path) -> None:
    """None is turned away, and none loses an event."""
    names = [f"{number}.sqlite" for number in range(STORES)]
    with other_processes(OPENER, path, count=OPENERS) as openers:
        for name in names:
            for opener in openers:
                opener.tell(name)
            positions = {opener.answer() for opener in openers}
            assert positions == {str(n) for n in range(1, OPENERS + 1)}
    for name in names:
        recorder = SqliteRecorder(path.with_name(name))
        assert recorder.head() == OPENERS
        recorder.close()


def test_thousands_of_tags_are_one_statement(connection: sqlite3.Connection) -> None:
    """A large source is looked up by one walk of the index, not by one for each tag."""
    statements: list[str] = []
    query = DCBQuery([DCBQueryItem(tags=[f"item:{number}"]) for number in range(10_000)])
    connection.set_trace_callback(statements.append)
    assert matching_positions(connection, query, (0, 3)) == []
    assert len(statements) == 1


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE event SET tags = CAST(x'ff' AS TEXT) WHERE position = 2",
        "UPDATE event SET type = 99 WHERE position = 2",
        "UPDATE event SET envelope = 5 WHERE position = 2",
        "UPDATE payload SET data = 5 WHERE position = 2",
        "ALTER TABLE event RENAME COLUMN envelope TO wrapping",
    ],
)
def test_a_damaged_row_is_named_as_damage(
    path: Path, connection: sqlite3.Connection, seal: RepeatableSeal, damage: str
) -> None:
    """Whatever a broken file hands out is an error of ours; no row is quietly left out."""
    connection.execute("DROP TRIGGER event_is_never_updated")
    connection.execute(damage)
    connection.close()
    with (
        closing(SqliteRecorder(path)) as recorder,
        pytest.raises(StoreDamaged, match=r"restore|upgrade"),
    ):
        list(Journal(recorder, seal).read())
