"""Each preset's search, in tables and in memory, against brute force on small stores at random."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from lethelog.asking.question import under
from lethelog.domain.events import ChunkIngested, Event, Hit, Recalled, Recorded
from lethelog.domain.identity import ItemId
from lethelog.domain.mind_policy import BlendPolicy, DecayPolicy, LifecyclePolicy, TrustPolicy
from lethelog.domain.policy import Policy
from lethelog.domain.presets import PRESETS
from lethelog.domain.query import Query
from lethelog.domain.time_cues import tells_time
from lethelog.domain.times import DAY
from lethelog.projections.answer import Found
from lethelog.projections.graph import graph_of
from lethelog.projections.joining import JOINING_MAX, MEANT_MAX, nearest
from lethelog.projections.likeness import Likeness
from lethelog.projections.reading import Reading
from lethelog.projections.search import read_question, search, widened
from lethelog.projections.standing import is_needed, standing_of
from lethelog.projections.view import View
from lethelog.tests.projections.oracle import Expected, expected_answer
from lethelog.tests.projections.standing_oracle import Standings, expected_by_standing
from lethelog.tests.projections.standings import Stands, expected_standing, shaken, stands_in
from lethelog.tests.projections.test_search_oracle import STORES, queries, stores
from lethelog.tests.seals import IDENTITY
from lethelog.tests.story import TODAY
from lethelog.tests.tables import new_view

PARTS = ("score", "relevance", "retention", "importance", "trust")
OTHERS = (
    Policy(
        name="hides",
        ranking=replace(
            PRESETS["alfred"].ranking, diverse="asked", decay=DecayPolicy(visible_min=0.6)
        ),
    ),
    Policy(
        name="trusts",
        ranking=replace(PRESETS["default"].ranking, trust=TrustPolicy(weight=0.5)),
        lifecycle=LifecyclePolicy(archive_strength=0.95, archive_importance=6.0),
    ),
    Policy(
        name="adds",
        ranking=replace(
            PRESETS["default"].ranking,
            blend=BlendPolicy(form="sum", graph_share=0.5, vector_share=0.5),
        ),
    ),
)
policies = st.sampled_from([*PRESETS.values(), *OTHERS])


@st.composite
def lives(draw: st.DrawFn) -> tuple[list[Event], dict[ItemId, float]]:
    """A store, recalls of what is in it, and how near each of its texts is to a question."""
    events = [
        replace(event, subject="Tea" if place % 3 else "Milk", value="Kettle" if place % 2 else "")
        if isinstance(event, ChunkIngested)
        else event
        for place, event in enumerate(draw(stores()))
    ]
    items = [event.item for event in events if isinstance(event, ChunkIngested)]
    shares = st.integers(0, 1000).map(lambda thousandths: thousandths / 1000)
    recalls = draw(st.lists(_recalls(items), max_size=6)) if items else []
    return [*events, *recalls], {item: draw(shares) for item in items}


@settings(max_examples=STORES * 2)
@given(lives(), queries, policies, st.tuples(st.booleans(), st.booleans()))
def test_every_preset_ranks_as_brute_force_does(
    life: tuple[list[Event], dict[ItemId, float]],
    query: Query,
    policy: Policy,
    switches: tuple[bool, bool],
) -> None:
    """The same items in the same order with the same parts, on both paths."""
    by_meaning, with_faded = switches
    log = [shaken(Recorded(place, event)) for place, event in enumerate(life[0], start=1)]
    query = replace(under(policy, query), with_faded=with_faded)
    with closing(new_view()) as view:
        view.apply(log)
        near = _likeness(view, life[1]) if by_meaning else None
        expected = _expected(view, log, query, policy, near=life[1] if by_meaning else {})
        in_tables = search(view, query, TODAY, policy.ranking, likeness=near)
        assert view.rows("SELECT d FROM standing") == []
        view.warm()
        assert view.in_memory() is not None
        in_memory = search(view, query, TODAY, policy.ranking, likeness=near)
        _same(expected, in_tables.found, query)
        _same(expected, in_memory.found, query)
        assert in_memory.suppressed == in_tables.suppressed


def _same(expected: Sequence[Expected], found: Sequence[Found], query: Query) -> None:
    """All of them, unless diversity chose among them."""
    by_item = {each.item: each for each in expected}
    if not query.diverse:
        assert [each.item for each in found] == [each.item for each in expected][: query.limit]
    for mine in found:
        for part in PARTS:
            assert getattr(mine, part) == pytest.approx(getattr(by_item[mine.item], part))


def _expected(
    view: View,
    log: Sequence[Recorded],
    query: Query,
    policy: Policy,
    *,
    near: dict[ItemId, float],
) -> list[Expected]:
    ranking = policy.ranking
    reading = read_question(view, widened(query, ranking), TODAY, ranking)
    events = [recorded.event for recorded in log]
    if not reading.terms and not (near and _counts_meaning(policy)):
        return []
    if not is_needed(ranking, policy.lifecycle):
        return expected_answer(events, reading, tells_time, near)
    standings = _standings(view, log, reading, policy, near=near)
    return expected_by_standing(events, reading, tells_time, near, standings=standings)


def _counts_meaning(policy: Policy) -> bool:
    blend = policy.ranking.blend
    return bool(policy.ranking.vector_weight or (blend.form == "sum" and blend.vector_share))


def _standings(
    view: View,
    log: Sequence[Recorded],
    reading: Reading,
    policy: Policy,
    *,
    near: dict[ItemId, float],
) -> Standings:
    standing = standing_of(view, TODAY, policy.ranking, policy.lifecycle)
    assert standing is not None
    expected = expected_standing(log, TODAY, policy.ranking, policy.lifecycle)
    assert stands_in(standing).keys() == expected.keys()
    items = {d: ItemId(item) for d, item in view.rows("SELECT d, item FROM item ORDER BY d")}
    of: dict[ItemId, Stands] = {items[d]: each for d, each in expected.items()}
    if policy.ranking.blend.form != "sum":
        return Standings(of)
    joins: set[ItemId] = set()
    if policy.ranking.blend.vector_share and near:
        meant = sorted(items.values(), key=lambda item: -near[item])[:MEANT_MAX]
        joins |= {item for item in meant if near[item]}
    graph = graph_of(view, reading.query, policy.ranking)
    if graph is None:
        return Standings(of, frozenset(joins))
    joins |= {items[d] for d in nearest([graph], JOINING_MAX)[0].tolist()}
    told = zip(graph.d.tolist(), graph.value.tolist(), strict=True)
    return Standings(of, frozenset(joins), {items[d]: value for d, value in told})


def _likeness(view: View, near: dict[ItemId, float]) -> Likeness:
    rows = view.rows("SELECT d, item FROM item ORDER BY d")
    places = np.array([d for d, _ in rows], np.int64)
    return Likeness(places, np.array([near[item] for _, item in rows], np.float64))


def _recalled(days: int, chosen: Sequence[ItemId], place: int) -> Recalled:
    return Recalled(
        recorded_at=TODAY - days * DAY // 4,
        query="tea",
        query_hash=IDENTITY.query_hash("tea"),
        hits=tuple(
            Hit(item=item, rank=rank, score=0.5, relevance=0.5)
            for rank, item in enumerate(chosen[:place], start=1)
        ),
        suppressed=tuple(chosen[place:]),
    )


def _recalls(items: Sequence[ItemId]) -> st.SearchStrategy[Recalled]:
    return st.builds(
        _recalled,
        st.integers(0, 40),
        st.lists(st.sampled_from(items), max_size=4, unique=True),
        st.integers(0, 4),
    )
