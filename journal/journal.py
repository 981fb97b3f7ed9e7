"""The journal as the other rooms see it: events in, events out, in one order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final, Protocol

import msgspec

from ..domain.errors import Conflict
from ..domain.events import Event, Recorded, tag_of
from .codec import Codec
from .dcb import (
    DCBAppendCondition,
    DCBEvent,
    DCBQuery,
    DCBQueryItem,
    DCBReadResponse,
    DCBSequencedEvent,
    DCBSubscription,
    IntegrityError,
)
from .seals import Seal, Unsealed

STORE_KEY: Final = "identity"


class Recorder(Protocol):
    """A recorder of the library, and what we ask of one besides."""

    def read(
        self, query: DCBQuery | None = None, *, after: int | None = None, limit: int | None = None
    ) -> DCBReadResponse:
        """As the library promises."""
        ...

    def append(
        self,
        events: Sequence[DCBEvent],
        condition: DCBAppendCondition | None = None,
        *,
        durable: bool = True,
    ) -> int:
        """As the library promises; a `durable` append has reached the disk."""
        ...

    # Each recorder has a subscription of its own, which knows it.
    def subscribe(
        self, query: DCBQuery | None = None, *, after: int | None = None
    ) -> DCBSubscription[Any]:
        """As the library promises."""
        ...

    def head(self) -> int:
        """The position of the newest event, 0 when there is none."""
        ...

    def secret(self, name: str) -> bytes:
        """A random key of this store, made on its first use."""
        ...

    def close(self) -> None:
        """Lets all files go."""
        ...


class Selection(msgspec.Struct, frozen=True):
    """Events of any of these types that carry at least one of these tags; empty means any."""

    types: tuple[type[Event], ...] = ()
    tags: tuple[str, ...] = ()


class Boundary(msgspec.Struct, frozen=True):
    """What a decision rested on: it may be recorded while nothing new matches after `after`."""

    after: int
    selections: tuple[Selection, ...]


class Journal:
    """Append-only; positions start at 1, have no gaps, and are the only order there is."""

    def __init__(self, recorder: Recorder, seal: Seal | None = None) -> None:
        self._recorder = recorder
        self._codec = Codec(seal or Unsealed())

    def append(
        self, events: Sequence[Event], *, unless: Boundary | None = None, durable: bool = True
    ) -> int:
        """Records all events or none and returns the position of the last.

        Conflict if something new falls inside the boundary. Unless `durable`, the last appends may
        be lost when the power fails, though never in part.
        """
        encoded = [self._codec.encode(event) for event in events]
        try:
            return self._recorder.append(encoded, _condition(unless), durable=durable)
        except IntegrityError as error:
            raise Conflict("something that this decision rests on has changed; decide again") from (
                error
            )

    def read(self, *, after: int = 0, limit: int | None = None) -> Iterator[Recorded]:
        """Events in order, from the first one after a position."""
        return map(self._decoded, self._recorder.read(after=after, limit=limit))

    def select(
        self, selections: Sequence[Selection], *, after: int = 0
    ) -> tuple[list[Recorded], int]:
        """All events that match any selection, in order, and the head they were read at."""
        if not selections:
            return [], self.head()
        response = self._recorder.read(_query(selections), after=after)
        found = [self._decoded(event) for event in response]
        return found, response.head or 0

    @contextmanager
    def follow(self, *, after: int = 0) -> Iterator[Iterator[Recorded]]:
        """Events for ever, waiting for new ones, whichever process appends them."""
        with self._recorder.subscribe(after=after) as subscription:
            yield map(self._decoded, subscription)

    def head(self) -> int:
        """The position of the newest event, 0 when there is none."""
        return self._recorder.head()

    def identity_key(self) -> bytes:
        """The secret that all ids of this store are made with."""
        return self._recorder.secret(STORE_KEY)

    def close(self) -> None:
        """Closes the file, if there is one."""
        self._recorder.close()

    def _decoded(self, sequenced: DCBSequencedEvent) -> Recorded:
        event = self._codec.decode(sequenced.event, sequenced.position)
        return Recorded(sequenced.position, event)


def _condition(boundary: Boundary | None) -> DCBAppendCondition | None:
    if boundary is None:
        return None
    assert boundary.selections, "an empty boundary would mean: fail if there is any event"
    return DCBAppendCondition(_query(boundary.selections), boundary.after)


def _query(selections: Iterable[Selection]) -> DCBQuery:
    return DCBQuery([item for selection in selections for item in _items(selection)])


def _items(selection: Selection) -> list[DCBQueryItem]:
    types = [tag_of(event_type) for event_type in selection.types]
    if not selection.tags:
        return [DCBQueryItem(types=types)]
    return [DCBQueryItem(types=types, tags=[tag]) for tag in selection.tags]
