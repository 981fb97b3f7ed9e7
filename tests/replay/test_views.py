"""The read model of a process heals itself and keeps up with the journal."""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import duckdb
import pytest

from lethelog.domain.errors import StoreUnwritable
from lethelog.journal.in_memory import InMemoryRecorder
from lethelog.journal.journal import Journal
from lethelog.projections.slots import Slots
from lethelog.projections.view import View
from lethelog.replay import views as views_module
from lethelog.replay.catch_up import catch_up
from lethelog.replay.rebuild import rebuild
from lethelog.replay.views import Views
from lethelog.tests.replay.three_events import EVENTS, texts
from lethelog.tests.seals import RepeatableSeal
from lethelog.tests.story import said
from lethelog.tests.tables import new_view, tables_of


def cut_short(path: Path) -> None:
    """The second half is gone."""
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def scrambled(path: Path) -> None:
    """Bytes at random, all over."""
    path.write_bytes(random.Random(1).randbytes(path.stat().st_size))


def spoiled(path: Path) -> None:
    """Bytes at random behind the header alone, where the tables lie."""
    start = path.read_bytes()[:12_288]
    path.write_bytes(start + random.Random(2).randbytes(path.stat().st_size - len(start)))


def written_over(path: Path) -> None:
    """Somebody's notes."""
    path.write_text("tea\n" * 100, encoding="utf-8")


@pytest.mark.parametrize("damage", [cut_short, scrambled, spoiled, written_over, Path.unlink])
def test_a_damaged_file_heals_itself(
    views: Views, tmp_path: Path, damage: Callable[[Path], None]
) -> None:
    """The next question is answered as if nothing had happened."""
    before = views.use(tables_of)
    views.close_view()
    [path] = tmp_path.glob("0/*.duckdb")
    damage(path)
    assert views.use(tables_of) == before


def test_a_question_that_fails_is_asked_again_of_a_new_generation(views: Views) -> None:
    """Damage may only show when the rows are read."""
    generations: list[View] = []

    def ask(view: View) -> list[str]:
        generations.append(view)
        if len(generations) == 1:
            raise duckdb.Error("damaged")
        return texts(view)

    assert views.use(ask) == ["tea", "milk"]
    assert len(set(map(id, generations))) == 2


def test_a_question_that_fails_twice_is_an_error_of_ours(views: Views) -> None:
    """It says what to look at, since the read model itself was just built."""

    def ask(_: View) -> None:
        raise duckdb.Error("no room")

    with pytest.raises(StoreUnwritable, match=r"could not be built \(no room\)"):
        views.use(ask)


def test_each_use_has_seen_all_that_the_journal_holds(views: Views, journal: Journal) -> None:
    """Also what came in between two uses."""
    assert views.use(texts) == ["tea", "milk"]
    journal.append([said("sugar")])
    assert views.use(texts) == ["tea", "milk", "sugar"]


def test_a_view_ahead_of_its_journal_is_built_anew(views: Views, tmp_path: Path) -> None:
    """The journal was replaced by an older copy of itself."""
    views.use(texts)
    views.close()
    older = Journal(InMemoryRecorder(), RepeatableSeal())
    older.append(EVENTS[:1])
    with closing(Views(older, Slots(tmp_path, store="tests"))) as others:
        assert others.use(texts) == ["tea"]


def test_a_rebuild_is_equal_and_leaves_one_generation(views: Views, tmp_path: Path) -> None:
    """The digests before and after are those of one content, at the head of the journal."""
    done = rebuild(views)
    assert done.is_equal
    assert done.position == len(EVENTS)
    assert [path.name for path in tmp_path.glob("0/*.duckdb")] == ["000002.duckdb"]


def test_a_rebuild_tells_when_the_live_tables_were_not_what_a_replay_gives(views: Views) -> None:
    """Then the new ones are right."""
    views.use(lambda view: view.rows("UPDATE item SET text = 'coffee' WHERE text = 'tea'"))
    assert not rebuild(views).is_equal
    assert views.use(texts) == ["tea", "milk"]


@pytest.mark.parametrize("batch_events", [1, 2, 5_000])
def test_catching_up_goes_in_batches(journal: Journal, batch_events: int) -> None:
    """All that is new is applied, and the second time there is nothing."""
    with closing(new_view()) as view:
        assert catch_up(journal, view, batch_events=batch_events) == len(EVENTS)
        assert catch_up(journal, view, batch_events=batch_events) == 0
        assert view.position == len(EVENTS)


def test_a_failed_renewal_leaves_what_was_in_use(
    views: Views, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is left of what could not be made, and the next question is answered."""
    before = views.use(tables_of)

    def fail(*_: object) -> int:
        raise duckdb.Error("no room")

    with monkeypatch.context() as full:
        full.setattr(views_module, "catch_up", fail)
        with pytest.raises(StoreUnwritable, match="no room"):
            views.renew()
    assert [path.name for path in tmp_path.glob("0/*.duckdb")] == ["000001.duckdb"]
    assert views.use(tables_of) == before
