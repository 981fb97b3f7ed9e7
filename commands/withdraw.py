"""An item holds no more and nothing takes its place; it stays in the story."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ..domain.events import Event, Judge, Recorded, Superseded
from ..domain.identity import ItemId
from ..journal.journal import Journal
from .gate import Gate
from .item_state import fold, known
from .situation import Situation, situation_of_items


class Withdraw(msgspec.Struct, frozen=True, kw_only=True):
    """Let these items hold no more."""

    items: tuple[ItemId, ...]
    now: int
    judge: Judge = "person"
    note: str = ""
    gate: Gate = Gate()


def read_withdrawal(journal: Journal, order: Withdraw) -> Situation:
    """The items and what became of them."""
    return situation_of_items(journal, order.items)


def decide_withdrawal(events: Sequence[Recorded], order: Withdraw) -> list[Event]:
    """No event for what holds no more already, whatever took its place."""
    states = fold(events)
    decided: list[Event] = [
        Superseded(
            recorded_at=order.now,
            roots=state.roots,
            item=state.item,
            reason="removed",
            judge=order.judge,
            note=order.note,
        )
        for state in (known(states, item) for item in dict.fromkeys(order.items))
        if state.superseded_by is None
    ]
    order.gate.check(states, decided)
    return decided
