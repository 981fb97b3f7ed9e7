"""An item is found, or every reason is told: on small stores at random."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Final

from hypothesis import assume, settings
from hypothesis import given as for_all
from hypothesis import strategies as st
from msgspec.structs import replace

from lethelog.asking.absence import Posed, whereabouts
from lethelog.asking.story import Because
from lethelog.domain.events import ChunkIngested, Event, Recorded
from lethelog.domain.identity import ItemId
from lethelog.domain.mind_policy import LifecyclePolicy
from lethelog.domain.policy import RankingPolicy
from lethelog.domain.presets import AGENTERNAL, DUDUCLAW, KTAO
from lethelog.domain.query import Query
from lethelog.domain.times import DAY
from lethelog.projections.search import search
from lethelog.projections.view import View
from lethelog.tests.asking.test_absence import ANYTHING, because
from lethelog.tests.projections.test_search_oracle import policies, queries, stores
from lethelog.tests.story import TODAY
from lethelog.tests.tables import new_view

WEAK: Final = replace(AGENTERNAL.ranking, decay=replace(AGENTERNAL.ranking.decay, visible_min=0.5))
# How a question is asked without a filter.
LIFTED: Final[dict[Because, dict[str, object]]] = {
    "superseded": {"with_superseded": True},
    "not-true": {"valid": None, "with_superseded": True},
    "window": {"after": None, "before": None},
    "tier": {"tier": None},
    "kind": {"kinds": ()},
    "source": {"sources": ()},
    "faded": {"with_faded": True},
    "archived": {"with_faded": True},
}


# Each fades and hides in its own way; of two filters that one switch lifts, neither passes alone.
PRESETS: Final = tuple(
    (policy.ranking, policy.lifecycle)
    for policy in (KTAO, DUDUCLAW, replace(AGENTERNAL, ranking=replace(WEAK, name="weak")))
)


@settings(max_examples=40)
@for_all(
    stores(),
    queries,
    st.tuples(policies, st.just(LifecyclePolicy())) | st.sampled_from(PRESETS),
    st.none() | st.integers(-70, 5),
)
def test_an_item_is_either_found_or_every_reason_is_told(
    events: list[Event],
    query: Query,
    how: tuple[RankingPolicy, LifecyclePolicy],
    valid: int | None,
) -> None:
    """The rank is that of the search; without the filters that are told, and only so, it passes."""
    policy, lifecycle = how
    moment = None if valid is None else TODAY + valid * DAY
    query = replace(query, valid=moment, diverse=query.limit % 2 == 0, limit=1 + query.limit // 4)
    query = replace(query, lifecycle=lifecycle)
    with _some_item(events) as (view, d, item):
        found = [each.item for each in search(view, query, TODAY, policy).found]
        told = whereabouts(view, item, Posed(query=query, now=TODAY, ranking=policy))
        assert told.rank == (found.index(item) + 1 if item in found else None)
        assert bool(told.reasons) == (told.rank is None)
        assert sorted(told.terms) == _indexed(view, d)
        reasons = set(because(told))
        answers = told.terms_met or told.terms_beside or told.author_named is not None
        assert ("no-word" in reasons) == (not answers)
        assert set(told.terms_beside) <= set(told.terms_missed)
        if "no-word" not in reasons:
            filters = reasons - {"limit", "diversity"}
            assert item in _passing(view, query, policy, filters)
            for kept in filters:
                assert item not in _passing(view, query, policy, filters - {kept})


@settings(max_examples=30)
@for_all(stores(), queries, policies)
def test_what_is_outranked_is_told_from_what_is_too_much_like_another(
    events: list[Event], query: Query, policy: RankingPolicy
) -> None:
    """Without diversity the one is still not found, and the other is."""
    query = Query(text=query.text, limit=1 + query.limit // 4, diverse=True, with_superseded=True)
    with _some_item(events) as (view, _, item):
        plain = search(view, replace(query, diverse=False), TODAY, policy).found
        told = whereabouts(view, item, Posed(query=query, now=TODAY, ranking=policy))
        if told.reasons and "no-word" not in because(told):
            is_found = item in [each.item for each in plain]
            assert is_found == ("limit" not in because(told))


@contextmanager
def _some_item(events: list[Event]) -> Iterator[tuple[View, int, ItemId]]:
    """One of the items of a store; which one follows from how many there are."""
    chunks = [event for event in events if isinstance(event, ChunkIngested)]
    assume(chunks)
    d = 1 + len(events) % len(chunks)
    with closing(new_view()) as view:
        view.apply([Recorded(position, event) for position, event in enumerate(events, start=1)])
        yield view, d, chunks[d - 1].item


def _indexed(view: View, d: int) -> list[str]:
    rows = view.rows(
        "SELECT DISTINCT term FROM posting JOIN document USING (u) WHERE d = $d ORDER BY term",
        {"d": d},
    )
    return [term for (term,) in rows]


def _passing(view: View, query: Query, policy: RankingPolicy, lifted: set[Because]) -> list[ItemId]:
    """All that passes when these filters are lifted."""
    changes = {name: value for filtered in lifted for name, value in LIFTED[filtered].items()}
    everything = replace(query, **changes, limit=ANYTHING, diverse=False)
    return [each.item for each in search(view, everything, TODAY, policy).found]
