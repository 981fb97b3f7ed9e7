"""What was known and true on any day, worked out from the events by hand: no table, no index."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Final, TypeAlias

from lethelog.domain.events import (
    ChunkIngested,
    Contradicted,
    Event,
    Promoted,
    Recorded,
    SourceForgotten,
    Superseded,
)
from lethelog.domain.identity import ItemId

Log: TypeAlias = Sequence[Recorded]

_EVER: Final = 2**63


def without(log: Log, forgotten: Collection[str]) -> list[Recorded]:
    """The log as it would be had nothing come from these sources, or from below them.

    That they were forgotten is not in it either.
    """
    gone: set[ItemId] = set()
    for recorded in log:
        event = recorded.event
        if isinstance(event, ChunkIngested):
            is_gone = _lies_in(event.source, forgotten)
        else:
            is_gone = isinstance(event, Promoted) and not gone.isdisjoint(event.derived_from)
        gone.update(_named_in(event)[:1] if is_gone else ())
    told = [recorded for recorded in log if not isinstance(recorded.event, SourceForgotten)]
    return [recorded for recorded in told if gone.isdisjoint(_named_in(recorded.event))]


def up_to(log: Log, known: int | None, *, is_position: bool) -> list[Recorded]:
    """What was known at a position, or before the first event that was recorded after a moment."""
    if known is None:
        return list(log)
    if is_position:
        return [recorded for recorded in log if recorded.position <= known]
    later = [recorded.position for recorded in log if recorded.event.recorded_at > known]
    return [recorded for recorded in log if recorded.position < min(later, default=_EVER)]


class Known:
    """All that some events tell."""

    def __init__(self, log: Log) -> None:
        events = [recorded.event for recorded in log]
        self.texts: dict[ItemId, str] = {}
        self.chunks: dict[ItemId, ChunkIngested] = {}
        self.evergreen: set[ItemId] = set()
        self.gave_way: dict[ItemId, Superseded] = {}
        self.took_over: dict[ItemId, list[Superseded]] = {}
        for event in events:
            self._learn(event)

    def facts(self, valid: int | None) -> set[ItemId]:
        """What is known for good, and current, or true at a moment."""
        return {item for item in self.evergreen if self._counts(item, valid)}

    def answers(self, word: str, valid: int | None) -> set[ItemId]:
        """The items whose text has a word, and which are current, or true at a moment."""
        named = (item for item, text in self.texts.items() if word in text.split())
        return {item for item in named if self._counts(item, valid)}

    def moments(self) -> set[int]:
        """Every moment at which something begins or ends to be true."""
        spans = (self.span(item) for item in self.texts)
        return {moment for span in spans for moment in span if -_EVER < moment < _EVER}

    def span(self, item: ItemId) -> tuple[int, int]:
        """Since when an item is true, and until when."""
        start, chunk = self._begins(item), self.chunks.get(item)
        if start is None:
            start = min((each.recorded_at for each in self._took_over(item)), default=-_EVER)
        end = chunk.valid_until if chunk and chunk.valid_until is not None else _EVER
        return start, min([end, *map(self._since, self._chain(item))])

    def _counts(self, item: ItemId, valid: int | None) -> bool:
        if valid is None:
            return item not in self.gave_way
        start, end = self.span(item)
        return start <= valid < end

    def _begins(self, item: ItemId) -> int | None:
        """As far as that was told or dated."""
        chunk = self.chunks.get(item)
        if chunk and chunk.valid_from is not None:
            return chunk.valid_from
        told = [each.since for each in self._took_over(item) if each.since is not None]
        dated = [chunk.dated_at] if chunk and chunk.dated_at is not None else []
        return min([*told, *dated], default=None)

    def _since(self, change: Superseded) -> int:
        if change.since is not None:
            return change.since
        start = None if change.by is None else self._begins(change.by)
        return change.recorded_at if start is None else start

    def _chain(self, item: ItemId) -> Iterator[Superseded]:
        """All that took the place of an item, one after the other."""
        change = self.gave_way.get(item)
        while change is not None:
            yield change
            change = None if change.by is None else self.gave_way.get(change.by)

    def _took_over(self, item: ItemId) -> list[Superseded]:
        return self.took_over.get(item, [])

    def _learn(self, event: Event) -> None:
        if isinstance(event, ChunkIngested):
            self.texts[event.item], self.chunks[event.item] = event.text, event
            if event.dated_at is None:
                self.evergreen.add(event.item)
        elif isinstance(event, Promoted):
            self.evergreen.add(event.item)
            if event.text:
                self.texts[event.item] = event.text
        elif isinstance(event, Superseded):
            self.gave_way[event.item] = event
            if event.by is not None:
                self.took_over.setdefault(event.by, []).append(event)


def _lies_in(source: str, forgotten: Collection[str]) -> bool:
    parts = source.split("/")
    return any("/".join(parts[:depth]) in forgotten for depth in range(len(parts) + 1))


def _named_in(event: Event) -> list[ItemId]:
    if isinstance(event, Contradicted | Superseded):
        return [event.item, *([event.by] if event.by else [])]
    return [event.item] if isinstance(event, ChunkIngested | Promoted) else []
