"""The live tables are held to a fresh replay, as of one position."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import TypeVar

from lethelog.domain.events import SourceForgotten
from lethelog.journal.journal import Journal
from lethelog.projections.view import View
from lethelog.replay.comparison import compare
from lethelog.replay.views import Views
from lethelog.tests.replay.three_events import EVENTS, texts
from lethelog.tests.story import said
from lethelog.tests.tables import TABLES, new_view

T = TypeVar("T")


def test_the_live_tables_are_held_to_a_replay(views: Views, tmp_path: Path) -> None:
    """Each table with its rows on both sides; nothing of the replay is left."""
    views.use(texts)
    compared = views.compare()
    assert (compared.position, compared.digest) == (len(EVENTS), compared.digest_replayed)
    assert {each.table for each in compared.tables} == set(TABLES)
    assert all(each.is_equal and each.rows == each.rows_replayed for each in compared.tables)
    views.use(lambda view: view.rows("DELETE FROM hit"))
    unequal = [each for each in views.compare().tables if not each.is_equal]
    assert [(each.table, each.rows, each.rows_replayed) for each in unequal] == [("hit", 0, 1)]
    assert [str(path.relative_to(tmp_path)) for path in tmp_path.glob("*/*.duckdb")] == [
        "0/000001.duckdb"
    ]


def test_tables_are_compared_as_of_one_position(views: Views, journal: Journal) -> None:
    """What others record between the two looks is in neither."""
    with closing(new_view()) as fresh:

        def ask(question: Callable[[View], T]) -> T:
            journal.append([said(f"the {journal.head()}th cup")])
            answer = views.use(question)
            journal.append([said(f"the {journal.head()}th cup")])
            return answer

        compared = compare(journal, ask, fresh)
    assert compared.position == len(EVENTS) + 1
    assert all(each.is_equal for each in compared.tables)


def test_what_is_forgotten_between_two_looks_is_no_difference(
    views: Views, journal: Journal
) -> None:
    """Then one read what the other could not read any more, so it is looked at once more."""
    late = said("late tea")
    [source] = late.roots
    forgetting = SourceForgotten(recorded_at=0, roots=(source,), source=source[-1])
    looks = 0
    with closing(new_view()) as fresh:

        def ask(question: Callable[[View], T]) -> T:
            nonlocal looks
            looks += 1
            if looks > 1:
                return views.use(question)
            journal.append([late])
            answer = views.use(question)
            journal.append([forgetting])
            journal.erase(source[-1], before=journal.head())
            return answer

        compared = compare(journal, ask, fresh)
    assert looks == 2
    assert all(each.is_equal for each in compared.tables)
