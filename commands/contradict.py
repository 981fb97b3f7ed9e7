"""Evidence against an item: it keeps its place and loses trust."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

import msgspec

from ..domain.contradiction import penalty_of
from ..domain.errors import InvalidInput
from ..domain.events import Contradicted, Event, Judge, Recorded
from ..domain.identity import ItemId
from ..domain.lineage import united_roots
from ..domain.mind_policy import DecayPolicy
from ..domain.policy import ContradictionPolicy
from ..domain.strength import strength_at
from ..domain.touches import strength_in
from ..journal.journal import Journal
from .gate import Gate
from .item_state import ItemState, current, fold, known
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
    decay: DecayPolicy = DecayPolicy()
    gate: Gate = Gate()


def read_contradiction(journal: Journal, order: Contradict) -> Situation:
    """Both items and what became of them; where it counts how strong one is, also its recalls."""
    items = [item for item in (order.item, order.by) if item is not None]
    return situation_of_items(journal, items, with_recalls=order.policy.form == "belief")


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
    worth = _worth(events, state, order)
    decided: list[Event] = [
        Contradicted(
            recorded_at=order.now,
            roots=united_roots(state.roots, other.roots if other else ()),
            item=state.item,
            by=order.by,
            strength=order.strength,
            penalty=penalty_of(order.strength, state.kind, worth, order.policy),
            judge=order.judge,
            reason=order.reason,
        )
    ]
    order.gate.check(states, decided)
    return decided


def _worth(events: Sequence[Recorded], state: ItemState, order: Contradict) -> float:
    """How strong it is by its recalls, times the trust that earlier contradictions have left."""
    strength = strength_in((each.event for each in events), state.item, order.decay)
    assert strength is not None, "it is known"
    left = prod(1.0 - each.penalty for each in state.contradictions)
    return strength_at(strength, order.now, order.decay) * left
