"""Recording without waiting for the disk: what is put here is appended soon, in groups."""

from __future__ import annotations

import threading
from typing import Final

from ..domain.errors import MemoryStoreError, Refused
from ..domain.events import Event
from .journal import Journal

GROUP_SECONDS: Final = 0.05
RETRY_SECONDS: Final = 1.0
PENDING_EVENTS_MAX: Final = 10_000


class WriteBehind:
    """A crash can lose what was put in the last moment; `flush` and `close` lose nothing.

    An append that fails is kept and tried again, soon and by the next `flush`, which raises what
    stopped it.
    """

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._pending: list[Event] = []
        self._append_lock = threading.Lock()
        self._lock = threading.Lock()
        self._has_work = threading.Event()
        self._closed = threading.Event()
        self._thread: threading.Thread | None = None

    def put(self, event: Event) -> None:
        """Returns at once; beyond `PENDING_EVENTS_MAX` waiting events it flushes first."""
        with self._lock:
            self._pending.append(event)
            full = len(self._pending) >= PENDING_EVENTS_MAX
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, daemon=True)
                self._thread.start()
        self._has_work.set()
        if full:
            self.flush()

    def flush(self) -> None:
        """All that was put before is in the journal when this returns."""
        with self._append_lock:
            with self._lock:
                group = list(self._pending)
            self._append(group)
            with self._lock:
                del self._pending[: len(group)]

    def _append(self, group: list[Event]) -> None:
        """What was asked from a source that was forgotten meanwhile counts as never asked."""
        while allowed := [event for event in group if self._journal.allows(event)]:
            try:
                self._journal.append(allowed, durable=False)
            except Refused:
                continue  # forgotten just now
            return

    def close(self) -> None:
        """Flushes and ends; the journal stays open."""
        self._closed.set()
        self._has_work.set()
        if self._thread is not None:
            self._thread.join()
        self.flush()

    def _run(self) -> None:
        while not self._closed.is_set():
            self._has_work.wait()
            self._has_work.clear()
            self._closed.wait(GROUP_SECONDS)
            try:
                self.flush()
            except MemoryStoreError:
                self._has_work.set()  # kept: tried again soon, and the flush that closes raises
                self._closed.wait(RETRY_SECONDS)
