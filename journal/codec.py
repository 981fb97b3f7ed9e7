"""Events to bytes and back: a clear envelope of ids and time, and a payload that can be sealed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, Final

import msgspec

from ..domain.errors import InvalidInput, StoreDamaged
from ..domain.events import (
    EVENT_TYPES,
    ChunkIngested,
    ConfidenceRevised,
    Contradicted,
    Erased,
    Event,
    PolicyAdopted,
    Promoted,
    Recalled,
    Recorded,
    Released,
    Roots,
    SourceForgotten,
    SourceUnblocked,
    Superseded,
    tag_of,
)
from ..domain.identity import SourceUid
from ..domain.lineage import tags_of
from .dcb import DCBEvent, DCBSequencedEvent, StoredEvent, stored
from .seals import Letter, NotAsSealed, Seal

CLEAR: Final[dict[type[Event], tuple[str, ...]]] = {
    ChunkIngested: ("item",),
    Recalled: (),
    Promoted: ("item", "derived_from", "recalls"),
    Contradicted: ("item", "by"),
    Superseded: ("item", "by"),
    ConfidenceRevised: ("item", "by"),
    Released: ("item",),
    PolicyAdopted: (),
    SourceForgotten: ("source", "items", "blocked", "planned_at"),
    SourceUnblocked: ("source",),
}
"""What each event shows to anyone besides its time and roots: opaque ids and positions, no more."""

_BY_TAG: Final = {tag_of(event_type): event_type for event_type in EVENT_TYPES}
_NOTICES: Final = (tag_of(SourceForgotten), tag_of(SourceUnblocked))
_ALWAYS_CLEAR: Final = ("recorded_at", "roots")


class Codec:
    """Encodes and decodes all events; an unknown tag is an error and imports nothing."""

    def __init__(self, seal: Seal) -> None:
        self._seal = seal

    def encode(self, events: Sequence[Event], *, epoch: int) -> list[StoredEvent]:
        """The events as they go to disk; InvalidInput if a text in one has no encoding."""
        try:
            open_events = [self._encoded(event) for event in events]
        except UnicodeEncodeError as error:
            raise InvalidInput(
                f"a text holds half of a character, {error.object[error.start]!r}, which nothing"
                " can write; take it out"
            ) from error
        letters = [
            _letter(stored_event, event.roots, _notice_of(event))
            for stored_event, event in zip(open_events, events, strict=True)
        ]
        for stored_event, sealed in zip(
            open_events, self._seal.seal(letters, epoch=epoch), strict=True
        ):
            stored_event.data = sealed
        return open_events

    def decode(self, sequenced: Sequence[DCBSequencedEvent]) -> list[Recorded]:
        """The events as they were; `Erased` where the payload or a key of it was destroyed.

        An unknown tag or damaged bytes raise StoreDamaged.
        """
        clear = [self._clear(each) for each in sequenced]
        letters = [
            _letter(stored(each.event), fields["roots"], _forgotten_source(each.event, fields))
            for each, (_, fields) in zip(sequenced, clear, strict=True)
        ]
        try:
            opened = self._seal.open(letters)
        except NotAsSealed as error:
            raise _damaged(
                sequenced[error.place], "it does not open under the keys of its sources"
            ) from error
        return [
            Recorded(each.position, self._event(each, shape, fields, payload))
            for each, (shape, fields), payload in zip(sequenced, clear, opened, strict=True)
        ]

    def _encoded(self, event: Event) -> StoredEvent:
        shape = _shape_of(type(event))
        return StoredEvent(
            type=tag_of(type(event)),
            data=shape.payload.encode(event),
            tags=tags_of(event),
            envelope=shape.envelope.encode(event),
        )

    def _clear(self, sequenced: DCBSequencedEvent) -> tuple[_Shape, dict[str, Any]]:
        event_type = _BY_TAG.get(sequenced.event.type)
        if event_type is None:
            raise StoreDamaged(
                f"event {sequenced.position} is of the type {sequenced.event.type!r}, which this"
                " version does not know; a newer lethelog wrote it: upgrade to read this store"
            )
        shape = _shape_of(event_type)
        try:
            return shape, shape.envelope.decode(stored(sequenced.event).envelope)
        except msgspec.MsgspecError as error:
            raise _damaged(sequenced, error) from error

    def _event(
        self,
        sequenced: DCBSequencedEvent,
        shape: _Shape,
        clear: dict[str, Any],
        payload: bytes | None,
    ) -> Event:
        if payload is not None:
            try:
                return shape.event_type(**clear, **shape.payload.decode(payload))
            except msgspec.MsgspecError as error:
                raise _damaged(sequenced, error) from error
        if shape.event_type in (SourceForgotten, SourceUnblocked):
            return shape.event_type(**clear)  # what it tells stands in the clear
        return Erased(
            recorded_at=clear["recorded_at"], roots=clear["roots"], what=sequenced.event.type
        )


def _letter(event: StoredEvent, roots: Roots, notice_of: SourceUid | None) -> Letter:
    bound_to = msgspec.msgpack.encode((event.type, event.tags, event.envelope))
    return Letter(event.data, bound_to, roots, notice_of)


def _notice_of(event: Event) -> SourceUid | None:
    return event.source if isinstance(event, SourceForgotten | SourceUnblocked) else None


def _forgotten_source(event: DCBEvent, clear: dict[str, Any]) -> SourceUid | None:
    return clear["source"] if event.type in _NOTICES else None


def _damaged(sequenced: DCBSequencedEvent, error: object) -> StoreDamaged:
    return StoreDamaged(
        f"event {sequenced.position} ({sequenced.event.type}) cannot be read: {error};"
        " restore the journal"
    )


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
            gc=False,
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


@cache
def _shape_of(event_type: type[Event]) -> _Shape:
    """Made when it is first asked for, since it takes as long as many events."""
    return _Shape(event_type)
