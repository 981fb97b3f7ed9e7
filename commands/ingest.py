"""A document comes in: what is new in it becomes items, and they supersede what they replace."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from ..domain.errors import Refused, StoreDamaged
from ..domain.events import ChunkIngested, Event, Recorded, Released, Superseded
from ..domain.identity import Identity, ItemId, SourceUid, path_of
from ..domain.lineage import sources_of
from ..domain.origin_trust import is_doubted, vouches
from ..domain.times import day
from ..journal.journal import NOTICES, Journal
from ..sources.document import Document, Passage
from .blocks import Blocks, blocks_in
from .children import Child, fresh_numbers, known_children, match_by_name, match_by_order
from .gate import Gate
from .item_state import fold
from .revision import revise
from .situation import Situation, situation_of_sources


class Ingest(msgspec.Struct, frozen=True, kw_only=True):
    """Learn a document as the source `path`, by the channel of its `gate`.

    Said `anew`, what something from elsewhere has superseded becomes a new item.
    """

    path: str
    document: Document
    now: int
    gate: Gate = Gate(channel="import")
    anew: bool = False

    def path_below(self, child: str) -> str:
        """The path of a child; the document itself where it has no name."""
        return path_of(self.path, child) if child else self.path


def read_document(journal: Journal, order: Ingest, identity: Identity) -> Situation:
    """What is known of the document, or only of those children that it names itself."""
    document = order.document
    whole = document.numbered or document.complete
    names = {"" if whole else passage.child for passage in document.passages}
    return situation_of_sources(
        journal, [identity.lineage(order.path_below(name))[-1] for name in names]
    )


def sift(events: Iterable[Recorded], order: Ingest, identity: Identity) -> tuple[Passage, ...]:
    """The passages that are not blocked; Refused if the document is, or nothing is left."""
    blocks = blocks_in(events)
    if not blocks.sources:
        return order.document.passages
    if not blocks.is_readable:
        raise StoreDamaged(
            "the record of what was forgotten cannot be read, so nothing is learned: restore the"
            " vault that belongs to this store, or unblock the source that it is about"
        )
    whole = blocks.on(identity.lineage(order.path))
    if whole is not None:
        raise Refused(
            f"source {order.path!r} was forgotten on {day(whole.recorded_at)} and stays blocked;"
            f" `lethelog unblock {order.path}` allows it again"
        )
    passages = order.document.passages
    allowed = tuple(p for p in passages if not _is_blocked(p, order, blocks, identity))
    if not allowed:
        raise Refused(
            f"all that {order.path!r} says was forgotten with another source and stays blocked;"
            " unblock that source to learn it again"
        )
    return allowed


def decide_ingest(events: Sequence[Recorded], order: Ingest, identity: Identity) -> list[Event]:
    """Events for what changed only; none when the same input comes again."""
    events = _about(events, identity.lineage(order.path)[-1])
    _check_location(events, order)
    passages = sift(events, order, identity)
    known = known_children(events, anew=order.anew)
    if order.document.numbered:
        fresh = _fresh_paths(events, order, identity)
        children, missing = match_by_order(known, passages, fresh)
    else:
        children, missing = match_by_name(known, passages, order.path_below)
    draft = _Draft(order, identity)
    for child in children:
        draft.revise(child)
    if order.document.complete:
        for child in missing:
            draft.drop((k.item for k in child.known if not k.is_superseded), child.path)
    return _let_in(events, draft.events(), order)


def _let_in(events: Sequence[Recorded], drafted: list[Event], order: Ingest) -> list[Event]:
    """What a channel of little trust may say of a document that is known from a better one.

    Its texts come in and take no place. Said again by whoever can vouch, they count.
    """
    channel, trust = order.gate.channel, order.gate.trust
    if is_doubted(channel, trust):
        return order.gate.let_through(fold(events), drafted)
    if not vouches(channel, trust):
        return drafted
    gone = {event.item for event in drafted if isinstance(event, Superseded)}
    states = fold(events)
    return [
        *drafted,
        *(
            Released(
                recorded_at=order.now,
                roots=state.roots,
                item=state.item,
                judge="person" if channel == "person" else "rule",
                reason=f"its source came by {channel} too",
            )
            for state in states.values()
            if state.superseded_by is None
            and state.item not in gone
            and order.gate.is_quarantined(states, state.item)
        ),
    ]


class _Draft:
    """Collects the events of one revision: first all new items, then what they supersede."""

    def __init__(self, order: Ingest, identity: Identity) -> None:
        self._order = order
        self._identity = identity
        self._places = {id(p): place for place, p in enumerate(order.document.passages)}
        self._made: list[ChunkIngested] = []
        self._superseded: list[Superseded] = []

    def revise(self, child: Child) -> None:
        changes, dropped = revise(child.known, child.passages)
        for change in changes:
            item = self._make(change.passage, child.path)
            for old in change.replaces:
                self._supersede(old, item, child.path)
        self.drop(dropped, child.path)

    def drop(self, items: Iterable[ItemId], path: str) -> None:
        for item in items:
            self._supersede(item, None, path)

    def events(self) -> list[Event]:
        return [*self._made, *self._superseded]

    def _make(self, passage: Passage, path: str) -> ItemId:
        item = self._identity.new_item()
        self._made.append(
            ChunkIngested(
                recorded_at=self._order.now,
                roots=(self._identity.lineage(path),),
                item=item,
                source=path,
                sequence=self._places[id(passage)],
                origin=self._order.gate.channel,
                location=self._order.document.location,
                text=passage.text,
                kind=passage.kind,
                title=passage.title,
                author=passage.author,
                session=passage.session,
                dated_at=passage.dated_at,
                valid_from=passage.valid_from,
                valid_until=passage.valid_until,
                importance=passage.importance,
                subject=passage.subject,
                attribute=passage.attribute,
                value=passage.value,
                scope=passage.scope,
                reasoning=passage.reasoning,
                confidence=passage.confidence,
            )
        )
        return item

    def _supersede(self, item: ItemId, by: ItemId | None, path: str) -> None:
        self._superseded.append(
            Superseded(
                recorded_at=self._order.now,
                roots=(self._identity.lineage(path),),
                item=item,
                by=by,
                reason="updated" if by else "removed",
                judge="rule",
            )
        )


def _about(events: Iterable[Recorded], source: SourceUid) -> list[Recorded]:
    """What came from the document or its parts, and every notice.

    What lies deeper, as the outcome of a decision does, is no part of what the document says.
    """
    return [
        r
        for r in events
        if isinstance(r.event, NOTICES)
        or (source in sources_of(r.event) and not _lies_deeper(r.event, source))
    ]


def _lies_deeper(event: Event, source: SourceUid) -> bool:
    return isinstance(event, ChunkIngested) and source not in event.roots[0][-2:]


def _check_location(events: Iterable[Recorded], order: Ingest) -> None:
    """Two files of one name are two sources, unless the caller says that they are one."""
    document = order.document
    if document.named_by != "file":
        return
    for recorded in events:
        event = recorded.event
        if isinstance(event, ChunkIngested) and event.location not in ("", document.location):
            raise Refused(
                f"{order.path!r} was learned from {event.location}, not {document.location};"
                f" give --name to keep them apart, or --name {document.name!r} to update that one"
            )


def _is_blocked(passage: Passage, order: Ingest, blocks: Blocks, identity: Identity) -> bool:
    """By the text wherever it comes from; in a numbered document also by a short text."""
    if identity.text_tag(passage.text) in blocks.text_tags:
        return True
    if order.document.numbered:
        top = identity.lineage(order.path)[0]
        return identity.scoped_tag(passage.text, top) in blocks.text_tags
    return blocks.on(identity.lineage(order.path_below(passage.child))) is not None


def _fresh_paths(events: Iterable[Recorded], order: Ingest, identity: Identity) -> Iterator[str]:
    """Paths for new children, none of which was ever used or is blocked."""
    events = list(events)
    blocks = blocks_in(events)
    paths = (order.path_below(str(number)) for number in fresh_numbers(events))
    return (path for path in paths if blocks.on(identity.lineage(path)) is None)
