"""Several stores rank like one: whatever is in them, however it is cut, by either path."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing
from typing import Final, TypeVar

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from lethelog.asking.fusion import Side, fused, ranked_together
from lethelog.domain.events import (
    ChunkIngested,
    Contradicted,
    Event,
    Promoted,
    Recorded,
    Superseded,
)
from lethelog.domain.identity import ItemId
from lethelog.domain.mind_policy import BlendPolicy, LifecyclePolicy
from lethelog.domain.policy import DEFAULT, Policy, RankingPolicy
from lethelog.domain.presets import AGENTERNAL, DUDUCLAW, KTAO
from lethelog.domain.query import RESULTS_MAX, Query
from lethelog.projections.answer import Answer, Found
from lethelog.projections.joining import JOINING_MAX
from lethelog.projections.likeness import Likeness, Meant
from lethelog.projections.meaning import by_meaning
from lethelog.projections.search import search
from lethelog.projections.vector_file import VectorRow
from lethelog.projections.view import View
from lethelog.tests.projections.test_search_oracle import policies, queries, stores
from lethelog.tests.story import TODAY, said
from lethelog.tests.tables import new_view

T = TypeVar("T")

BY_SUM: Final = replace(
    DUDUCLAW,
    ranking=replace(DUDUCLAW.ranking, blend=BlendPolicy(form="sum", graph_share=0.4)),
)
"""What is named counts, and what is meant does not."""

SCORES = ("score", "relevance", "retention", "importance", "trust")
"""What two rankings must agree on to 1e-9; the rest must be equal."""

OUTERMOST = ("conversation/c", "email/m", "fact/f")
_ABOUT_ITEMS = (ChunkIngested, Promoted, Contradicted, Superseded)


@settings(max_examples=25)
@given(
    stores(),
    queries,
    st.one_of(
        st.tuples(st.sampled_from([DEFAULT.ranking, RankingPolicy()]), st.just(LifecyclePolicy())),
        st.tuples(policies, st.just(LifecyclePolicy())),
        st.sampled_from([(each.ranking, each.lifecycle) for each in (AGENTERNAL, KTAO, DUDUCLAW)]),
    ),
    st.tuples(st.tuples(*[st.integers(0, 1)] * 3), st.sets(st.integers(0, 1))),
)
def test_stores_searched_together_rank_like_one_that_holds_everything(
    events: list[Event],
    query: Query,
    how: tuple[RankingPolicy, LifecyclePolicy],
    cut_and_warmed: tuple[tuple[int, ...], set[int]],
) -> None:
    """Cut by source into two, both or one or none of which are in memory."""
    (cut, warmed), (policy, lifecycle) = cut_and_warmed, how
    query = replace(query, lifecycle=lifecycle)
    with ExitStack() as opened:
        whole = opened.enter_context(closing(_told(events, "whole")))
        parts = [
            opened.enter_context(closing(_told(_part(events, cut, place), f"part {place}")))
            for place in range(2)
        ]
        for place in warmed:
            parts[place].warm()
        together = _together(parts, query, policy)
        alone = search(whole, query, TODAY, policy).found
        everything = search(whole, _wide(query), TODAY, policy).found
    assert [each.score for each in together.found] == pytest.approx(
        [each.score for each in alone], abs=1e-9
    )
    expected = {each.item: each for each in everything}
    for each in together.found:
        _same(each, expected[each.item])


@st.composite
def keyed_and_alike(draw: st.DrawFn) -> tuple[list[Event], dict[ItemId, float]]:
    """A store with a few keyed facts, and how near each of its texts is to a question."""
    subjects = st.sampled_from(["Tea", "Milk", "Kettle"])
    events = draw(stores())
    chunks = [event for event in events if isinstance(event, ChunkIngested)]
    told = {
        event.item: replace(event, subject=draw(subjects), value=draw(subjects))
        for event in chunks[:JOINING_MAX]  # of more, equally near ones may be others in several
    }
    cosines = draw(st.permutations(range(len(chunks))))
    near = {event.item: at / 16 for event, at in zip(chunks, cosines, strict=True)}
    return [
        told.get(event.item, event) if isinstance(event, ChunkIngested) else event
        for event in events
    ], near


@settings(max_examples=25)
@given(
    keyed_and_alike(),
    queries,
    st.sampled_from([DEFAULT, AGENTERNAL, DUDUCLAW, BY_SUM]),
    st.tuples(st.tuples(*[st.integers(0, 1)] * 3), st.sets(st.integers(0, 1))),
)
def test_so_do_they_by_meaning_and_by_what_is_named(
    store: tuple[list[Event], dict[ItemId, float]],
    query: Query,
    policy: Policy,
    cut_and_warmed: tuple[tuple[int, ...], set[int]],
) -> None:
    """Also where a score is a sum, for which an item answers that has no word of the question."""
    (events, near), (cut, warmed), ranking = store, cut_and_warmed, policy.ranking
    query = replace(query, lifecycle=policy.lifecycle)
    with ExitStack() as opened:
        whole, *parts = (
            opened.enter_context(closing(_told(told, str(place))))
            for place, told in enumerate([events, _part(events, cut, 0), _part(events, cut, 1)])
        )
        for view in (whole, *parts):
            view.meaning = Near(near)
        for place in warmed:
            parts[place].warm()
        together = _together(parts, query, ranking)
        meant = by_meaning(query, whole, ranking)
        alone = search(whole, meant, TODAY, ranking).found
        everything = search(whole, _wide(meant), TODAY, ranking).found
    assert [each.score for each in together.found] == pytest.approx(
        [each.score for each in alone], abs=1e-9
    )
    expected = {each.item: each for each in everything}
    for each in together.found:
        _same(each, expected[each.item])


class Near:
    """Knows how near each text is to any question."""

    id = "near"

    def __init__(self, cosines: dict[ItemId, float]) -> None:
        self._cosines = cosines

    def of(self, view: View, question: str, *, context_weight: float) -> Meant:  # noqa: ARG002
        """From the least to the most of what the view has."""
        rows = view.rows("SELECT d, item FROM item ORDER BY d")
        cosines = np.array([self._cosines[item] for _, item in rows], np.float64)
        d = np.array([d for d, _ in rows], np.int64)
        if not len(d):
            return Meant(Likeness(d, cosines))
        least, most = float(cosines.min()), float(cosines.max())
        shares = (cosines - least) / (most - least) if most > least else np.ones(len(d))
        return Meant(Likeness(d, shares, least, most))

    def rows(self, items: Sequence[ItemId]) -> Sequence[VectorRow]:  # noqa: ARG002
        """None, so that rivals are told by words."""
        return ()


def test_diversity_chooses_among_all_stores() -> None:
    """What one store says keeps out what another says too, and what another adds comes in."""
    one = [said("green tea in the cellar", "email/m")]
    other = [said("green tea in the cellar", "fact/f"), said("tea upstairs", "fact/g")]
    query = Query(text="green tea cellar", limit=2, diverse=True)
    with closing(_told(one, "one")) as mine, closing(_told(other, "other")) as theirs:
        answer = _together([mine, theirs], query, replace(DEFAULT.ranking, mmr_lambda=0.3))
    assert [each.text for each in answer.found] == ["green tea in the cellar", "tea upstairs"]
    assert answer.suppressed == (other[0].item,)


def test_equal_items_stand_in_the_order_of_the_stores() -> None:
    """So an answer is the same each time."""
    views = [_told([said("green tea", f"email/{name}")], name) for name in "abc"]
    with ExitStack() as opened:
        for view in views:
            opened.enter_context(closing(view))
        answer = _together(views, Query(text="tea"), DEFAULT.ranking)
    assert [each.source for each in answer.found] == ["email/a", "email/b", "email/c"]


def _together(views: Sequence[View], query: Query, policy: RankingPolicy) -> Answer:
    sides = [Side(str(place), _Asked(view), _nothing, query) for place, view in enumerate(views)]
    together = ranked_together(sides, TODAY, policy)
    return fused([one.found for _, one in together.ranked], query, TODAY, policy)


def _nothing(_question: str, _policy: RankingPolicy) -> None:
    """What is near is told by `Near` without any preparation."""


class _Asked:
    """Puts a question to a view as it is."""

    def __init__(self, view: View) -> None:
        self._view = view

    def __call__(self, question: Callable[[View], T]) -> T:
        return question(self._view)


def _same(one: Found, other: Found) -> None:
    for name in SCORES:
        assert getattr(one, name) == pytest.approx(getattr(other, name), abs=1e-9)
    for name in one.signals.__struct_fields__:
        share = getattr(other.signals, name)
        assert getattr(one.signals, name) == pytest.approx(share, abs=1e-9)
    plain = dict.fromkeys((*SCORES, "signals"))
    assert replace(one, **plain) == replace(other, **plain)


def _wide(query: Query) -> Query:
    return replace(query, limit=RESULTS_MAX)


def _told(events: Sequence[Event], name: str) -> View:
    view = new_view(name)
    view.apply([Recorded(position, event) for position, event in enumerate(events, start=1)])
    return view


def _part(events: Sequence[Event], cut: Sequence[int], place: int) -> list[Event]:
    """All that happened to the items of the sources that were cut off for a place."""
    here = {
        event.item
        for event in events
        if isinstance(event, ChunkIngested) and cut[_outermost(event)] == place
    }
    return [event for event in events if isinstance(event, _ABOUT_ITEMS) and event.item in here]


def _outermost(chunk: ChunkIngested) -> int:
    return next(i for i, path in enumerate(OUTERMOST) if (chunk.source or "").startswith(path))
