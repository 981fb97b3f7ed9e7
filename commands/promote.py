"""An episodic item becomes evergreen, or a new fact is made from several."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias, TypedDict

import msgspec

from ..domain.dreams import Assessment
from ..domain.errors import InvalidInput
from ..domain.events import Event, Judge, Promoted, Recorded, Superseded
from ..domain.identity import Identity, ItemId
from ..domain.kinds import Kind
from ..domain.lineage import united_roots
from ..domain.policy import PromotionPolicy
from ..domain.promotion import Evidence, promotion_score, shortfalls, within
from ..journal.journal import Journal
from .gate import Gate
from .item_state import ItemState, ItemStates, current, fold
from .situation import Situation, situation_of_items

RestsOn: TypeAlias = Literal["recalls", "texts"]
"""What a rule goes by: how often something was asked for, or what the texts themselves say."""


class Told(TypedDict, total=False):
    """What may be told of a promotion besides its items, as `Promote` has it."""

    text: str
    kind: Kind
    confidence: float
    reason: str
    rests_on: RestsOn
    nearness: tuple[float, ...]
    read: tuple[ItemId, ...]
    replaces: tuple[ItemId, ...]
    subject: str
    attribute: str
    value: str
    scope: str
    valid_from: int | None


class Promote(msgspec.Struct, frozen=True, kw_only=True):
    """Promote `items`; with a text, make a new fact from them instead.

    `rule` must find the promotion earned by recalls, unless it rests on the texts; whoever else
    judges answers for it. `nearness` is that of each item to the middle of the cluster they are,
    which rests on the texts. `read` went into the text without being named, and what is made takes
    the place of `replaces`.
    """

    items: tuple[ItemId, ...]
    now: int
    text: str = ""
    kind: Kind = "fact"
    confidence: float = 1.0
    judge: Judge = "rule"
    reason: str = ""
    policy: PromotionPolicy = PromotionPolicy()
    rests_on: RestsOn = "recalls"
    nearness: tuple[float, ...] = ()
    read: tuple[ItemId, ...] = ()
    replaces: tuple[ItemId, ...] = ()
    subject: str = ""
    attribute: str = ""
    value: str = ""
    scope: str = ""
    valid_from: int | None = None
    gate: Gate = Gate()

    @property
    def by_recalls(self) -> bool:
        """Whether recalls are what it rests on."""
        return self.rests_on == "recalls" and not self.nearness


def read_promotion(journal: Journal, order: Promote) -> Situation:
    """The items, what they were made from, and every recall that returned them."""
    named = (*order.items, *order.read, *order.replaces)
    return situation_of_items(journal, named, with_recalls=order.by_recalls)


def decide_promotion(events: Sequence[Recorded], order: Promote, identity: Identity) -> list[Event]:
    """No event if the item is evergreen already, or if the rule finds it not earned."""
    _check(order)
    states = fold(events)
    if order.text and _is_known(states, order):
        return []
    inputs = [current(states, item) for item in order.items]
    if order.text:
        decided = _derived(states, inputs, order, identity)
        order.gate.check(states, decided, read=order.read)
        return decided
    if len(inputs) != 1:
        raise InvalidInput("several items are promoted together only into a new text; give one")
    [state] = inputs
    if state.is_evergreen or _is_unearned(state, order):
        return []
    decided = [_promoted(order, state.item, inputs, kind=state.kind)]
    order.gate.check(states, decided)
    return [*decided]


def made_by(events: Sequence[Event]) -> list[ItemId]:
    """The items that promotions among these events made or kept."""
    return [event.item for event in events if isinstance(event, Promoted)]


def assess(
    state: ItemState, now: int, policy: PromotionPolicy, *, is_quarantined: bool = False
) -> Assessment:
    """How far an item is on its way, whatever becomes of it; in quarantine none gets there."""
    score = promotion_score(state.recalls, now, policy)
    missing = shortfalls(score, policy)
    if is_quarantined:
        missing.append("out of quarantine")
    if state.contradictions:
        missing.append("free of contradictions")
    return Assessment(item=state.item, text=state.text, score=score, missing=tuple(missing))


def _check(order: Promote) -> None:
    """InvalidInput for what no promotion can hold."""
    if not 0.0 <= order.confidence <= 1.0:
        raise InvalidInput(f"a confidence is from 0 to 1; {order.confidence} was given")
    if order.nearness and len(order.nearness) != len(order.items):
        raise InvalidInput(
            f"{len(order.items)} items were given with {len(order.nearness)} values of nearness;"
            " give one for each, or none"
        )
    if not all(0.0 <= each <= 1.0 for each in order.nearness):
        raise InvalidInput("a nearness is from 0 to 1; give that of each item to their middle")
    if not order.text and (order.nearness or order.replaces or order.read or order.subject):
        raise InvalidInput("only a new text is made of others or has a key; give the text too")
    if set(order.replaces) & set(order.items) and len(order.items) > 1:
        raise InvalidInput("what is made of several items replaces none of them; leave it out")


def _derived(
    states: ItemStates, inputs: list[ItemState], order: Promote, identity: Identity
) -> list[Event]:
    if not inputs:
        raise InvalidInput("a new fact needs the items that it is made from; give at least one")
    read = [*inputs, *(current(states, item) for item in order.read)]
    made = _promoted(order, identity.new_item(), read, kind=order.kind)
    if order.judge == "rule" and order.by_recalls and shortfalls(made.score, order.policy):
        return []
    given_way = (_given_way(order, current(states, item), made) for item in order.replaces)
    return [made, *given_way]


def _given_way(order: Promote, older: ItemState, made: Promoted) -> Superseded:
    return Superseded(
        recorded_at=order.now,
        roots=united_roots(older.roots, made.roots),
        item=older.item,
        by=made.item,
        reason="refined" if older.item in order.items else "merged",
        judge=order.judge,
        note=order.reason,
    )


def _is_known(states: ItemStates, order: Promote) -> bool:
    """Whether it was made of the same items before: the same text, or of a cluster any current one.

    Two who have one cluster put into words at once would each find other words.
    """
    return any(
        set(state.derived_from) == set(order.items)
        and (
            state.superseded_by is None
            if order.nearness
            else (state.text, state.kind) == (order.text, order.kind)
        )
        for state in states.values()
        if state.derived_from
    )


def _is_unearned(state: ItemState, order: Promote) -> bool:
    return order.judge == "rule" and bool(assess(state, order.now, order.policy).missing)


def _promoted(order: Promote, item: ItemId, read: list[ItemState], *, kind: Kind) -> Promoted:
    named = [state for state in read if state.item in order.items] if order.by_recalls else []
    evidence = within(_united_evidence(named), order.now, order.policy)
    return Promoted(
        recorded_at=order.now,
        roots=united_roots(*(state.roots for state in read)),
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
        nearness=order.nearness,
        subject=order.subject,
        attribute=order.attribute,
        value=order.value,
        scope=order.scope,
        valid_from=order.valid_from,
    )


def _united_evidence(inputs: Sequence[ItemState]) -> list[Evidence]:
    """One piece of evidence a recall, with the best match among the items it returned."""
    best: dict[int, Evidence] = {}
    for each in (evidence for state in inputs for evidence in state.recalls):
        if each.position not in best or each.relevance > best[each.position].relevance:
            best[each.position] = each
    return [best[position] for position in sorted(best)]
