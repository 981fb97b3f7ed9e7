"""Random events of every type, each field at random."""

from __future__ import annotations

from typing import Any, Final, get_args

from hypothesis import strategies as st

from lethelog.domain.events import (
    Asked,
    BlockRecord,
    ChunkIngested,
    ConfidenceRevised,
    Contradicted,
    Event,
    Hit,
    Judge,
    Origin,
    PolicyAdopted,
    Promoted,
    PromotionScore,
    Purpose,
    Recalled,
    Released,
    SourceForgotten,
    SourceUnblocked,
    Superseded,
    SupersessionReason,
)
from lethelog.domain.kinds import Kind, Tier
from lethelog.domain.mind_policy import Steps
from lethelog.domain.policy import Policy, PromotionPolicy, RankingPolicy

TEXTS: Final = st.text(st.characters(codec="utf-8"), max_size=12)
IDS: Final = st.text("abcdefghijklmnopqrstuvwxyz234567", min_size=16, max_size=16)
TIMES: Final = st.integers(-(2**53), 2**53)
COUNTS: Final = st.integers(0, 2**40)
SHARES: Final = st.floats(0, 1)
LINEAGES: Final = st.lists(IDS, min_size=1, max_size=3).map(tuple)
ROOTS: Final = st.lists(LINEAGES, max_size=3).map(tuple)

_ID_TUPLES: Final = st.lists(IDS, max_size=3).map(tuple)
_SCORES: Final = st.floats(allow_nan=False, allow_infinity=False)
_KINDS: Final = st.sampled_from(get_args(Kind))
_JUDGES: Final = st.sampled_from(get_args(Judge))

HITS: Final = st.builds(
    Hit,
    item=IDS,
    rank=COUNTS,
    score=_SCORES,
    relevance=SHARES,
    retention=SHARES,
    importance=SHARES,
    trust=SHARES,
    counts=st.booleans(),
)
PROMOTION_SCORES: Final = st.builds(
    PromotionScore,
    recalls=COUNTS,
    queries=COUNTS,
    frequency=SHARES,
    relevance=SHARES,
    diversity=SHARES,
    recency=SHARES,
    total=SHARES,
)
PROMOTION_POLICIES: Final = st.builds(
    PromotionPolicy,
    name=TEXTS,
    frequency_weight=SHARES,
    relevance_weight=SHARES,
    diversity_weight=SHARES,
    recency_weight=SHARES,
    recalls_norm=COUNTS,
    queries_norm=COUNTS,
    recency_half_life_days=_SCORES,
    score_min=SHARES,
    recalls_min=COUNTS,
    queries_min=COUNTS,
)

RANKING_POLICIES: Final = st.builds(RankingPolicy, name=TEXTS, half_life_days=SHARES, k1=SHARES)
ASKED: Final = st.builds(
    Asked,
    limit=COUNTS,
    after=st.none() | TIMES,
    tier=st.none() | st.sampled_from(get_args(Tier)),
    sources=_ID_TUPLES,
    diverse=st.booleans(),
    seen_at=COUNTS,
    ranking=RANKING_POLICIES,
)

# Each field has a type of its own, so the strategies of one event have no common one.
_EVERY_EVENT: Final[dict[str, st.SearchStrategy[Any]]] = {"recorded_at": TIMES, "roots": ROOTS}

FIELDS: Final[dict[type[Event], dict[str, st.SearchStrategy[Any]]]] = {
    ChunkIngested: {
        **_EVERY_EVENT,
        "item": IDS,
        "source": TEXTS,
        "text": TEXTS,
        "kind": _KINDS,
        "sequence": COUNTS,
        "title": TEXTS,
        "author": TEXTS,
        "session": TEXTS,
        "dated_at": st.none() | TIMES,
        "valid_from": st.none() | TIMES,
        "valid_until": st.none() | TIMES,
        "importance": st.floats(0, 10),
        "origin": st.sampled_from(get_args(Origin)),
        "location": TEXTS,
        "subject": TEXTS,
        "attribute": TEXTS,
        "value": TEXTS,
        "scope": TEXTS,
        "reasoning": TEXTS,
        "confidence": SHARES,
    },
    Recalled: {
        **_EVERY_EVENT,
        "query": TEXTS,
        "query_hash": IDS,
        "hits": st.lists(HITS, max_size=3).map(tuple),
        "purpose": st.sampled_from(get_args(Purpose)),
        "suppressed": _ID_TUPLES,
        "policy": TEXTS,
        "asked": st.none() | ASKED,
    },
    Promoted: {
        **_EVERY_EVENT,
        "item": IDS,
        "score": PROMOTION_SCORES,
        "policy": PROMOTION_POLICIES,
        "recalls": st.lists(COUNTS, max_size=3).map(tuple),
        "judge": _JUDGES,
        "reason": TEXTS,
        "confidence": SHARES,
        "kind": _KINDS,
        "derived_from": _ID_TUPLES,
        "text": TEXTS,
        "nearness": st.lists(SHARES, max_size=3).map(tuple),
        "subject": TEXTS,
        "attribute": TEXTS,
        "value": TEXTS,
        "scope": TEXTS,
        "valid_from": st.none() | TIMES,
    },
    Contradicted: {
        **_EVERY_EVENT,
        "item": IDS,
        "by": st.none() | IDS,
        "strength": SHARES,
        "penalty": SHARES,
        "judge": _JUDGES,
        "reason": TEXTS,
    },
    Superseded: {
        **_EVERY_EVENT,
        "item": IDS,
        "by": st.none() | IDS,
        "reason": st.sampled_from(get_args(SupersessionReason)),
        "judge": _JUDGES,
        "note": TEXTS,
        "since": st.none() | TIMES,
    },
    ConfidenceRevised: {
        **_EVERY_EVENT,
        "item": IDS,
        "by": st.none() | IDS,
        "speaks_for": st.booleans(),
        "strength": SHARES,
        "step": SHARES,
        "steps": st.sampled_from(get_args(Steps)),
        "least": SHARES,
        "judge": _JUDGES,
        "reason": TEXTS,
    },
    Released: {**_EVERY_EVENT, "item": IDS, "judge": _JUDGES, "reason": TEXTS},
    PolicyAdopted: {
        **_EVERY_EVENT,
        "policy": st.builds(Policy, promotion=PROMOTION_POLICIES, ranking=RANKING_POLICIES),
        "judge": _JUDGES,
        "reason": TEXTS,
    },
    SourceForgotten: {
        **_EVERY_EVENT,
        "source": IDS,
        "items": _ID_TUPLES,
        "blocked": st.booleans(),
        "planned_at": COUNTS,
        "record": st.none() | st.builds(BlockRecord, text_tags=_ID_TUPLES, approved_by=TEXTS),
    },
    SourceUnblocked: {**_EVERY_EVENT, "source": IDS, "approved_by": TEXTS},
}
"""A strategy for every field of every event; a test holds this to the events' own fields."""


def events_of(event_type: type[Event]) -> st.SearchStrategy[Event]:
    """Events of one type."""
    return st.builds(event_type, **FIELDS[event_type])


def events() -> st.SearchStrategy[Event]:
    """Events of all types."""
    return st.one_of(*map(events_of, FIELDS))
