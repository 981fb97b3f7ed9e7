"""A source goes, with everything that was made from it; and it may be allowed again."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ..domain.errors import Conflict, NotFound
from ..domain.events import (
    ChunkIngested,
    Event,
    Lineage,
    Recorded,
    SourceForgotten,
    SourceUnblocked,
)
from ..domain.identity import Identity
from ..domain.lineage import made_item, sources_of
from ..journal.journal import Journal
from .blocks import blocks_in
from .situation import NOTICES, Situation, situation_of_sources


class ForgetSource(msgspec.Struct, frozen=True, kw_only=True):
    """Forget the source at the end of `lineage`; `planned_at` is what the approved plan saw."""

    path: str
    lineage: Lineage
    now: int
    planned_at: int
    blocked: bool = True
    approved_by: str = ""


class UnblockSource(msgspec.Struct, frozen=True, kw_only=True):
    """Allow a forgotten source to be learned again."""

    path: str
    lineage: Lineage
    now: int
    approved_by: str = ""


def read_source(journal: Journal, lineage: Lineage) -> Situation:
    """All that came from the source, and every notice of forgetting."""
    return situation_of_sources(journal, lineage[-1:], with_recalls=True)


def decide_forget(
    events: Sequence[Recorded], order: ForgetSource, identity: Identity
) -> list[Event]:
    """No event if it is forgotten already.

    NotFound if nothing ever came from it; Conflict if more came after the plan.
    """
    uid = order.lineage[-1]
    touched = [
        recorded
        for recorded in events
        if uid in sources_of(recorded.event) and not isinstance(recorded.event, NOTICES)
    ]
    if news := [r for r in touched if r.position > order.planned_at]:
        raise Conflict(
            f"{len(news)} events came from {order.path!r} after the plan was made; plan again"
        )
    made = [recorded.event for recorded in touched if made_item(recorded.event) is not None]
    if not touched:
        if blocks_in(events).on(order.lineage) is not None:
            return []
        raise NotFound(f"nothing here came from {order.path!r}; `lethelog sources` lists them")
    return [
        SourceForgotten(
            recorded_at=order.now,
            roots=(order.lineage,),
            source=uid,
            items=tuple(item for event in made if (item := made_item(event)) is not None),
            blocked=order.blocked,
            approved_by=order.approved_by,
            planned_at=order.planned_at,
            text_tags=_text_tags(made, identity) if order.blocked else (),
        )
    ]


def decide_unblock(events: Sequence[Recorded], order: UnblockSource) -> list[Event]:
    """NotFound unless the very source is blocked."""
    uid = order.lineage[-1]
    if uid not in blocks_in(events).sources:
        raise NotFound(f"{order.path!r} is not blocked; `lethelog status` counts what is")
    return [
        SourceUnblocked(
            recorded_at=order.now,
            roots=(order.lineage,),
            source=uid,
            approved_by=order.approved_by,
        )
    ]


def _text_tags(made: Sequence[Event], identity: Identity) -> tuple[str, ...]:
    """Tags of the texts that came in; what was derived from them is no input to refuse."""
    chunks = [event for event in made if isinstance(event, ChunkIngested)]
    everywhere = [identity.text_tag(chunk.text) for chunk in chunks]
    inside = [identity.scoped_tag(chunk.text, chunk.roots[0][0]) for chunk in chunks]
    return tuple(sorted({tag for tag in (*everywhere, *inside) if tag is not None}))
