"""A journal that lives as long as its process; for trying things out and for tests."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from weakref import WeakSet

from .dcb import (
    DCBAppendCondition,
    DCBEvent,
    DCBQuery,
    InMemoryDCBRecorder,
    InMemorySubscription,
    IntegrityError,
)


class InMemoryRecorder(InMemoryDCBRecorder):
    """The library's own recorder in plain objects, with what our journal needs besides."""

    def __init__(self) -> None:
        super().__init__()
        self._notes: dict[str, dict[str, bytes]] = {}
        self._subscriptions: WeakSet[InMemorySubscription] = WeakSet()

    def append(
        self,
        events: Sequence[DCBEvent],
        condition: DCBAppendCondition | None = None,
        *,
        durable: bool = True,
        guard: DCBAppendCondition | None = None,
    ) -> int:
        """As the library promises; nothing in memory is durable."""
        del durable
        with self._database_lock:
            if guard is not None and list(
                self.read(guard.fail_if_events_match, after=guard.after, limit=1)
            ):
                raise IntegrityError(guard)
            return super().append(events, condition)

    def nth_last(self, query: DCBQuery, count: int, *, up_to: int) -> int:
        """Where the last `count` matches up to a position begin; 0 where there are fewer."""
        found = [each.position for each in self.read(query) if each.position <= up_to]
        return found[-count] if len(found) >= count else 0

    # The library's recorder in memory names its own subscription too, whatever its subclass.
    def subscribe(  # type: ignore[override]
        self, query: DCBQuery | None = None, *, after: int | None = None
    ) -> InMemorySubscription:
        """As the library promises; it ends when the journal closes."""
        subscription = super().subscribe(query, after=after)
        with self._database_lock:
            self._subscriptions.add(subscription)
        return subscription

    def listen(self, event: threading.Event) -> None:
        """`event` is set at each append, and once now: one may have come before we listened."""
        with self._database_lock:
            super().listen(event)
        event.set()

    def unlisten(self, event: threading.Event) -> None:
        """Nothing sets `event` any more."""
        with self._database_lock:
            super().unlisten(event)

    def head(self) -> int:
        """The position of the newest event, 0 when there is none."""
        with self._database_lock:
            return self.events[-1].position if self.events else 0

    def end(self) -> tuple[int, bytes]:
        """The position of the newest event; nothing in memory is linked."""
        return self.head(), b""

    def erase(self, tag: str, *, before: int, keep: Sequence[str]) -> int:
        """Empties the payloads of all events with a tag, but for those of the types to keep."""
        with self._database_lock:
            gone = [
                each.event
                for each in self.events
                if tag in each.event.tags
                and each.position < before
                and each.event.type not in keep
                and each.event.data
            ]
            for event in gone:
                event.data = b""
            return len(gone)

    def checkpoint(self) -> bool:
        """There are no files."""
        return True

    def note(self, kind: str, key: str, document: bytes) -> None:
        """Keeps something about the journal beside its events, over what was there."""
        self._notes.setdefault(kind, {})[key] = document

    def notes(self, kind: str) -> dict[str, bytes]:
        """All that is kept of a kind, by its key."""
        return dict(sorted(self._notes.get(kind, {}).items()))

    def close(self) -> None:
        """Ends all subscriptions; the events stay as long as the recorder."""
        with self._database_lock:
            subscriptions = list(self._subscriptions)
        for subscription in subscriptions:
            subscription.stop()
