"""A new text comes in and takes the place of an older item, in one step."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ..domain.events import ChunkIngested, Event, Recorded, SupersessionReason
from ..domain.identity import Identity, ItemId
from ..journal.journal import Journal
from .ingest import Ingest, decide_ingest, read_document
from .item_state import fold
from .situation import Situation, situation_of_items, united
from .supersede import Supersede, decide_supersession

_LATER = 2**62  # the new item comes after all that is known


class Correct(msgspec.Struct, frozen=True, kw_only=True):
    """Learn `ingest`, which holds one text, and let it supersede `item`."""

    item: ItemId
    ingest: Ingest
    reason: SupersessionReason = "updated"
    note: str = ""


def read_correction(journal: Journal, order: Correct, identity: Identity) -> Situation:
    """The item, and the source that the new text comes from."""
    return united(
        situation_of_items(journal, [order.item]),
        read_document(journal, order.ingest, identity),
    )


def decide_correction(
    events: Sequence[Recorded], order: Correct, identity: Identity
) -> list[Event]:
    """No event if the text already took the place of the item."""
    learned = decide_ingest(events, order.ingest, identity)
    then = [*events, *(Recorded(_LATER, event) for event in learned)]
    supersession = Supersede(
        item=order.item,
        by=_newest(then, order, identity),
        now=order.ingest.now,
        reason=order.reason,
        note=order.note,
        gate=order.ingest.gate,
    )
    return [*learned, *decide_supersession(then, supersession)]


def _newest(events: Sequence[Recorded], order: Correct, identity: Identity) -> ItemId:
    """The current item of the source that the new text belongs to."""
    passage = order.ingest.document.passages[-1]  # a long text is in pieces, of one source
    uid = identity.lineage(order.ingest.path_below(passage.child))[-1]
    states = fold(events)
    return next(
        event.item
        for event in reversed([recorded.event for recorded in events])
        if isinstance(event, ChunkIngested)
        and event.roots[0][-1] == uid
        and states[event.item].superseded_by is None
    )
