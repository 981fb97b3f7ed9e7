"""Putting the index in order, which nobody may notice but by the time that a search takes."""

from __future__ import annotations

from contextlib import closing

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lethelog.domain.events import Recorded
from lethelog.projections import full_text
from lethelog.projections.view import View
from lethelog.tests.histories import Step, histories, lived
from lethelog.tests.story import said
from lethelog.tests.tables import new_view, replayed, tables_of


def stands(view: View) -> tuple[int, int]:
    """How many postings are sorted, and how many wait to be."""
    [(merged,)] = view.rows("SELECT count(*) FROM post")
    [(waiting,)] = view.rows("SELECT count(*) FROM post_new")
    return merged, waiting


@settings(max_examples=20)
@given(histories(unblocking=True), st.integers(0, 200), st.integers(1, 5))
def test_the_tables_stay_the_same_whenever_the_index_is_put_in_order(
    steps: list[Step], place: int, together: int
) -> None:
    """In however many stretches, in the middle of a history and at its end, and twice."""
    log = lived(steps).history()
    cut = place % (len(log) + 1)
    with closing(new_view()) as view, pytest.MonkeyPatch.context() as patch:
        patch.setattr(full_text, "DELTA_POSTINGS_MAX", 0)
        patch.setattr(full_text, "SORTED_TOGETHER", together)
        for part in (log[:cut], log[cut:], []):
            view.apply(part)
            view.tidy()
        assert (tables_of(view), view.digest()) == replayed(log)
        assert [term for (term,) in view.rows("SELECT term FROM post")] == sorted(
            term for (term,) in view.rows("SELECT term FROM post")
        )


def test_a_short_delta_waits_and_a_long_one_is_merged(monkeypatch: pytest.MonkeyPatch) -> None:
    """Short is what is a small share of the index, or a few postings."""
    monkeypatch.setattr(full_text, "DELTA_POSTINGS_MAX", 2)
    monkeypatch.setattr(full_text, "DELTA_SHARE_MAX", 0.5)
    with closing(new_view()) as view:
        view.apply([Recorded(1, said("tea milk"))])
        view.tidy()
        assert stands(view) == (0, 2)
        view.apply([Recorded(2, said("kettle cup spoon pot bowl knife"))])
        view.tidy()
        assert stands(view) == (8, 0)
        view.apply([Recorded(3, said("fork plate jug"))])
        view.tidy()
        assert stands(view) == (8, 3)
        view.apply([Recorded(4, said("tin jar"))])
        view.tidy()
        assert stands(view) == (13, 0)
