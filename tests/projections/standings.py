"""How every item stands, by brute force: each event is looked at, with the domain's own fold."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from lethelog.domain.beliefs import Evidence, confidence_after
from lethelog.domain.events import (
    ChunkIngested,
    ConfidenceRevised,
    Contradicted,
    Event,
    Promoted,
    Recalled,
    Recorded,
)
from lethelog.domain.identity import ItemId
from lethelog.domain.mind_policy import LifecyclePolicy, TrustPolicy
from lethelog.domain.policy import RankingPolicy
from lethelog.domain.pools import pool_of
from lethelog.domain.strength import Touch, Traits, fold_strength, left_of, retention_of, traits_of
from lethelog.domain.times import DAY
from lethelog.projections.standing import Standing


class Stands(msgspec.Struct, frozen=True):
    """One item as it stands at a moment."""

    left: float
    retention: float
    trust: float
    is_hidden: bool


def expected_standing(
    log: Sequence[Recorded], now: int, policy: RankingPolicy, lifecycle: LifecyclePolicy
) -> dict[int, Stands]:
    """Each item by the position that it came in at; the log holds nothing that is forgotten."""
    events = [recorded.event for recorded in log]
    return {
        recorded.position: _stands(event, events, now, (policy, lifecycle))
        for recorded in log
        for event in [recorded.event]
        if isinstance(event, ChunkIngested) or (isinstance(event, Promoted) and event.text)
    }


def stands_in(standing: Standing) -> dict[int, Stands]:
    """The same of what a view tells."""
    columns = (standing.left, standing.retention, standing.trust, standing.is_hidden)
    rows = zip(*(column.tolist() for column in columns), strict=True)
    return {d: Stands(*row) for d, row in zip(standing.d.tolist(), rows, strict=True)}


def shaken(recorded: Recorded) -> Recorded:
    """The event with a time of its own, so that some are told late, and with what dreams add."""
    event, number = recorded.event, recorded.position * 7_919
    if isinstance(event, Promoted):
        nearness = tuple((number + each) % 11 / 10 for each in range(len(event.derived_from)))
        event = replace(event, nearness=nearness if number % 3 else (), confidence=0.8)
    elif isinstance(event, Recalled):
        purpose = "dream" if number % 5 == 0 else "search"
        later = event.recorded_at + (number % 41 - 20) * DAY // 4
        event = replace(event, recorded_at=later, purpose=purpose)
    elif isinstance(event, ChunkIngested):
        origin = ("person", "agent", "tool", "import", "web")[number % 5]
        kind = ("event", "fact", "belief", "summary", "schema")[number % 5]
        event = replace(event, origin=origin, kind=kind, importance=float(number % 11))
    return Recorded(recorded.position, event)


def _stands(
    event: ChunkIngested | Promoted,
    events: Sequence[Event],
    now: int,
    how: tuple[RankingPolicy, LifecyclePolicy],
) -> Stands:
    policy, lifecycle = how
    traits, touches = _traits(event, events), _touches(event, events)
    strength = fold_strength(traits.born_at, touches, policy.decay)
    left = left_of(traits, strength, now, policy)
    pool = pool_of(traits, strength, now, ranking=policy, lifecycle=lifecycle)
    trust = 1.0
    for each in events:
        if isinstance(each, Contradicted) and each.item == event.item:
            trust *= 1.0 - each.penalty
    weight = policy.trust.weight
    trust *= 1.0 - weight + weight * _trust_of_origin(event, events, policy.trust)
    is_hidden = left < policy.decay.visible_min or pool == "archive"
    return Stands(left, retention_of(left, policy), trust, is_hidden)


def _traits(event: ChunkIngested | Promoted, events: Sequence[Event]) -> Traits:
    promoted = [
        each
        for each in events
        if isinstance(each, Promoted) and not each.text and each.item == event.item
    ]
    return traits_of(
        event.kind,
        event.dated_at if isinstance(event, ChunkIngested) else None,
        event.recorded_at,
        importance=event.importance if isinstance(event, ChunkIngested) else 5.0,
        confidence=_confidence(event, events),
        is_promoted=bool(promoted),
    )


def _confidence(event: ChunkIngested | Promoted, events: Sequence[Event]) -> float:
    """As it came in or was promoted, and after all evidence since."""
    confidence = event.confidence
    for each in events:
        if isinstance(each, Promoted) and each.item == event.item:
            confidence = each.confidence
        elif isinstance(each, ConfidenceRevised) and each.item == event.item:
            moved = Evidence(
                speaks_for=each.speaks_for,
                strength=each.strength,
                step=each.step,
                steps=each.steps,
                least=each.least,
            )
            confidence = confidence_after(confidence, [moved])
    return confidence


def _touches(event: ChunkIngested | Promoted, events: Sequence[Event]) -> list[Touch]:
    found: list[Touch] = []
    for each in events:
        if isinstance(each, Recalled):
            if each.purpose != "dream":
                hits = [hit for hit in each.hits if hit.item == event.item and hit.counts]
                found += [Touch(each.recorded_at, "recall")] * len(hits)
            if event.kind != "schema":
                rivals = each.suppressed.count(event.item)
                found += [Touch(each.recorded_at, "rival")] * rivals
        elif isinstance(each, Promoted) and each.text:
            pairs = zip(each.derived_from, each.nearness, strict=False)
            found += [
                Touch(each.recorded_at, "fade", near) for item, near in pairs if item == event.item
            ]
    return found


def _trust_of_origin(
    event: ChunkIngested | Promoted, events: Sequence[Event], policy: TrustPolicy
) -> float:
    if isinstance(event, ChunkIngested):
        name = "imports" if event.origin == "import" else event.origin
        return float(getattr(policy, name))
    inputs = [_made(item, events) for item in event.derived_from]
    return min((_trust_of_origin(each, events, policy) for each in inputs), default=1.0)


def _made(item: ItemId, events: Sequence[Event]) -> ChunkIngested | Promoted:
    return next(
        each
        for each in events
        if (isinstance(each, ChunkIngested) or (isinstance(each, Promoted) and each.text))
        and each.item == item
    )
