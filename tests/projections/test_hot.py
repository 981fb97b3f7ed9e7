"""What is kept in memory tells the same as the tables, whatever happens to them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lethelog.domain.events import Event, Recorded, SourceForgotten
from lethelog.domain.identity import SourceUid
from lethelog.domain.policy import DEFAULT, RankingPolicy
from lethelog.domain.query import Query
from lethelog.projections import full_text, warm
from lethelog.projections.answer import Found
from lethelog.projections.search import search
from lethelog.projections.view import View
from lethelog.tests.projections.test_search_oracle import STORES, policies, queries, stores
from lethelog.tests.story import TODAY, said
from lethelog.tests.tables import new_view

SCORES = ("score", "relevance", "retention", "importance", "trust")


@settings(max_examples=STORES)
@given(
    stores(),
    st.lists(st.tuples(queries, policies), min_size=1, max_size=6),
    st.integers(0, 12),
    st.sampled_from([0, 150_000]),
)
def test_both_paths_give_the_same_whatever_came_since_the_loading(
    events: list[Event],
    asked: list[tuple[Query, RankingPolicy]],
    loaded_at: int,
    delta_postings_max: int,
) -> None:
    """Loaded early and kept current by what comes one by one, merged or not."""
    with closing(new_view()) as view, pytest.MonkeyPatch.context() as patch:
        patch.setattr(full_text, "DELTA_POSTINGS_MAX", delta_postings_max)
        for place, recorded in enumerate(_log(events)):
            if place == loaded_at:
                view.warm()
            view.apply([recorded])
            view.tidy()
            view.in_memory()
        view.warm()
        for query, policy in asked:
            _same(view, query, policy)


def test_a_forgetting_is_seen_at_once_and_loaded_anew() -> None:
    """No word of what is forgotten is left in what is kept in memory."""
    gone, kept = said("green tea", "email/gone"), said("black tea", "email/kept")
    with closing(new_view()) as view:
        view.apply(_log([gone, kept]))
        view.warm()
        assert len(_found(view, "tea")) == 2
        forgotten = SourceForgotten(recorded_at=TODAY, source=_source_of(gone))
        view.apply([Recorded(3, forgotten)])
        assert [each.text for each in _found(view, "tea")] == ["black tea"]
        view.warm()
        assert [each.text for each in _found(view, "tea")] == ["black tea"]
        assert view.in_memory() is not None


def test_the_second_search_sets_off_the_loading() -> None:
    """A process that asks once does not pay for it."""
    with closing(new_view()) as view:
        view.apply(_log([said("tea")]))
        assert view.in_memory() is None
        assert view.in_memory() is None  # by now a thread loads
        view.warm()
        assert view.in_memory() is not None


def test_a_store_that_is_too_large_is_searched_in_its_tables() -> None:
    """Memory has a limit, and an answer has none."""
    with closing(new_view()) as view, pytest.MonkeyPatch.context() as patch:
        patch.setattr(warm, "POSTINGS_MAX", 1)
        view.apply(_log([said("green tea")]))
        view.warm()
        assert view.in_memory() is None
        assert [each.text for each in _found(view, "tea")] == ["green tea"]


def test_an_earlier_day_is_asked_of_the_tables() -> None:
    """What is in memory is what holds now."""
    with closing(new_view()) as view:
        view.apply(_log([said("green tea"), said("black tea")]))
        view.warm()
        with view.at(1):
            assert view.in_memory() is None
            assert [each.text for each in _found(view, "tea")] == ["green tea"]
        assert len(_found(view, "tea")) == 2


def test_what_is_supposed_does_not_reach_memory() -> None:
    """Inside the block one source is not there; afterwards nothing has changed."""
    gone = said("green tea", "email/gone")
    with closing(new_view()) as view:
        view.apply(_log([gone, said("black tea", "email/kept")]))
        view.warm()
        with view.without([_source_of(gone)]):
            assert [each.text for each in _found(view, "tea")] == ["black tea"]
        assert len(_found(view, "tea")) == 2


def _same(view: View, query: Query, policy: RankingPolicy) -> None:
    assert view.in_memory() is not None
    in_memory = search(view, query, TODAY, policy).found
    with _tables_only(view):
        in_tables = search(view, query, TODAY, policy).found
    assert [each.item for each in in_memory] == [each.item for each in in_tables]
    for mine, theirs in zip(in_memory, in_tables, strict=True):
        for name in SCORES:
            assert getattr(mine, name) == pytest.approx(getattr(theirs, name), abs=1e-12)
        for name, share in msgspec.structs.asdict(mine.signals).items():
            assert share == pytest.approx(getattr(theirs.signals, name), abs=1e-12)
        plain = dict.fromkeys((*SCORES, "signals"))
        assert msgspec.structs.replace(mine, **plain) == msgspec.structs.replace(theirs, **plain)


@contextmanager
def _tables_only(view: View) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(view, "in_memory", lambda: None)
        yield


def _found(view: View, question: str) -> Sequence[Found]:
    return search(view, Query(text=question), TODAY, DEFAULT.ranking).found


def _log(events: Sequence[Event]) -> list[Recorded]:
    return [Recorded(position, event) for position, event in enumerate(events, start=1)]


def _source_of(event: Event) -> SourceUid:
    return event.roots[0][-1]
