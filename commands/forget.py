"""Sources go, with everything that was made from them; and one may be allowed again."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, TypeAlias

import msgspec

from ..domain.errors import Conflict, NotFound
from ..domain.events import (
    BlockRecord,
    ChunkIngested,
    Event,
    Lineage,
    Promoted,
    Recalled,
    Recorded,
    SourceForgotten,
    SourceUnblocked,
    Superseded,
)
from ..domain.identity import Identity, ItemId, SourceUid
from ..domain.lineage import item_tag, items_of, made_item, sources_of
from ..journal.journal import NOTICES, Boundary, Journal, Selection
from .blocks import Blocks, blocks_in
from .item_state import fold
from .situation import Situation, situation_of_items, situation_of_sources, united

RETIRED: Final = "its successor was forgotten"
"""The note of an item that is not to be current again."""

Touched: TypeAlias = Mapping[SourceUid, Sequence[Recorded]]


class ForgetSources(msgspec.Struct, frozen=True, kw_only=True):
    """Forget the sources at the ends of `lineages`.

    `planned_at` is the position of the approved plan. Nothing that came after `seen_at` is known
    to change it. The `retired` were superseded by something that goes, and stay so.
    """

    lineages: tuple[Lineage, ...]
    where: str
    now: int
    planned_at: int
    seen_at: int
    blocked: bool = True
    approved_by: str = ""
    retired: tuple[ItemId, ...] = ()


class UnblockSource(msgspec.Struct, frozen=True, kw_only=True):
    """Allow a forgotten source to be learned again; `purge` what is kept of its forgetting."""

    path: str
    lineage: Lineage
    now: int
    approved_by: str = ""
    purge: bool = False


def read_forgetting(journal: Journal, order: ForgetSources) -> Situation:
    """All that came from the sources or rests on what was asked there, and every notice."""
    uids = [lineage[-1] for lineage in order.lineages]
    parts = [situation_of_sources(journal, uids, with_recalls=True)]
    if order.retired:
        parts.append(situation_of_items(journal, order.retired))
    recalled = {
        item_tag(item)
        for recorded in parts[0].events
        if isinstance(recorded.event, Recalled)
        for item in items_of(recorded.event)
    }
    if recalled:
        promotions = Selection((Promoted,), tuple(sorted(recalled)))
        found, head = journal.select([promotions], after=order.seen_at)
        parts.append(Situation(tuple(found), Boundary(head, (promotions,))))
    return united(*parts)


def read_source(journal: Journal, lineage: Lineage) -> Situation:
    """All that came from the source, and every notice of forgetting."""
    return situation_of_sources(journal, lineage[-1:])


def decide_forget(
    events: Sequence[Recorded], order: ForgetSources, identity: Identity
) -> list[Event]:
    """No event for a source that is forgotten already.

    NotFound if nothing ever came from one; Conflict if more came after what was seen.
    """
    touched = _touched(events, order)
    _check_nothing_new(events, touched, order)
    blocks = blocks_in(events)
    forgotten = [
        _forgotten(lineage, touched[lineage[-1]], order, identity)
        for lineage in order.lineages
        if _is_here(lineage, touched, blocks, order)
    ]
    return [*forgotten, *_retirements(events, order)] if forgotten else []


def is_forgotten(blocks: Blocks, lineage: Lineage) -> bool:
    """Whether a source, one that holds it, or one that it holds was forgotten."""
    return blocks.on(lineage) is not None or _holds_a_forgotten(blocks, lineage)


def decide_unblock(events: Sequence[Recorded], order: UnblockSource) -> list[Event]:
    """NotFound unless the very source is blocked, or was and is to be purged, which is no event."""
    uid = order.lineage[-1]
    if uid in blocks_in(events).sources:
        return [
            SourceUnblocked(
                recorded_at=order.now,
                roots=(order.lineage,),
                source=uid,
                approved_by=order.approved_by,
            )
        ]
    if order.purge and any(
        isinstance(recorded.event, SourceForgotten) and recorded.event.source == uid
        for recorded in events
    ):
        return []
    raise NotFound(f"{order.path!r} is not blocked; `lethelog status` counts what is")


def _touched(events: Iterable[Recorded], order: ForgetSources) -> Touched:
    wanted = {lineage[-1] for lineage in order.lineages}
    found: defaultdict[SourceUid, list[Recorded]] = defaultdict(list)
    for recorded in events:
        if not isinstance(recorded.event, NOTICES):
            for uid in sources_of(recorded.event) & wanted:
                found[uid].append(recorded)
    return found


def _check_nothing_new(events: Iterable[Recorded], touched: Touched, order: ForgetSources) -> None:
    """What came from the sources since, and promotions that rest on what was asked there."""
    known = {recorded.position: recorded for each in touched.values() for recorded in each}
    news = {position for position in known if position > order.seen_at}
    for recorded in events:
        event = recorded.event
        if recorded.position > order.seen_at and isinstance(event, Promoted):
            news |= {recorded.position} if not known.keys().isdisjoint(event.recalls) else set()
    if news:
        raise Conflict(
            f"{len(news)} events came from {order.where} after the plan was made; plan again"
        )


def _is_here(lineage: Lineage, touched: Touched, blocks: Blocks, order: ForgetSources) -> bool:
    """Whether there is something to forget; what a source holds may have gone before it."""
    if touched.get(lineage[-1]):
        return True
    if blocks.on(lineage) is not None:
        return False
    if _holds_a_forgotten(blocks, lineage):
        return True
    raise NotFound(f"nothing here came from {order.where}; `lethelog sources` lists them")


def _holds_a_forgotten(blocks: Blocks, lineage: Lineage) -> bool:
    return any(lineage[-1] in sources_of(notice) for notice in blocks.sources.values())


def _forgotten(
    lineage: Lineage, touched: Sequence[Recorded], order: ForgetSources, identity: Identity
) -> SourceForgotten:
    made = [recorded.event for recorded in touched if made_item(recorded.event) is not None]
    return SourceForgotten(
        recorded_at=order.now,
        roots=(lineage,),
        source=lineage[-1],
        items=tuple(item for event in made if (item := made_item(event)) is not None),
        blocked=order.blocked,
        planned_at=order.planned_at,
        record=BlockRecord(text_tags=_text_tags(made, identity), approved_by=order.approved_by),
    )


def _retirements(events: Sequence[Recorded], order: ForgetSources) -> list[Event]:
    """Each event has the item's own roots: it is about what stays, and outlives what goes."""
    states = fold(events) if order.retired else {}
    return [
        Superseded(
            recorded_at=order.now,
            roots=states[item].roots,
            item=item,
            reason="removed",
            note=RETIRED,
        )
        for item in order.retired
        if item in states and states[item].superseded_by is not None
    ]


def _text_tags(made: Sequence[Event], identity: Identity) -> tuple[str, ...]:
    """Tags of the texts that came in; what was derived from them is no input to refuse."""
    chunks = [event for event in made if isinstance(event, ChunkIngested)]
    everywhere = [identity.text_tag(chunk.text) for chunk in chunks]
    inside = [identity.scoped_tag(chunk.text, chunk.roots[0][0]) for chunk in chunks]
    return tuple(sorted({tag for tag in (*everywhere, *inside) if tag is not None}))
