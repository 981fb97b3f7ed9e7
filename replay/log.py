"""The journal told line by line: what happened, in its order, as far as it is not forgotten."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import chain, islice, takewhile
from typing import TYPE_CHECKING, Final, TypedDict

import msgspec

from ..asking.as_of import Ask, Known
from ..asking.listing import find_item
from ..domain.errors import InvalidInput
from ..domain.events import (
    EVENT_TYPES,
    ChunkIngested,
    ConfidenceRevised,
    Contradicted,
    Erased,
    Event,
    Promoted,
    Recorded,
    Released,
    SourceForgotten,
    Superseded,
    tag_of,
)
from ..domain.identity import Identity, ItemId, SourceUid
from ..domain.lineage import item_tag, source_tag, tags_of
from ..journal.journal import Journal, Selection
from .places import last_before, last_up_to

if TYPE_CHECKING:
    from ..projections.view import View  # it loads DuckDB

_PAGE_EVENTS: Final = 1_000
_TYPES: Final = {tag_of(event_type): event_type for event_type in EVENT_TYPES}
_PATHS: Final = """
SELECT source, path FROM source WHERE source IN (SELECT unnest($uids::VARCHAR[]))
"""
_TEXTS: Final = "SELECT item, text FROM item WHERE item IN (SELECT unnest($items::VARCHAR[]))"


class Chosen(TypedDict, total=False):
    """Which events are told; all are unless told otherwise, and what is given holds together.

    `types` are tags such as `recalled`. `item` is the start of an id, `source` means it and all
    below it. `since` and `until` are moments or positions, both of them included. `limit` is the
    number of events, the newest ones.
    """

    types: Sequence[str]
    item: str | None
    source: str | None
    since: Known
    until: Known
    limit: int | None


class LogLine(msgspec.Struct, frozen=True, kw_only=True):
    """One event at its place, with what its ids stand for as far as that is not forgotten."""

    position: int
    event: Event  # `Erased` where its payload was destroyed
    sources: tuple[str, ...]  # paths of its roots; the uid where nothing is left of a source
    texts: dict[ItemId, str]  # of the items that it is about, where it does not tell them itself


class Part(msgspec.Struct, frozen=True):
    """The events after one position and up to another, all of them or those that match."""

    after: int
    up_to: int
    matching: Selection | None


def part_of(view: View, journal: Journal, identity: Identity, chosen: Chosen) -> Part:
    """The part of the journal that is meant; InvalidInput or NotFound where there is none such."""
    matching, limit = _matching(view, identity, chosen), chosen.get("limit")
    since, up_to = chosen.get("since"), last_up_to(view, journal, chosen.get("until"))
    after = 0 if since is None else last_before(view, journal, since)
    if limit is None:
        return Part(after, up_to, matching)
    if limit < 1:
        raise InvalidInput(f"a limit is 1 or more; {limit} was given")
    return Part(max(after, journal.before_last(limit, matching, up_to=up_to)), up_to, matching)


def told(ask: Ask, journal: Journal, part: Part) -> Iterator[LogLine]:
    """That part of the journal, in order; however long it is, only a page of it is in memory."""
    events = journal.read(part.matching, after=part.after)
    within = takewhile(lambda recorded: recorded.position <= part.up_to, events)
    while page := list(islice(within, _PAGE_EVENTS)):
        yield from lines(ask, page)


@contextmanager
def followed(ask: Ask, journal: Journal, part: Part) -> Iterator[Iterator[LogLine]]:
    """That part of the journal, and then for ever each new event that matches.

    A forgetting is heard of in any case, so that the read model of this process sheds what is
    forgotten and keeps no erasure waiting.
    """
    matching = part.matching
    selections = () if matching is None else (matching, Selection((SourceForgotten,)))
    with journal.follow(selections, after=part.up_to) as news:
        yield chain(told(ask, journal, part), _news(ask, news, matching))


def _news(ask: Ask, news: Iterator[Recorded], matching: Selection | None) -> Iterator[LogLine]:
    for recorded in news:
        if isinstance(recorded.event, SourceForgotten):
            ask(lambda _: None)
            if matching is not None and not _fits(recorded.event, matching):
                continue
        yield from lines(ask, [recorded])


def _fits(event: Event, matching: Selection) -> bool:
    is_of_type = not matching.types or isinstance(event, matching.types)
    return is_of_type and set(matching.every) <= set(tags_of(event))


def lines(ask: Ask, page: Sequence[Recorded]) -> Iterator[LogLine]:
    """These events, with what the memory knows of their ids now."""
    uids = {uid for recorded in page for uid in _unnamed(recorded.event)}
    items = {item for recorded in page for item in _untold(recorded.event)}
    paths, texts = ask(lambda view: _names(view, uids, items)) if uids or items else ({}, {})
    for recorded in page:
        event = recorded.event
        yield LogLine(
            position=recorded.position,
            event=event,
            sources=(event.source,)
            if isinstance(event, ChunkIngested)
            else tuple(paths.get(uid, uid) for uid in _unnamed(event)),
            texts={item: texts[item] for item in _untold(event) if item in texts},
        )


def _matching(view: View, identity: Identity, chosen: Chosen) -> Selection | None:
    types = tuple(_type_of(tag) for tag in chosen.get("types", ()))
    item, source = chosen.get("item"), chosen.get("source")
    tags = (
        *(() if item is None else (item_tag(find_item(view, item)),)),
        *(() if source is None else (source_tag(identity.lineage(source)[-1]),)),
    )
    return Selection(types, every=tags) if types or tags else None


def _type_of(tag: str) -> type[Event]:
    if tag not in _TYPES:
        raise InvalidInput(f"there are no events of the type {tag!r}; it is one of {_listed()}")
    return _TYPES[tag]


def _listed() -> str:
    return ", ".join(_TYPES)


def _unnamed(event: Event) -> tuple[SourceUid, ...]:
    """The sources that it comes from, where it does not name them itself."""
    if isinstance(event, ChunkIngested | Erased):
        return ()
    return tuple(lineage[-1] for lineage in event.roots)


def _untold(event: Event) -> tuple[ItemId, ...]:
    """The items that it is about, where it does not tell their texts itself."""
    match event:
        case Promoted(text="") | Released():
            return (event.item,)
        case Contradicted() | Superseded() | ConfidenceRevised():
            return (event.item,) if event.by is None else (event.item, event.by)
        case _:
            return ()


def _names(
    view: View, uids: set[SourceUid], items: set[ItemId]
) -> tuple[dict[SourceUid, str], dict[ItemId, str]]:
    paths = view.rows(_PATHS, {"uids": sorted(uids)}) if uids else ()
    texts = view.rows(_TEXTS, {"items": sorted(items)}) if items else ()
    return dict(paths), dict(texts)
