"""Evidence against an item: it keeps its place and loses trust."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ..domain.errors import InvalidInput
from ..domain.events import Contradicted, Event, Judge, Recorded
from ..domain.identity import ItemId
from ..domain.lineage import united_roots
from ..domain.policy import ContradictionPolicy
from ..journal.journal import Journal
from .item_state import current, fold, known
from .situation import Situation, situation_of_items


class Contradict(msgspec.Struct, frozen=True, kw_only=True):
    """Record that `by`, or whoever judges, speaks against `item` with a strength from 0 to 1."""

    item: ItemId
    now: int
    by: ItemId | None = None
    strength: float = 1.0
    judge: Judge = "person"
    reason: str = ""
    policy: ContradictionPolicy = ContradictionPolicy()


def read_contradiction(journal: Journal, order: Contradict) -> Situation:
    """Both items and what became of them."""
    return situation_of_items(journal, [i for i in (order.item, order.by) if i is not None])


def decide_contradiction(events: Sequence[Recorded], order: Contradict) -> list[Event]:
    """No event if the same item has already spoken against it."""
    if not 0.0 < order.strength <= 1.0:
        raise InvalidInput(f"a strength is above 0 and at most 1; {order.strength} was given")
    if order.by == order.item:
        raise InvalidInput(f"item {order.item!r} cannot contradict itself; name another")
    states = fold(events)
    state = current(states, order.item)
    other = known(states, order.by) if order.by is not None else None
    if any(other is not None and each.by == other.item for each in state.contradictions):
        return []
    return [
        Contradicted(
            recorded_at=order.now,
            roots=united_roots(state.roots, other.roots if other else ()),
            item=state.item,
            by=order.by,
            strength=order.strength,
            penalty=order.policy.penalty_full * order.strength,
            judge=order.judge,
            reason=order.reason,
        )
    ]
