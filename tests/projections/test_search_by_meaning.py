"""Meaning in the search: both paths against brute force, and vectors in any state of a view."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lethelog.domain.events import ChunkIngested, Event, Recorded
from lethelog.domain.identity import ItemId
from lethelog.domain.policy import DEFAULT, RankingPolicy
from lethelog.domain.query import Query
from lethelog.domain.time_cues import tells_time
from lethelog.projections.likeness import Likeness
from lethelog.projections.search import read_question, search
from lethelog.projections.view import View
from lethelog.tests.projections.oracle import expected_answer
from lethelog.tests.projections.test_search_oracle import policies, queries, stores
from lethelog.tests.story import TODAY, said
from lethelog.tests.tables import new_view


def told(view: View, events: Sequence[Event]) -> None:
    """All of them, from position 1."""
    view.apply([Recorded(position, event) for position, event in enumerate(events, start=1)])


@st.composite
def alike(draw: st.DrawFn) -> tuple[list[Event], dict[ItemId, float]]:
    """A store, and how near each of its texts is to a question."""
    events = draw(stores())
    items = [event.item for event in events if isinstance(event, ChunkIngested)]
    shares = st.integers(0, 1000).map(lambda thousandths: thousandths / 1000)
    return events, {item: draw(shares) for item in items}


@settings(max_examples=40)
@given(alike(), queries, policies, st.sampled_from(["", "the of"]))
def test_the_search_by_meaning_is_that_of_the_oracle(
    store: tuple[list[Event], dict[ItemId, float]],
    query: Query,
    policy: RankingPolicy,
    said_only: str,
) -> None:
    """On both paths, also where the question has no word that counts."""
    events, near = store
    policy = msgspec.structs.replace(policy, vector_weight=1.2)
    query = msgspec.structs.replace(query, text=said_only or query.text)
    with closing(new_view()) as view:
        told(view, events)
        rows = view.rows("SELECT d, item FROM item ORDER BY d")
        places = np.array([d for d, _ in rows], np.int64)
        likeness = Likeness(places, np.array([near[item] for _, item in rows], np.float64))
        reading = read_question(view, query, TODAY, policy)
        expected = expected_answer(events, reading, tells_time, near)
        in_tables = search(view, query, TODAY, policy, likeness=likeness).found
        assert view.rows("SELECT d FROM similarity") == []
        view.warm()
        in_memory = search(view, query, TODAY, policy, likeness=likeness).found
    for found in (in_tables, in_memory):
        assert [each.item for each in found] == [each.item for each in expected]
        for mine, theirs in zip(found, expected, strict=True):
            assert mine.score == pytest.approx(theirs.score)
            assert mine.signals.vector == near[mine.item]


def test_meaning_has_no_part_where_it_has_no_weight() -> None:
    """A policy from before there were vectors ranks as it did."""
    likeness = Likeness(np.array([1, 2], np.int64), np.array([0.1, 1.0]))
    query = Query(text="tea")
    with closing(new_view()) as view:
        told(view, [said("tea"), said("milk")])
        plain = search(view, query, TODAY, RankingPolicy())
        assert search(view, query, TODAY, RankingPolicy(), likeness=likeness) == plain
        assert search(view, query, TODAY, DEFAULT.ranking, likeness=likeness) != plain
