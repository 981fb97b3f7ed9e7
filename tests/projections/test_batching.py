"""However the journal reaches a read model, the tables come out the same."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lethelog.domain.events import Recorded
from lethelog.domain.lineage import live
from lethelog.projections import applying
from lethelog.projections.database import PROJECTIONS
from lethelog.projections.projection import Projection
from lethelog.tests.histories import Step, histories, lived
from lethelog.tests.orders import forget, unblock
from lethelog.tests.story import asked, said
from lethelog.tests.story import given as given_story
from lethelog.tests.tables import new_view, replayed, tables_of

A_FEW = settings(max_examples=20)


def cut(log: Sequence[Recorded], places: Sequence[int]) -> list[Sequence[Recorded]]:
    """The journal in pieces that end at these places."""
    bounds = [0, *sorted(place % (len(log) + 1) for place in places), len(log)]
    return [log[start:end] for start, end in pairwise(bounds)]


@A_FEW
@given(histories(unblocking=True), st.lists(st.integers(0, 200), max_size=8))
def test_any_way_of_cutting_the_journal_gives_the_same_tables(
    steps: list[Step], places: list[int]
) -> None:
    """All at once, one by one, or in pieces of any size."""
    log = lived(steps).history()
    at_once = replayed(log)
    assert replayed(*cut(log, places)) == at_once
    assert replayed(*([each] for each in log)) == at_once


@A_FEW
@given(histories(unblocking=True), st.integers(0, 200), st.integers(0, 200))
def test_what_comes_twice_changes_nothing(steps: list[Step], end: int, again: int) -> None:
    """Any start of the journal may be delivered again, also together with what is new."""
    log = lived(steps).history()
    seen = log[: end % (len(log) + 1)]
    repeated = log[: again % (len(seen) + 1)]
    assert replayed(seen, repeated, seen, log) == replayed(log)


def test_a_recall_that_was_recorded_late_returned_nothing_that_came_after_it() -> None:
    """Its item was forgotten before it reached the journal, and learned again after it."""
    story = given_story(
        said("tea"), forget("fact/tea"), asked("drinks", "tea"), unblock("fact/tea"), said("tea")
    )
    history = story.history()
    tables, digest = replayed(history)
    assert tables["hit"] == []
    assert replayed(*([each] for each in history)) == (tables, digest) == replayed(live(history))
    assert replayed(story.log()) == (tables, digest)


def test_an_error_in_the_middle_leaves_rows_and_position_where_they_were(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Both move in one transaction, so the same batch can be applied once the cause is gone."""
    log = [Recorded(1, said("tea")), Recorded(2, asked("drinks", "tea")), Recorded(3, said("milk"))]
    with closing(new_view()) as view:
        view.apply(log[:1])
        before = tables_of(view)
        with monkeypatch.context() as patch:
            patch.setattr(applying, "PROJECTIONS", (*PROJECTIONS, _failing()))
            with pytest.raises(RuntimeError, match="in the middle"):
                view.apply(log)
        assert (view.position, tables_of(view)) == (1, before)
        view.apply(log)
        assert (tables_of(view), view.digest()) == replayed(log)
        assert view.position == 3


def _failing() -> Projection:
    def fail(*_: object) -> None:
        raise RuntimeError("in the middle")

    last = PROJECTIONS[-1]
    return Projection(
        name="failing",
        version=1,
        tables=(),
        placed_by={},
        schema="",
        handles=(type(said("tea")), *last.handles),
        apply=fail,
    )
