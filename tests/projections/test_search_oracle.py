"""The search in SQL against a search by brute force, on small stores at random."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import closing
from typing import get_args

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lethelog.domain.events import (
    ChunkIngested,
    Contradicted,
    Event,
    Promoted,
    Recorded,
    Superseded,
)
from lethelog.domain.kinds import Kind
from lethelog.domain.policy import PromotionPolicy, RankingPolicy
from lethelog.domain.promotion import promotion_score
from lethelog.domain.query import Query
from lethelog.domain.time_cues import tells_time
from lethelog.domain.times import DAY
from lethelog.projections import full_text
from lethelog.projections.search import read_question, search
from lethelog.projections.view import View
from lethelog.tests.projections.oracle import expected_answer
from lethelog.tests.seals import IDENTITY, item_named
from lethelog.tests.story import TODAY
from lethelog.tests.tables import new_view

STORES = int(os.environ.get("STORES", "25"))
"""At random; `make proof-search` looks at more."""

WORDS = (
    "tea",
    "teas",
    "milk",
    "kettle",
    "the",
    "caf\u00e9",
    "\u8336\u58f6",
    "\U0001f375",
    "o'clock",
    "yesterday",
    "when",
    "May 2024",
)
PATHS = ("conversation/c/1", "conversation/c/2", "email/m", "fact/f")
KINDS: tuple[Kind, ...] = get_args(Kind)

texts = st.one_of(
    st.lists(st.sampled_from(WORDS), min_size=1, max_size=12).map(" ".join),
    st.lists(st.sampled_from(WORDS), min_size=60, max_size=200).map(" ".join),
)
asked = st.lists(st.sampled_from((*WORDS, "Milk", "I")), min_size=1, max_size=6).map(" ".join)
moments = st.integers(-80, 10).map(lambda days: TODAY + days * DAY)
policies = st.builds(
    RankingPolicy,
    k1=st.sampled_from([0.5, 1.2, 2.0]),
    b=st.sampled_from([0.0, 0.75, 1.0]),
    half_score_at=st.sampled_from([0.5, 1.0, 3.0]),
    half_life_days=st.sampled_from([1.0, 30.0]),
    importance_weight=st.sampled_from([0.0, 0.2, 1.0]),
    context_weight=st.sampled_from([0.0, 0.4, 1.0]),
    author_weight=st.sampled_from([0.0, 0.3]),
    session_weight=st.sampled_from([0.0, 0.5]),
    date_weight=st.sampled_from([0.0, 0.7]),
    time_weight=st.sampled_from([0.0, 0.3]),
    retention_floor=st.sampled_from([0.0, 0.9, 1.0]),
)
queries = st.builds(
    Query,
    text=asked,
    limit=st.integers(1, 12),
    after=st.none() | st.integers(-80, -30).map(lambda days: TODAY + days * DAY),
    before=st.none() | st.integers(-29, 11).map(lambda days: TODAY + days * DAY),
    tier=st.sampled_from([None, "episodic", "semantic"]),
    kinds=st.sampled_from([(), ("event",), ("fact", "belief")]),
    sources=st.sampled_from([(), ("conversation/c",), ("email/m", "conversation/c/1")]).map(
        lambda paths: tuple(IDENTITY.lineage(path)[-1] for path in paths)
    ),
    with_superseded=st.booleans(),
)


@st.composite
def stores(draw: st.DrawFn) -> list[Event]:
    """Up to ten texts from few sources, and some of what can happen to them."""
    chunks = draw(st.lists(_chunks(), max_size=10))
    named = [_named(chunk, place) for place, chunk in enumerate(chunks)]
    happenings = draw(st.lists(_happenings(named), max_size=6)) if named else []
    once = {(type(event), event.item): event for event in happenings}
    contradictions = [event for event in happenings if isinstance(event, Contradicted)]
    others = [event for event in once.values() if not isinstance(event, Contradicted)]
    return [*named, *others, *contradictions]


@settings(max_examples=STORES)
@given(stores(), queries, policies, st.sampled_from([0, 150_000]))
def test_the_search_is_that_of_the_oracle(
    events: list[Event], query: Query, policy: RankingPolicy, delta_postings_max: int
) -> None:
    """The same items in the same order with the same parts of their scores."""
    with closing(new_view()) as view, pytest.MonkeyPatch.context() as patch:
        patch.setattr(full_text, "DELTA_POSTINGS_MAX", delta_postings_max)
        _tell(view, events, at_once=len(events) // 2)
        expected = expected_answer(events, read_question(view, query, TODAY, policy), tells_time)
        in_tables = search(view, query, TODAY, policy).found
        view.warm()
        assert view.in_memory() is not None
        in_memory = search(view, query, TODAY, policy).found
    for found in (in_tables, in_memory):
        assert [each.item for each in found] == [each.item for each in expected]
        for mine, theirs in zip(found, expected, strict=True):
            for part in ("score", "relevance", "retention", "importance", "trust"):
                assert getattr(mine, part) == pytest.approx(getattr(theirs, part))
                assert 0.0 <= getattr(mine, part) <= 1.0


def _tell(view: View, events: Sequence[Event], *, at_once: int) -> None:
    log = [Recorded(position, event) for position, event in enumerate(events, start=1)]
    view.apply(log[:at_once])
    view.tidy()
    view.apply(log[at_once:])


def _chunks() -> st.SearchStrategy[ChunkIngested]:
    return st.builds(
        ChunkIngested,
        recorded_at=st.just(TODAY),
        roots=st.just(()),
        item=st.just(""),
        source=st.sampled_from(PATHS),
        text=texts,
        title=st.sampled_from(["", "kettle"]),
        author=st.sampled_from(["", "Milk", "user"]),
        session=st.sampled_from(["", "one"]),
        kind=st.sampled_from(KINDS[:3]),
        dated_at=st.none() | moments,
        importance=st.sampled_from([0.5, 5.0, 10.0]),
    )


def _named(chunk: ChunkIngested, place: int) -> ChunkIngested:
    lineage = IDENTITY.lineage(chunk.source)
    item = item_named(f"{place} {chunk.source} {chunk.text}")
    return msgspec.structs.replace(chunk, item=item, roots=(lineage,))


def _happenings(
    chunks: Sequence[ChunkIngested],
) -> st.SearchStrategy[Promoted | Contradicted | Superseded]:
    items = st.sampled_from([chunk.item for chunk in chunks])
    policy = PromotionPolicy()
    return st.one_of(
        st.builds(
            Promoted,
            recorded_at=st.just(TODAY),
            item=items,
            score=st.just(promotion_score([], TODAY, policy)),
            policy=st.just(policy),
            judge=st.just("agent"),
        ),
        st.builds(
            Contradicted,
            recorded_at=st.just(TODAY),
            item=items,
            penalty=st.sampled_from([0.1, 0.5]),
        ),
        st.builds(Superseded, recorded_at=st.just(TODAY), item=items),
    )
