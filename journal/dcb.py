"""The names of the event sourcing library that we build on; no other file imports it."""

from __future__ import annotations

from eventsourcing.dcb.api import (
    DCBAppendCondition,
    DCBEvent,
    DCBQuery,
    DCBQueryItem,
    DCBReadResponse,
    DCBRecorder,
    DCBSequencedEvent,
    DCBSubscription,
    TDCBRecorder_co,
)
from eventsourcing.dcb.persistence import DCBListenNotifySubscription
from eventsourcing.dcb.popo import InMemoryDCBRecorder, InMemorySubscription
from eventsourcing.persistence import IntegrityError, ProgrammingError

__all__ = [
    "DCBAppendCondition",
    "DCBEvent",
    "DCBListenNotifySubscription",
    "DCBQuery",
    "DCBQueryItem",
    "DCBReadResponse",
    "DCBRecorder",
    "DCBSequencedEvent",
    "DCBSubscription",
    "InMemoryDCBRecorder",
    "InMemorySubscription",
    "IntegrityError",
    "ProgrammingError",
    "StoredEvent",
    "TDCBRecorder_co",
    "stored",
]


class StoredEvent(DCBEvent):
    """An event on its way to disk: `envelope` stays in the clear for ever, `data` can be erased."""

    def __init__(self, type: str, data: bytes, tags: list[str], envelope: bytes = b"") -> None:  # noqa: A002
        super().__init__(type=type, data=data, tags=tags)
        self.envelope = envelope


def stored(event: DCBEvent) -> StoredEvent:
    """The event as we store it; one of another maker has an empty envelope."""
    if isinstance(event, StoredEvent):
        return event
    return StoredEvent(type=event.type, data=event.data, tags=event.tags)
