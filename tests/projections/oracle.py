"""Search by brute force: every item is looked at, with the formulas written out once more."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from math import log

import msgspec

from lethelog.domain.events import ChunkIngested, Contradicted, Event, Promoted, Superseded
from lethelog.domain.identity import ItemId
from lethelog.domain.policy import RankingPolicy
from lethelog.domain.query import Query
from lethelog.domain.times import DAY
from lethelog.projections.analyser import terms
from lethelog.projections.full_text import texts_of
from lethelog.projections.reading import Reading

CONTEXT_TERMS_MAX = 80
NOTHING_ALIKE: Mapping[ItemId, float] = {}


class Expected(msgspec.Struct, frozen=True):
    """An item and the parts of its score."""

    item: ItemId
    score: float
    relevance: float
    retention: float
    importance: float
    trust: float


class Part(msgspec.Struct, eq=False):
    """A piece of a chunk, and those beside it that count."""

    chunk: ChunkIngested
    text: str
    words: list[str]
    session: tuple[str, ...]
    near: list[Part] = msgspec.field(default_factory=list["Part"])


def expected_answer(
    events: Sequence[Event],
    reading: Reading,
    tells_time: Callable[[str], bool],
    likeness: Mapping[ItemId, float] = NOTHING_ALIKE,
) -> list[Expected]:
    """All items that answer, best first; the events are those of one store, nothing forgotten."""
    query, now, policy = reading.query, reading.now, reading.policy
    chunks = [event for event in events if isinstance(event, ChunkIngested)]
    superseded = {event.item for event in events if isinstance(event, Superseded)}
    relevances = relevances_of(chunks, reading, tells_time, likeness)
    found = [
        scored(chunk, relevances[chunk.item], events, now=now, policy=policy)
        for chunk in chunks
        if chunk.item in relevances
        and (query.with_superseded or chunk.item not in superseded)
        and passes(chunk, query, is_evergreen=is_evergreen_in(chunk, events))
    ]
    return sorted(found, key=lambda each: -round(log(each.score), 9))[: query.limit]


def relevances_of(
    chunks: Sequence[ChunkIngested],
    reading: Reading,
    tells_time: Callable[[str], bool],
    likeness: Mapping[ItemId, float],
) -> dict[ItemId, float]:
    """Of each item that has or stands near a term, is by whom it names, or means the same."""
    near = likeness if reading.policy.vector_weight else NOTHING_ALIKE
    if not reading.terms and likeness is NOTHING_ALIKE:
        return {}  # an "I" alone asks for nothing
    return _relevances(_parts(chunks), reading, tells_time, near)


def _parts(chunks: Sequence[ChunkIngested]) -> list[Part]:
    """In the order in which they came, each with up to two before it and one after it."""
    parts = [
        Part(chunk, text, terms(text), _session(chunk))
        for chunk in chunks
        for text in texts_of(chunk)
    ]
    for session in {part.session for part in parts}:
        row = [part for part in parts if part.session == session]
        for place, part in enumerate(row):
            for other in reversed(row[max(place - 2, 0) : place]):
                if sum(len(each.words) for each in (*part.near, other)) > CONTEXT_TERMS_MAX:
                    break
                part.near.append(other)
        for part, after in pairwise(row):
            if sum(len(each.words) for each in (*part.near, after)) <= CONTEXT_TERMS_MAX:
                part.near.append(after)
    return parts


def _session(chunk: ChunkIngested) -> tuple[str, ...]:
    if chunk.kind in {"fact", "belief", "preference", "decision", "schema"}:
        return (chunk.item,)
    return (chunk.roots[0][0], chunk.session)


def _bm25(
    frequencies: Sequence[dict[str, float]],
    lengths: Sequence[float],
    holders: Callable[[str], int],
    reading: Reading,
) -> list[float]:
    policy, size = reading.policy, len(lengths)
    mean = sum(lengths) / size

    def one(count: dict[str, float], length: float) -> float:
        norm = policy.k1 * (1 - policy.b + policy.b * length / mean) if mean else 0.0
        return sum(
            log(1 + (size - holders(t) + 0.5) / (holders(t) + 0.5))
            * count[t]
            * (policy.k1 + 1)
            / (count[t] + norm)
            for t in reading.terms
            if count.get(t)
        )

    return [one(count, length) for count, length in zip(frequencies, lengths, strict=True)]


def _relevances(
    parts: Sequence[Part],
    reading: Reading,
    tells_time: Callable[[str], bool],
    likeness: Mapping[ItemId, float],
) -> dict[ItemId, float]:
    if not parts:
        return {}
    policy, share = reading.policy, reading.policy.context_weight
    holders = {t: sum(t in part.words for part in parts) for t in reading.terms}
    weight = sum(log(1 + (len(parts) - n + 0.5) / (n + 0.5)) for n in holders.values())
    weight = weight if reading.terms else 1.0
    counts = [
        {
            t: part.words.count(t) + share * sum(near.words.count(t) for near in part.near)
            for t in reading.terms
        }
        for part in parts
    ]
    lengths = [
        len(part.words) + share * sum(len(near.words) for near in part.near) for part in parts
    ]
    words = _bm25(counts, lengths, holders.__getitem__, reading)
    sessions = _session_scores(parts, reading)
    unit, best_session = max(words) or weight, max(sessions.values())
    relevances: dict[ItemId, float] = {}
    for part, bm25 in zip(parts, words, strict=True):
        is_named, dated = part.chunk.author in reading.authors, part.chunk.dated_at
        alike = likeness.get(part.chunk.item, 0.0)
        if bm25 <= 0 and not is_named and not alike:
            continue
        match = bm25 + unit * (
            policy.author_weight * is_named
            + policy.session_weight * (sessions[part.session] / (best_session or 1))
            + policy.date_weight
            * any(dated is not None and start <= dated < end for start, end in reading.spans)
            + policy.time_weight * (reading.asks_when and tells_time(part.text))
            + policy.vector_weight * alike
        )
        relevance = match / (match + policy.half_score_at * weight)
        item = part.chunk.item
        relevances[item] = max(relevances.get(item, 0.0), relevance)
    return relevances


def _session_scores(parts: Sequence[Part], reading: Reading) -> dict[tuple[str, ...], float]:
    words: dict[tuple[str, ...], Counter[str]] = {}
    for part in parts:
        words.setdefault(part.session, Counter()).update(part.words)
    scores = _bm25(
        [dict[str, float](count) for count in words.values()],
        [count.total() for count in words.values()],
        lambda term: sum(term in count for count in words.values()),
        reading,
    )
    return dict(zip(words, scores, strict=True))


def scored(
    chunk: ChunkIngested,
    relevance: float,
    events: Sequence[Event],
    *,
    now: int,
    policy: RankingPolicy,
) -> Expected:
    """With all parts of its score, as a product."""
    retention = 1.0
    if chunk.dated_at is not None and not is_evergreen_in(chunk, events):
        floor = policy.retention_floor
        faded = 0.5 ** (max(now - chunk.dated_at, 0) / DAY / policy.half_life_days)
        retention = floor + (1 - floor) * faded
    importance = 1 - policy.importance_weight * (1 - chunk.importance / 10)
    trust = 1.0
    for event in events:
        if isinstance(event, Contradicted) and event.item == chunk.item:
            trust *= 1 - event.penalty
    score = relevance * retention * importance * trust
    return Expected(chunk.item, score, relevance, retention, importance, trust)


def is_evergreen_in(chunk: ChunkIngested, events: Sequence[Event]) -> bool:
    """Whether it never fades."""
    promoted = {event.item for event in events if isinstance(event, Promoted)}
    return chunk.dated_at is None or chunk.item in promoted


def passes(chunk: ChunkIngested, query: Query, *, is_evergreen: bool) -> bool:
    """All filters but that of what gave way."""
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
