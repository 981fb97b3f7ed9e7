"""Events to bytes and back: a clear envelope of ids and time, and a payload that can be sealed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import msgspec

from ..domain.errors import InvalidInput, StoreDamaged
from ..domain.events import (
    EVENT_TYPES,
    ChunkIngested,
    Contradicted,
    Event,
    Promoted,
    Recalled,
    SourceForgotten,
    SourceUnblocked,
    Superseded,
    tag_of,
)
from ..domain.lineage import tags_of
from .dcb import DCBEvent, StoredEvent, stored
from .seals import Seal

CLEAR: Final[dict[type[Event], tuple[str, ...]]] = {
    ChunkIngested: ("item",),
    Recalled: (),
    Promoted: ("item", "derived_from", "recalls"),
    Contradicted: ("item", "by"),
    Superseded: ("item", "by"),
    SourceForgotten: ("source", "items", "planned_at"),
    SourceUnblocked: ("source",),
}
"""What each event shows to anyone besides its time and roots: opaque ids and positions, no more."""

_ALWAYS_CLEAR: Final = ("recorded_at", "roots")


class Codec:
    """Encodes and decodes all events; an unknown tag is an error and imports nothing."""

    def __init__(self, seal: Seal) -> None:
        self._seal = seal
        self._shapes = {tag_of(event_type): _Shape(event_type) for event_type in EVENT_TYPES}

    def encode(self, event: Event) -> StoredEvent:
        """The event as it goes to disk; InvalidInput if a text in it has no encoding."""
        try:
            return self._encode(event)
        except UnicodeEncodeError as error:
            raise InvalidInput(
                f"a text holds half of a character, {error.object[error.start]!r}, which nothing"
                " can write; take it out"
            ) from error

    def _encode(self, event: Event) -> StoredEvent:
        shape = self._shapes[tag_of(type(event))]
        envelope = shape.envelope.encode(event)
        payload = shape.payload.encode(event)
        return StoredEvent(
            type=tag_of(type(event)),
            data=self._seal.seal(payload, envelope=envelope, roots=event.roots),
            tags=tags_of(event),
            envelope=envelope,
        )

    def decode(self, event: DCBEvent, position: int) -> Event:
        """The event as it was; an unknown tag or damaged bytes raise StoreDamaged."""
        shape = self._shapes.get(event.type)
        if shape is None:
            raise StoreDamaged(
                f"event {position} is of the type {event.type!r}, which this version does not know;"
                " a newer lethelog wrote it: upgrade to read this store"
            )
        try:
            return self._decode(stored(event), shape)
        except msgspec.MsgspecError as error:
            raise StoreDamaged(
                f"event {position} ({event.type}) cannot be read: {error}; restore the journal"
            ) from error

    def _decode(self, event: StoredEvent, shape: _Shape) -> Event:
        clear = shape.envelope.decode(event.envelope)
        payload = self._seal.open(event.data, envelope=event.envelope, roots=clear["roots"])
        return shape.event_type(**clear, **shape.payload.decode(payload))


class _Part:
    """Some fields of an event as a struct of their own."""

    def __init__(self, event_type: type[Event], name: str, keep: Callable[[str], bool]) -> None:
        fields = [f for f in msgspec.structs.fields(event_type) if keep(f.name)]
        self._names = [field.name for field in fields]
        self._struct = msgspec.defstruct(
            f"{event_type.__name__}{name}",
            [
                (f.name, f.type) if f.required else (f.name, f.type, f.default)
                for f in sorted(fields, key=lambda f: not f.required)
            ],
            kw_only=True,
            omit_defaults=True,
        )
        self._encoder = msgspec.msgpack.Encoder()
        self._decoder = msgspec.msgpack.Decoder(self._struct)

    def encode(self, event: Event) -> bytes:
        return self._encoder.encode(
            self._struct(**{name: getattr(event, name) for name in self._names})
        )

    # The field types differ from event to event; the event's own constructor checks the names.
    def decode(self, encoded: bytes) -> dict[str, Any]:
        return msgspec.structs.asdict(self._decoder.decode(encoded))


class _Shape:
    """The two parts of one event type."""

    def __init__(self, event_type: type[Event]) -> None:
        clear = {*_ALWAYS_CLEAR, *CLEAR[event_type]}
        self.event_type = event_type
        self.envelope = _Part(event_type, "Envelope", clear.__contains__)
        self.payload = _Part(event_type, "Payload", lambda name: name not in clear)
