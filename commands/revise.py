"""Evidence for a belief or against it: it moves how sure the memory is of it."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ..domain.beliefs import evidence_under
from ..domain.errors import InvalidInput
from ..domain.events import ConfidenceRevised, Event, Judge, Recorded
from ..domain.identity import ItemId
from ..domain.lineage import united_roots
from ..domain.mind_policy import BeliefPolicy
from ..journal.journal import Journal
from .gate import Gate
from .item_state import ItemState, current, fold, known
from .situation import Situation, situation_of_items


class Revise(msgspec.Struct, frozen=True, kw_only=True):
    """Record that `by`, or whoever judges, speaks for an item or against it."""

    item: ItemId
    now: int
    by: ItemId | None = None
    speaks_for: bool = True
    strength: float = 1.0
    judge: Judge = "person"
    reason: str = ""
    policy: BeliefPolicy = BeliefPolicy()
    gate: Gate = Gate()


def read_revision(journal: Journal, order: Revise) -> Situation:
    """Both items and what became of them."""
    return situation_of_items(journal, [i for i in (order.item, order.by) if i is not None])


def decide_revision(events: Sequence[Recorded], order: Revise) -> list[Event]:
    """No event if the same item said the same of it before, and nothing else since."""
    if not 0.0 < order.strength <= 1.0:
        raise InvalidInput(f"a strength is above 0 and at most 1; {order.strength} was given")
    if order.by == order.item:
        raise InvalidInput(f"item {order.item!r} is no evidence about itself; name another")
    states = fold(events)
    state = current(states, order.item)
    other = known(states, order.by) if order.by is not None else None
    if other is not None and _said_before(state, other.item, speaks_for=order.speaks_for):
        return []
    evidence = evidence_under(order.policy, speaks_for=order.speaks_for, strength=order.strength)
    decided: list[Event] = [
        ConfidenceRevised(
            recorded_at=order.now,
            roots=united_roots(state.roots, other.roots if other else ()),
            item=state.item,
            by=order.by,
            speaks_for=evidence.speaks_for,
            strength=evidence.strength,
            step=evidence.step,
            steps=evidence.steps,
            least=evidence.least,
            judge=order.judge,
            reason=order.reason,
        )
    ]
    order.gate.check(states, decided)
    return decided


def _said_before(state: ItemState, by: ItemId, *, speaks_for: bool) -> bool:
    said = [each.speaks_for for each in state.revisions if each.by == by]
    return bool(said) and said[-1] == speaks_for
