"""Following the SQLite journal live, also when another process writes it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Final

from ..domain.errors import MemoryStoreError
from .dcb import DCBListenNotifySubscription, DCBQuery, TDCBRecorder_co

POLL_SECONDS: Final = 0.02
IDLE_POLL_SECONDS: Final = 0.1
"""When nothing has come for some seconds: a server idles all day, and shall not be felt."""

_SLOWING: Final = 1.02  # from look to look, so it takes about four seconds


def next_pause(pause: float, *, has_changed: bool) -> float:
    """Seconds until the next look; what comes is rarely alone."""
    return POLL_SECONDS if has_changed else min(pause * _SLOWING, IDLE_POLL_SECONDS)


class Listeners:
    """Wakes subscriptions: at once for our own appends, by polling for those of others.

    `data_version` answers with a number that changes when another connection has written. The
    polling thread lives only while somebody listens.
    """

    def __init__(self, data_version: Callable[[], int]) -> None:
        self._data_version = data_version
        self._waiting: dict[threading.Event, Callable[[], None]] = {}
        self._lock = threading.Lock()
        self._closed = threading.Event()
        self._poller: threading.Thread | None = None

    def add(self, notified: threading.Event, stop: Callable[[], None]) -> None:
        """`notified` is set at each append; `stop` is called when the journal closes."""
        with self._lock:
            is_closed = self.is_closed()
            if not is_closed:
                self._waiting[notified] = stop
                if self._poller is None:
                    self._poller = threading.Thread(target=self._poll, daemon=True)
                    self._poller.start()
        if is_closed:
            stop()

    def remove(self, notified: threading.Event) -> None:
        """Nothing wakes it any more."""
        with self._lock:
            self._waiting.pop(notified, None)

    def wake(self) -> None:
        """Tell all that there is something new."""
        with self._lock:
            for notified in self._waiting:
                notified.set()

    def is_closed(self) -> bool:
        """Whether the journal is closing or closed."""
        return self._closed.is_set()

    def close(self) -> None:
        """Stops every subscription and the polling."""
        self._closed.set()
        with self._lock:
            stops = list(self._waiting.values())
            poller = self._poller
        for stop in stops:
            stop()
        if poller is not None:
            poller.join()

    def _poll(self) -> None:
        seen: int | None = None  # so the first look wakes all: it may come after an append
        pause = POLL_SECONDS
        while not self._closed.wait(pause):
            with self._lock:
                if not self._waiting:
                    self._poller = None
                    return
            version = self._version()
            has_changed = version is None or version != seen
            pause = next_pause(pause, has_changed=has_changed)
            if has_changed:
                seen = version
                self.wake()

    def _version(self) -> int | None:
        """None when the file cannot be read: those who are woken meet the error themselves."""
        try:
            return self._data_version()
        except MemoryStoreError:
            return None


class SqliteSubscription(DCBListenNotifySubscription[TDCBRecorder_co]):
    """Iterates over all events for ever; leave its `with` block, or `stop` it, to end."""

    def __init__(
        self,
        recorder: TDCBRecorder_co,
        listeners: Listeners,
        *,
        query: DCBQuery | None = None,
        after: int | None = None,
    ) -> None:
        self._listeners = listeners  # first: the base class starts its thread
        super().__init__(recorder=recorder, query=query, after=after)
        listeners.add(self._has_been_notified, self._end)
        if self._has_been_stopped:  # it met an error before we listened
            listeners.remove(self._has_been_notified)
        self._has_been_notified.set()  # look once more: something may have come before we listened

    def stop(self) -> None:
        """Ends the iteration in whatever thread it runs."""
        if self._listeners.is_closed():
            self._thread_error = None  # the file was closed under it, which is an end like any
        super().stop()
        self._listeners.remove(self._has_been_notified)

    def _end(self) -> None:
        """Stops, and waits for the thread that reads, because the file closes next."""
        self.stop()
        self._pull_thread.join()
