"""What comes one by one is found at once, and waits for the tables until somebody asks them."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from lethelog.domain.events import Event, Recorded
from lethelog.domain.policy import DEFAULT
from lethelog.domain.query import Query
from lethelog.projections.search import search
from lethelog.projections.view import View
from lethelog.projections.warm import HELD_MAX
from lethelog.tests.projections.test_search_oracle import STORES, stores
from lethelog.tests.story import TODAY, said
from lethelog.tests.tables import new_view, replayed, tables_of


@settings(max_examples=STORES)
@given(stores(), st.integers(0, 12), st.sampled_from([0, 1, 3]))
def test_what_waited_leaves_the_rows_of_a_replay(
    events: list[Event], loaded_at: int, asked_every: int
) -> None:
    """In whichever order it is loaded, told and asked."""
    log = _log(events)
    with closing(new_view()) as view:
        for place, recorded in enumerate(log):
            if place == loaded_at:
                view.warm()
            view.apply([recorded])
            if asked_every and place % asked_every == 0:
                _found(view, "tea")
        assert (tables_of(view), view.digest()) == replayed(log)


def test_a_chunk_that_waits_is_found_at_once() -> None:
    """The file does not tell of it yet."""
    with closing(new_view()) as view:
        view.apply(_log([said("green tea")]))
        view.warm()
        view.apply([Recorded(2, said("black tea"))])
        assert (view.position, view.written) == (2, 1)
        assert sorted(_found(view, "tea")) == ["black tea", "green tea"]
        assert (view.position, view.written) == (2, 1)


def test_whoever_asks_the_tables_is_told_of_what_waits() -> None:
    """Also of an earlier day."""
    with closing(new_view()) as view:
        view.warm()
        view.apply(_log([said("green tea")]))
        assert view.written == 0
        assert view.rows("SELECT count(*) FROM item") == [(1,)]
        assert view.written == 1
        view.apply([Recorded(2, said("black tea"))])
        with view.at(1):
            assert _found(view, "tea") == ["green tea"]
        assert view.written == 2


def test_only_so_many_wait() -> None:
    """More are written together, which costs each of them little."""
    with closing(new_view()) as view:
        view.warm()
        for recorded in _log([said(f"cup {number}") for number in range(HELD_MAX + 2)]):
            view.apply([recorded])
            assert view.position - view.written <= HELD_MAX
        assert view.written > 0


def test_what_waits_is_in_the_file_once_it_is_closed(tmp_path: Path) -> None:
    """The next process need not read it from the journal."""
    path = tmp_path / "view.duckdb"
    with closing(View(path, store="tests")) as view:
        view.warm()
        view.apply(_log([said("green tea")]))
        assert view.written == 0
    with closing(View(path, store="tests")) as view:
        assert (view.position, view.written) == (1, 1)
        assert _found(view, "tea") == ["green tea"]


def _found(view: View, question: str) -> list[str]:
    return [each.text for each in search(view, Query(text=question), TODAY, DEFAULT.ranking).found]


def _log(events: Sequence[Event]) -> list[Recorded]:
    return [Recorded(position, event) for position, event in enumerate(events, start=1)]
