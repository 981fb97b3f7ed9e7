"""A journal that lives as long as its process; for trying things out and for tests."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Sequence
from weakref import WeakSet

from .dcb import DCBAppendCondition, DCBEvent, DCBQuery, InMemoryDCBRecorder, InMemorySubscription

_SECRET_BYTES = 32


class InMemoryRecorder(InMemoryDCBRecorder):
    """The library's own recorder in plain objects, with what our journal needs besides."""

    def __init__(self) -> None:
        super().__init__()
        self._secrets: dict[str, bytes] = {}
        self._subscriptions: WeakSet[InMemorySubscription] = WeakSet()

    def append(
        self,
        events: Sequence[DCBEvent],
        condition: DCBAppendCondition | None = None,
        *,
        durable: bool = True,
    ) -> int:
        """As the library promises; nothing in memory is durable."""
        del durable
        return super().append(events, condition)

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

    def secret(self, name: str) -> bytes:
        """A random key of this store, made on its first use."""
        return self._secrets.setdefault(name, secrets.token_bytes(_SECRET_BYTES))

    def close(self) -> None:
        """Ends all subscriptions; the events stay as long as the recorder."""
        with self._database_lock:
            subscriptions = list(self._subscriptions)
        for subscription in subscriptions:
            subscription.stop()
