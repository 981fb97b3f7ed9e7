"""The journal as the other rooms see it: events in, events out, in one order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from threading import Lock
from typing import Any, Final

import msgspec

from ..domain.errors import Conflict, Refused
from ..domain.events import Event, Recorded, SourceForgotten, SourceUnblocked, tag_of
from ..domain.identity import SourceUid
from ..domain.lineage import source_tag, sources_of
from .codec import Codec
from .dcb import (
    DCBAppendCondition,
    DCBQuery,
    DCBQueryItem,
    DCBSubscription,
    IntegrityError,
)
from .recorder import Recorder
from .seals import KeysMoved, Seal

IDENTITY_KEY: Final = "identity"
NOTICES: Final[tuple[type[Event], ...]] = (SourceForgotten, SourceUnblocked)
"""The events that tell what may be learned."""

_DECODED_TOGETHER: Final = 1_000
_NOTICE_TAGS: Final = [tag_of(event_type) for event_type in NOTICES]


class Selection(msgspec.Struct, frozen=True):
    """Events of any of these types that carry at least one of these tags; empty means any.

    They carry each of the tags in `every` besides.
    """

    types: tuple[type[Event], ...] = ()
    tags: tuple[str, ...] = ()
    every: tuple[str, ...] = ()


class Boundary(msgspec.Struct, frozen=True):
    """What a decision rested on: it may be recorded while nothing new matches after `after`."""

    after: int
    selections: tuple[Selection, ...]


class Journal:
    """Append-only; positions start at 1, have no gaps, and are the only order there is.

    Nothing is recorded that came from a forgotten source, until that is allowed again.
    """

    def __init__(self, recorder: Recorder, seal: Seal) -> None:
        self._recorder = recorder
        self._seal = seal
        self._codec = Codec(seal)
        self._notices_seen = 0
        self._following = Lock()
        self._is_closed = False
        self._forgotten: set[SourceUid] = set()

    def append(
        self, events: Sequence[Event], *, unless: Boundary | None = None, durable: bool = True
    ) -> int:
        """Records all events or none and returns the position of the last.

        Conflict if something new falls inside the boundary; Refused if an event comes from a
        forgotten source. Unless `durable`, the last appends may be lost when the power fails,
        though never in part.
        """
        while True:
            epoch = self._seal.epoch()
            self._look_at_notices()
            if not all(map(self._allows, events)):
                raise Refused("this comes from a source that was forgotten and stays blocked")
            try:
                sealed = self._codec.encode(events, epoch=epoch)
                return self._recorder.append(
                    sealed, _condition(unless), durable=durable, guard=self._guard()
                )
            except KeysMoved:
                continue
            except IntegrityError as error:
                if not self._look_at_notices():
                    raise Conflict(
                        "something that this decision rests on has changed; decide again"
                    ) from error

    def has_forgotten(self, *, after: int) -> bool:
        """Whether a source was forgotten after a position."""
        return bool(self.select([Selection((SourceForgotten,))], after=after)[0])

    def allows(self, event: Event) -> bool:
        """Whether nothing that it comes from is forgotten."""
        self._look_at_notices()
        return self._allows(event)

    def read(
        self, matching: Selection | None = None, *, after: int = 0, limit: int | None = None
    ) -> Iterator[Recorded]:
        """Events in order, from the first one after a position; all unless some are selected."""
        query = None if matching is None else _query([matching])
        response = self._recorder.read(query, after=after, limit=limit)
        while together := list(islice(response, _DECODED_TOGETHER)):
            yield from self._codec.decode(together)

    def select(
        self, selections: Sequence[Selection], *, after: int = 0
    ) -> tuple[list[Recorded], int]:
        """All events that match any selection, in order, and the head they were read at."""
        if not selections:
            return [], self.head()
        response = self._recorder.read(_query(selections), after=after)
        return self._codec.decode(list(response)), response.head or 0

    def before_last(self, count: int, matching: Selection | None = None, *, up_to: int) -> int:
        """The position after which the last so many events up to another one are read."""
        if matching is None:
            return max(up_to - count, 0)
        return max(self._recorder.nth_last(_query([matching]), count, up_to=up_to) - 1, 0)

    @contextmanager
    def follow(
        self, selections: Sequence[Selection] = (), *, after: int = 0
    ) -> Iterator[Iterator[Recorded]]:
        """Events for ever, waiting for new ones, whichever process appends them.

        All of them, unless some are selected.
        """
        query = _query(selections) if selections else None
        with self._recorder.subscribe(query, after=after) as subscription:
            yield self._followed(subscription)

    def head(self) -> int:
        """The position of the newest event, 0 when there is none."""
        return self._recorder.head()

    def identity_key(self) -> bytes:
        """The secret that all ids of this store are made with."""
        return self._seal.key(IDENTITY_KEY)

    def erase(self, source: SourceUid, *, before: int) -> int:
        """Deletes what was written of all that came from a source before a position."""
        return self._recorder.erase(source_tag(source), before=before, keep=_NOTICE_TAGS)

    def checkpoint(self) -> bool:
        """Leaves nothing of what was erased in any file; False while another process reads."""
        return self._recorder.checkpoint()

    def end(self) -> tuple[int, bytes]:
        """The position of the newest event and its link, empty where events are not linked."""
        return self._recorder.end()

    def note(self, kind: str, key: str, document: bytes) -> None:
        """Keeps ids and figures about the journal beside its events, over what was there."""
        self._recorder.note(kind, key, document)

    def notes(self, kind: str) -> dict[str, bytes]:
        """All that is kept of a kind, by its key."""
        return self._recorder.notes(kind)

    def close(self) -> None:
        """Closes the files and lets the keys go."""
        self._recorder.close()
        with self._following:  # whoever follows may just be opening an event with its keys
            self._is_closed = True
            self._seal.close()

    def _followed(self, subscription: DCBSubscription[Any]) -> Iterator[Recorded]:
        for sequenced in subscription:
            with self._following:
                if self._is_closed:
                    return
                [recorded] = self._codec.decode([sequenced])
            yield recorded

    def _allows(self, event: Event) -> bool:
        return isinstance(event, NOTICES) or self._forgotten.isdisjoint(sources_of(event))

    def _look_at_notices(self) -> bool:
        """Whether something was forgotten or allowed since we last looked, also by others."""
        news, _ = self.select([Selection(NOTICES)], after=self._notices_seen)
        for recorded in news:
            event = recorded.event
            if isinstance(event, SourceForgotten):
                self._forgotten.add(event.source)
            elif isinstance(event, SourceUnblocked):
                self._forgotten.discard(event.source)
            self._notices_seen = recorded.position
        return bool(news)

    def _guard(self) -> DCBAppendCondition:
        """Fails the append if a notice came that we have not seen: its keys may be gone."""
        return DCBAppendCondition(_query([Selection(NOTICES)]), self._notices_seen)


def _condition(boundary: Boundary | None) -> DCBAppendCondition | None:
    if boundary is None:
        return None
    assert boundary.selections, "an empty boundary would mean: fail if there is any event"
    return DCBAppendCondition(_query(boundary.selections), boundary.after)


def _query(selections: Iterable[Selection]) -> DCBQuery:
    return DCBQuery([item for selection in selections for item in _items(selection)])


def _items(selection: Selection) -> list[DCBQueryItem]:
    types = [tag_of(event_type) for event_type in selection.types]
    every = list(selection.every)
    if not selection.tags:
        return [DCBQueryItem(types=types, tags=every)]
    return [DCBQueryItem(types=types, tags=[tag, *every]) for tag in selection.tags]
