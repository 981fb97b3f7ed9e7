"""An episodic item becomes evergreen, or a new fact is made from several."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ..domain.errors import InvalidInput
from ..domain.events import Event, Judge, Promoted, PromotionScore, Recorded
from ..domain.identity import Identity, ItemId
from ..domain.kinds import Kind
from ..domain.lineage import united_roots
from ..domain.policy import PromotionPolicy
from ..domain.promotion import Evidence, promotion_score, shortfalls
from ..journal.journal import Journal
from .item_state import ItemState, ItemStates, current, fold
from .situation import Situation, situation_of_items


class Promote(msgspec.Struct, frozen=True, kw_only=True):
    """Promote `items`; with a text, make a new fact from them instead.

    `rule` must find the promotion earned by recalls; whoever else judges answers for it.
    """

    items: tuple[ItemId, ...]
    now: int
    text: str = ""
    kind: Kind = "fact"
    confidence: float = 1.0
    judge: Judge = "rule"
    reason: str = ""
    policy: PromotionPolicy = PromotionPolicy()


class Assessment(msgspec.Struct, frozen=True, kw_only=True):
    """Whether one item has earned its promotion, and what is missing if not."""

    item: ItemId
    text: str
    score: PromotionScore
    missing: tuple[str, ...]


def read_promotion(journal: Journal, order: Promote) -> Situation:
    """The items, what they were made from, and every recall that returned them."""
    return situation_of_items(journal, order.items, with_recalls=True)


def decide_promotion(events: Sequence[Recorded], order: Promote, identity: Identity) -> list[Event]:
    """No event if the item is evergreen already, or if the rule finds it not earned."""
    states = fold(events)
    inputs = [current(states, item) for item in order.items]
    if order.text:
        return _derived(states, inputs, order, identity)
    if len(inputs) != 1:
        raise InvalidInput("several items are promoted together only into a new text; give one")
    [state] = inputs
    if state.is_evergreen or _is_unearned(state, order):
        return []
    return [_promoted(order, state.item, inputs, kind=state.kind)]


def assess(state: ItemState, now: int, policy: PromotionPolicy) -> Assessment:
    """How far an item is on its way, whatever becomes of it."""
    score = promotion_score(state.recalls, now, policy)
    missing = shortfalls(score, policy)
    if state.contradictions:
        missing.append("free of contradictions")
    return Assessment(item=state.item, text=state.text, score=score, missing=tuple(missing))


def _derived(
    states: ItemStates, inputs: list[ItemState], order: Promote, identity: Identity
) -> list[Event]:
    if not inputs:
        raise InvalidInput("a new fact needs the items that it is made from; give at least one")
    made = _promoted(order, identity.new_item(), inputs, kind=order.kind)
    is_unearned = order.judge == "rule" and bool(shortfalls(made.score, order.policy))
    return [] if is_unearned or _is_known(states, made) else [made]


def _is_known(states: ItemStates, made: Promoted) -> bool:
    """Whether the same text was made of the same items before."""
    return any(
        state.text == made.text
        and state.kind == made.kind
        and set(state.derived_from) == set(made.derived_from)
        for state in states.values()
        if state.derived_from
    )


def _is_unearned(state: ItemState, order: Promote) -> bool:
    return order.judge == "rule" and bool(assess(state, order.now, order.policy).missing)


def _promoted(order: Promote, item: ItemId, inputs: list[ItemState], *, kind: Kind) -> Promoted:
    evidence = _united_evidence(inputs)
    return Promoted(
        recorded_at=order.now,
        roots=united_roots(*(state.roots for state in inputs)),
        item=item,
        score=promotion_score(evidence, order.now, order.policy),
        policy=order.policy,
        recalls=tuple(each.position for each in evidence),
        judge=order.judge,
        reason=order.reason,
        confidence=order.confidence,
        kind=kind,
        derived_from=order.items if order.text else (),
        text=order.text,
    )


def _united_evidence(inputs: Sequence[ItemState]) -> list[Evidence]:
    """One piece of evidence a recall, with the best match among the items it returned."""
    best: dict[int, Evidence] = {}
    for each in (evidence for state in inputs for evidence in state.recalls):
        if each.position not in best or each.relevance > best[each.position].relevance:
            best[each.position] = each
    return [best[position] for position in sorted(best)]
