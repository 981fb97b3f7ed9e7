"""Search by brute force: every item is looked at, with the formulas written out once more."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import log

import msgspec

from lethelog.domain.events import (
    ChunkIngested,
    Contradicted,
    Event,
    Promoted,
    Superseded,
)
from lethelog.domain.identity import ItemId
from lethelog.domain.policy import RankingPolicy
from lethelog.domain.query import Query
from lethelog.domain.times import DAY
from lethelog.projections.analyser import terms


class Expected(msgspec.Struct, frozen=True):
    """An item and the parts of its score."""

    item: ItemId
    score: float
    relevance: float
    retention: float
    importance: float
    trust: float


def expected_answer(
    events: Sequence[Event], query: Query, now: int, policy: RankingPolicy
) -> list[Expected]:
    """All items that answer, best first; the events are those of one store, nothing forgotten."""
    chunks = [event for event in events if isinstance(event, ChunkIngested)]
    superseded = {event.item for event in events if isinstance(event, Superseded)}
    matches = _matches(chunks, list(dict.fromkeys(terms(query.text))), policy)
    found = [
        _scored(chunk, matches[chunk.item], events, now=now, policy=policy)
        for chunk in chunks
        if chunk.item in matches
        and (query.with_superseded or chunk.item not in superseded)
        and _passes(chunk, query, is_evergreen=_is_evergreen(chunk, events))
    ]
    return sorted(found, key=lambda each: -round(log(each.score), 9))[: query.limit]


def _matches(
    chunks: Sequence[ChunkIngested], asked: Sequence[str], policy: RankingPolicy
) -> dict[ItemId, float]:
    """The relevance of each item that has at least one of the terms."""
    words = {c.item: terms(f"{c.author} {c.title} {c.text}") for c in chunks}
    counts = {item: Counter(found) for item, found in words.items()}
    mean = sum(map(len, words.values())) / max(len(words), 1)
    holders = {term: sum(term in each for each in counts.values()) for term in asked}
    idf = {t: log(1 + (len(words) - n + 0.5) / (n + 0.5)) for t, n in holders.items()}
    weight = sum(idf.values())
    relevances: dict[ItemId, float] = {}
    for item, count in counts.items():
        norm = policy.k1 * (1 - policy.b + policy.b * len(words[item]) / mean) if mean else 0.0
        bm25 = sum(
            idf[t] * count[t] * (policy.k1 + 1) / (count[t] + norm) for t in asked if count[t]
        )
        if bm25 > 0:
            relevances[item] = bm25 / (bm25 + policy.half_score_at * weight)
    return relevances


def _scored(
    chunk: ChunkIngested,
    relevance: float,
    events: Sequence[Event],
    *,
    now: int,
    policy: RankingPolicy,
) -> Expected:
    retention = 1.0
    if chunk.dated_at is not None and not _is_evergreen(chunk, events):
        retention = 0.5 ** (max(now - chunk.dated_at, 0) / DAY / policy.half_life_days)
    importance = 1 - policy.importance_weight * (1 - chunk.importance / 10)
    trust = 1.0
    for event in events:
        if isinstance(event, Contradicted) and event.item == chunk.item:
            trust *= 1 - event.penalty
    score = relevance * retention * importance * trust
    return Expected(chunk.item, score, relevance, retention, importance, trust)


def _is_evergreen(chunk: ChunkIngested, events: Sequence[Event]) -> bool:
    promoted = {event.item for event in events if isinstance(event, Promoted)}
    return chunk.dated_at is None or chunk.item in promoted


def _passes(chunk: ChunkIngested, query: Query, *, is_evergreen: bool) -> bool:
    in_window = is_evergreen or (
        chunk.dated_at is not None
        and (query.after is None or chunk.dated_at >= query.after)
        and (query.before is None or chunk.dated_at < query.before)
    )
    in_tier = query.tier is None or is_evergreen == (query.tier == "semantic")
    in_kind = not query.kinds or chunk.kind in query.kinds
    uids = {uid for lineage in chunk.roots for uid in lineage}
    return (
        in_window and in_tier and in_kind and (not query.sources or bool(uids & {*query.sources}))
    )
