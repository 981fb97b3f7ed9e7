"""A person lets an item out of quarantine: from here on it counts as any other."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ..domain.events import Event, Judge, Recorded, Released
from ..domain.identity import ItemId
from ..journal.journal import Journal
from .gate import Gate
from .item_state import current, fold
from .situation import Situation, situation_of_items


class Release(msgspec.Struct, frozen=True, kw_only=True):
    """Let these items count."""

    items: tuple[ItemId, ...]
    now: int
    judge: Judge = "person"
    reason: str = ""
    gate: Gate = Gate()


def read_release(journal: Journal, order: Release) -> Situation:
    """The items, what they were made from, and what became of them."""
    return situation_of_items(journal, order.items)


def decide_release(events: Sequence[Recorded], order: Release) -> list[Event]:
    """No event for what is in no quarantine; all of the items or none."""
    states = fold(events)
    return [
        Released(
            recorded_at=order.now,
            roots=state.roots,
            item=state.item,
            judge=order.judge,
            reason=order.reason,
        )
        for state in (current(states, item) for item in dict.fromkeys(order.items))
        if order.gate.is_quarantined(states, state.item)
    ]
