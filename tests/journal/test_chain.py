"""The chain: whoever changes, moves, adds or takes away anything of what was recorded is found out.

What cuts off the end is seen by a checkpoint alone; that is told where stores are verified.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from itertools import combinations
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lethelog.domain.events import SourceForgotten
from lethelog.journal.chain import DIGEST_BYTES, START, Link, digest_of, linked
from lethelog.journal.journal import Journal
from lethelog.journal.journal_file import JOURNAL
from lethelog.journal.sqlite_recorder import SqliteRecorder
from lethelog.keeping.chain_walk import Problem, Walk
from lethelog.keeping.key_check import payload_problems
from lethelog.tests.seals import RepeatableSeal
from lethelog.tests.story import TODAY, asked, said

KEY: Final = b"the key of the chain"
TURN: Final = said("my secret", "conversation/c/1")
ERASED: Final = 2
EVENTS: Final = (
    said("tea"),
    TURN,
    asked("drinks", "tea"),
    SourceForgotten(recorded_at=TODAY, roots=TURN.roots, source=TURN.roots[0][-1]),
)
LAST: Final = len(EVENTS)
PAIRS: Final = tuple(combinations(range(1, LAST + 1), 2))
ROW: Final = "type, tags, envelope, digest, link"


class Burglar:
    """Somebody with another program, to whom the file can refuse nothing."""

    def __init__(self, path: Path) -> None:
        self.db = sqlite3.connect(path, isolation_level=None)
        self.db.execute("PRAGMA synchronous = OFF")
        for (name,) in self.rows("SELECT name FROM sqlite_schema WHERE type = 'trigger'"):
            self.db.execute(f"DROP TRIGGER {name}")
        self._recorder = SqliteRecorder(path, chain_key=KEY)

    def rows(self, statement: str) -> list[Any]:
        """What a question to the file gives."""
        return self.db.execute(statement).fetchall()

    def swap(self, table: str, columns: str, one: int, other: int) -> None:
        """Two rows change places, or some of what stands in them."""
        change = f"UPDATE {table} SET ({columns}) = ({{}}) WHERE position = ?"
        rows = [
            self.rows(f"SELECT {columns} FROM {table} WHERE position = {each}")
            for each in (one, other)
        ]
        for found, position in zip(rows, (other, one), strict=True):
            for row in found:
                marks = ", ".join("?" for _ in row)
                self.db.execute(change.format(marks), (*row, position))

    def repeat(self, position: int, *, at: int) -> None:
        """The same event once more."""
        self.db.execute(
            f"INSERT INTO event SELECT ?, {ROW} FROM event WHERE position = ?", (at, position)
        )

    def problems(self) -> list[Problem]:
        """All that is found by whoever has the key of the chain."""
        walk = Walk(self._recorder, KEY)
        walk.to_the_end()
        return walk.problems or payload_problems(walk, set())

    def first(self) -> int:
        """Where the first of it stands."""
        problems = self.problems()
        assert problems, "nobody noticed"
        assert problems[0].position is not None
        return problems[0].position

    def close(self) -> None:
        """Lets the file go."""
        self._recorder.close()
        self.db.close()


@pytest.fixture
def burglar(tmp_path: Path) -> Iterator[Burglar]:
    """A journal of four events, of which one is erased, and access to its file."""
    path = tmp_path / JOURNAL.name
    with closing(SqliteRecorder(path, chain_key=KEY)) as recorder:
        journal = Journal(recorder, RepeatableSeal())
        for event in EVENTS:
            journal.append([event])
        assert journal.erase(TURN.roots[0][-1], before=LAST) == 1
    with closing(Burglar(path)) as found:
        yield found


def test_what_is_as_it_was_written_has_no_problem(burglar: Burglar) -> None:
    """Also where a payload was erased after a forgetting."""
    assert burglar.problems() == []
    assert burglar.rows("SELECT position FROM payload") == [(1,), (3,), (4,)]


@pytest.mark.parametrize("column", ["tags", "envelope", "digest", "link", "data"])
def test_every_flipped_bit_is_found(burglar: Burglar, column: str) -> None:
    """In each byte of each row; at that event, or before it where the row cannot be read."""
    table = "payload" if column == "data" else "event"
    kind = "TEXT" if column == "tags" else "BLOB"
    change = f"UPDATE {table} SET {column} = CAST(? AS {kind}) WHERE position = ?"
    for position, written in burglar.rows(f"SELECT position, CAST({column} AS BLOB) FROM {table}"):
        assert written
        for bit in range(8 * len(written)):
            burglar.db.execute(change, (flipped(written, bit), position))
            assert burglar.first() <= position
        burglar.db.execute(change, (written, position))
    assert burglar.problems() == []


@pytest.mark.parametrize("position", range(1, LAST + 1))
def test_another_type_is_found(burglar: Burglar, position: int) -> None:
    """One that is known, one that is not, or a new name for all events of a type."""
    [(written, name)] = burglar.rows(
        "SELECT event_type.id, name FROM event JOIN event_type ON type = event_type.id"
        f" WHERE position = {position}"
    )
    for other in range(8):
        if other == written:
            continue
        burglar.db.execute("UPDATE event SET type = ? WHERE position = ?", (other, position))
        assert burglar.first() == position
    burglar.db.execute("UPDATE event SET type = ? WHERE position = ?", (written, position))
    for bit in range(8 * len(name) - 8):
        changed = bytes(flipped(name.encode(), bit)).decode(errors="replace")
        burglar.db.execute("UPDATE event_type SET name = ? WHERE id = ?", (changed, written))
        assert burglar.first() <= position


@pytest.mark.parametrize(("one", "other"), PAIRS)
@pytest.mark.parametrize("columns", ["type, tags, envelope, digest, link", "digest", "link"])
def test_events_that_changed_places_are_found(
    burglar: Burglar, one: int, other: int, columns: str
) -> None:
    """With their payloads, without them, or only what should tell of it."""
    burglar.swap("event", columns, one, other)
    assert burglar.first() == one
    burglar.swap("payload", "data", one, other)
    assert burglar.first() == one


@pytest.mark.parametrize(("one", "other"), [pair for pair in PAIRS if ERASED not in pair])
def test_payloads_that_changed_places_are_found(burglar: Burglar, one: int, other: int) -> None:
    """Each has the digest of its own event."""
    burglar.swap("payload", "data", one, other)
    assert burglar.first() == one


@pytest.mark.parametrize("position", range(1, LAST + 1))
def test_an_event_that_was_said_twice_is_found(burglar: Burglar, position: int) -> None:
    """At the end or in between, with all later ones moved on."""
    burglar.repeat(position, at=LAST + 1)
    assert burglar.first() == LAST + 1
    burglar.db.execute(f"DELETE FROM event WHERE position = {LAST + 1}")
    burglar.db.execute("UPDATE event SET position = -position - 1 WHERE position > ?", (position,))
    burglar.db.execute("UPDATE event SET position = -position WHERE position < 0")
    burglar.repeat(position, at=position + 1)
    assert burglar.first() == position + 1


@pytest.mark.parametrize("position", range(1, LAST))
def test_an_event_that_is_missing_is_found(burglar: Burglar, position: int) -> None:
    """Also where all later ones move up to close the gap."""
    burglar.db.execute("DELETE FROM event WHERE position = ?", (position,))
    assert burglar.first() == position + 1
    burglar.db.execute("UPDATE event SET position = position - 1 WHERE position > ?", (position,))
    assert burglar.first() == position


@pytest.mark.parametrize("position", [1, 3])
def test_a_payload_that_is_missing_needs_a_forgetting_that_explains_it(
    burglar: Burglar, position: int
) -> None:
    """One that came later, of a source that it came from."""
    burglar.db.execute("DELETE FROM payload WHERE position = ?", (position,))
    assert burglar.first() == position


@pytest.mark.parametrize("data", [b"", b"x", bytes(100)])
def test_a_payload_that_was_put_back_is_not_taken_for_the_old_one(
    burglar: Burglar, data: bytes
) -> None:
    """Where one was erased, another does not fit."""
    burglar.db.execute("INSERT INTO payload (position, data) VALUES (?, ?)", (ERASED, data))
    assert burglar.first() == ERASED


def test_what_is_appended_without_the_key_is_found(burglar: Burglar, tmp_path: Path) -> None:
    """Whoever has only the files can add nothing to them."""
    with closing(SqliteRecorder(tmp_path / JOURNAL.name, chain_key=b"a guess")) as recorder:
        Journal(recorder, RepeatableSeal()).append([said("milk")])
    assert burglar.first() == LAST + 1


links = st.builds(
    Link,
    position=st.integers(1, 2**62),
    type=st.text(max_size=5),
    tags=st.text(max_size=5),
    envelope=st.binary(max_size=5),
    digest=st.binary(max_size=5),
)
ends = st.binary(min_size=DIGEST_BYTES, max_size=DIGEST_BYTES)


@given(links, links, ends, ends)
def test_a_link_is_of_one_event_after_one_other(
    one: Link, other: Link, before: bytes, another: bytes
) -> None:
    """Another event, another end of the chain and another key each give another link."""
    made = linked(KEY, before, one)
    assert len(made) == DIGEST_BYTES == len(START)
    assert (linked(KEY, before, other) == made) == (other == one)
    assert (linked(KEY, another, one) == made) == (another == before)
    assert linked(KEY + b"x", before, one) != made


@given(st.binary(max_size=20), st.binary(max_size=20))
def test_a_digest_is_of_one_payload(one: bytes, other: bytes) -> None:
    """It stays for ever, and tells nothing of a payload that was sealed."""
    assert (digest_of(one) == digest_of(other)) == (one == other)


def flipped(written: bytes, bit: int) -> bytes:
    """The same with one bit turned."""
    changed = bytearray(written)
    changed[bit // 8] ^= 1 << bit % 8
    return bytes(changed)
