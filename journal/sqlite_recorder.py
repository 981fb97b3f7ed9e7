"""The journal in one SQLite file, as a recorder of the event sourcing library."""

from __future__ import annotations

import os
import sqlite3
import threading
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final, Self

from ..domain.errors import Refused, StoreLocked
from .chain import Link
from .dcb import (
    DCBAppendCondition,
    DCBEvent,
    DCBQuery,
    DCBReadResponse,
    DCBRecorder,
    DCBSequencedEvent,
    IntegrityError,
    ProgrammingError,
)
from .journal_file import JOURNAL, end_of, erase_payloads, insert_events, notes_of, put_note
from .sqlite_file import connect, empty_log, storage_errors
from .sqlite_query import (
    EVER,
    links_after,
    matching_positions,
    nth_last_position,
    rows_between,
    rows_of,
)
from .sqlite_subscription import Listeners, SqliteSubscription

_PAGE_EVENTS: Final = 1_000


class SqliteRecorder(DCBRecorder):
    """One writer connection and one reader, so that a read never waits for a write to reach disk.

    Appends by several processes are serial and gapless. A `durable` append has reached the disk
    when it returns; another can be lost by a power cut, never by a crash, and never in part.
    """

    def __init__(
        self, path: Path, *, chain_key: bytes = b"", lock_wait_seconds: float = 10.0
    ) -> None:
        """Without a `chain_key` anyone who can write the file can make the chain anew."""
        self._path = path
        self._chain_key = chain_key
        self._process = os.getpid()
        self._writer = connect(path, JOURNAL, lock_wait_seconds=lock_wait_seconds)
        self._reader = connect(path, JOURNAL, lock_wait_seconds=lock_wait_seconds)
        self._write_lock = threading.Lock()
        self._read_lock = threading.Lock()
        self._listeners = Listeners(self._data_version)

    def read(
        self, query: DCBQuery | None = None, *, after: int | None = None, limit: int | None = None
    ) -> DCBReadResponse:
        """As the library promises; reads in pages, so that no read keeps the file busy."""
        with self._reading() as reader:
            head = _head(reader)
            bounds = (after or 0, head or 0)
            chosen = matching_positions(reader, query, bounds) if query and query.items else None
        if limit is None:
            return _Response(self._pages(chosen, bounds), head)
        events = list(self._page(chosen, bounds, limit)) if limit else []
        return _Response(iter(events), events[-1].position if events else None)

    def append(
        self,
        events: Sequence[DCBEvent],
        condition: DCBAppendCondition | None = None,
        *,
        durable: bool = True,
        guard: DCBAppendCondition | None = None,
    ) -> int:
        """The position of the last event; IntegrityError, and nothing, if a condition fails."""
        if not events:
            raise ProgrammingError("an append needs at least one event")
        with self._writing(durable=durable) as writer:
            for each in (condition, guard):
                if each is not None:
                    _check(writer, each)
            position = insert_events(writer, events, chain_key=self._chain_key)
        self._listeners.wake()
        return position

    def nth_last(self, query: DCBQuery, count: int, *, up_to: int) -> int:
        """Where the last `count` matches up to a position begin; 0 where there are fewer."""
        with self._reading() as reader:
            return nth_last_position(reader, query, count, up_to=up_to)

    def subscribe(
        self, query: DCBQuery | None = None, *, after: int | None = None
    ) -> SqliteSubscription[Self]:
        """Also wakes for what other processes append, within `IDLE_POLL_SECONDS`."""
        return SqliteSubscription(self, self._listeners, query=query, after=after)

    def head(self) -> int:
        """The position of the newest event, 0 when there is none."""
        with self._reading() as reader:
            return _head(reader) or 0

    def end(self) -> tuple[int, bytes]:
        """The position of the newest event and its link."""
        with self._reading() as reader:
            return end_of(reader)

    def erase(self, tag: str, *, before: int, keep: Sequence[str]) -> int:
        """Deletes the payloads of all events with a tag, but for those of the types to keep."""
        with self._writing(durable=True) as writer:
            return erase_payloads(writer, tag, before=before, keep=keep)

    def checkpoint(self) -> bool:
        """Leaves nothing of what was erased in any file; False while another process reads."""
        return empty_log(self._writer, self._alone)

    def links(self, *, after: int = 0) -> Iterator[tuple[Link, bytes, bytes | None]]:
        """Every event as its link covers it, with the link and the payload that is there."""
        while page := self._links(after):
            yield from page
            after = page[-1][0].position

    def note(self, kind: str, key: str, document: bytes) -> None:
        """Keeps something about the journal beside its events, over what was there."""
        with self._writing(durable=True) as writer:
            put_note(writer, kind, key, document)

    def notes(self, kind: str) -> dict[str, bytes]:
        """All that is kept of a kind, by its key."""
        with self._reading() as reader:
            return notes_of(reader, kind)

    def close(self) -> None:
        """Ends all subscriptions and closes the file."""
        if os.getpid() != self._process:
            return  # the file is still the parent's, which would lose its locks
        self._listeners.close()
        with self._write_lock, self._read_lock:
            self._reader.close()
            self._writer.close()

    def _check_is_open(self) -> None:
        """SQLite's locks and its view of the log do not survive a fork."""
        if os.getpid() != self._process:
            raise StoreLocked(
                f"{self._path} was opened by the process that this one was forked from;"
                " open it again in this process"
            )
        if self._listeners.is_closed():
            raise Refused(f"{self._path} was closed; open the memory again to go on")

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        self._check_is_open()
        with self._read_lock, storage_errors(self._path):
            yield self._reader

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """No thread of ours reads or writes."""
        self._check_is_open()
        with self._write_lock, self._read_lock, storage_errors(self._path):
            yield

    @contextmanager
    def _writing(self, *, durable: bool) -> Iterator[sqlite3.Connection]:
        self._check_is_open()
        with self._write_lock, storage_errors(self._path):
            self._writer.execute(f"PRAGMA synchronous = {'FULL' if durable else 'NORMAL'}")
            try:
                self._writer.execute("BEGIN IMMEDIATE")
                yield self._writer
                self._writer.execute("COMMIT")
            except BaseException:
                if self._writer.in_transaction:
                    self._writer.execute("ROLLBACK")
                raise

    def _pages(
        self, chosen: list[int] | None, bounds: tuple[int, int]
    ) -> Iterator[DCBSequencedEvent]:
        after, head = bounds
        while page := list(self._page(chosen, (after, head), _PAGE_EVENTS)):
            yield from page
            after = page[-1].position
            if len(page) < _PAGE_EVENTS:
                return

    def _page(
        self, chosen: list[int] | None, bounds: tuple[int, int], limit: int
    ) -> Iterator[DCBSequencedEvent]:
        with self._reading() as reader:
            if chosen is None:
                return rows_between(reader, bounds, limit)
            first = bisect_right(chosen, bounds[0])
            return rows_of(reader, chosen[first : first + limit])

    def _links(self, after: int) -> list[tuple[Link, bytes, bytes | None]]:
        with self._reading() as reader:
            return links_after(reader, after, _PAGE_EVENTS)

    def _data_version(self) -> int:
        with self._reading() as reader:
            [(version,)] = reader.execute("PRAGMA data_version").fetchall()
            return int(version)


class _Response(DCBReadResponse):
    def __init__(self, events: Iterator[DCBSequencedEvent], head: int | None) -> None:
        self._events = events
        self._head = head

    @property
    def head(self) -> int | None:
        return self._head

    def __next__(self) -> DCBSequencedEvent:
        return next(self._events)


def _head(connection: sqlite3.Connection) -> int | None:
    [(head,)] = connection.execute("SELECT max(position) FROM event").fetchall()
    return None if head is None else int(head)


def _check(writer: sqlite3.Connection, condition: DCBAppendCondition) -> None:
    bounds = (condition.after or 0, EVER)
    if matching_positions(writer, condition.fail_if_events_match, bounds, limit=1):
        raise IntegrityError(condition)
