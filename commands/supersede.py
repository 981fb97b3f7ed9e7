"""A newer item takes the place of an older one; both stay in the story."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ..domain.errors import InvalidInput
from ..domain.events import Event, Judge, Recorded, Superseded, SupersessionReason
from ..domain.identity import ItemId
from ..domain.lineage import united_roots
from ..journal.journal import Journal
from .gate import Gate
from .item_state import current, fold, known
from .situation import Situation, situation_of_items


class Supersede(msgspec.Struct, frozen=True, kw_only=True):
    """Let `by` take the place of `item`; `since` when that holds in the world, if it is known."""

    item: ItemId
    by: ItemId
    now: int
    reason: SupersessionReason = "updated"
    judge: Judge = "person"
    note: str = ""
    since: int | None = None
    gate: Gate = Gate()


def read_supersession(journal: Journal, order: Supersede) -> Situation:
    """Both items and what became of them."""
    return situation_of_items(journal, [order.item, order.by])


def decide_supersession(events: Sequence[Recorded], order: Supersede) -> list[Event]:
    """No event if that is so already.

    Both must be current, so no chain can ever close into a ring: the newer one leads nowhere yet.
    """
    if order.by == order.item:
        raise InvalidInput(f"item {order.item!r} cannot supersede itself; name another")
    states = fold(events)
    already = known(states, order.item).superseded_by
    if already is not None and already.by == order.by:
        return []
    older, newer = current(states, order.item), current(states, order.by)
    decided: list[Event] = [
        Superseded(
            recorded_at=order.now,
            roots=united_roots(older.roots, newer.roots),
            item=older.item,
            by=newer.item,
            reason=order.reason,
            judge=order.judge,
            note=order.note,
            since=order.since,
        )
    ]
    order.gate.check(states, decided)
    return decided
