"""The read models of a store are listed as they are, and nothing about them changes."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from lethelog.journal.journal import Journal
from lethelog.projections import database, slot_listing
from lethelog.projections.slots import Slots
from lethelog.replay.views import Views
from lethelog.tests.replay.three_events import texts
from lethelog.tests.story import said


def spoil(path: Path) -> None:
    """Bytes that say nothing, behind the header."""
    path.write_bytes(path.read_bytes()[:12_288] + b"\xa5" * 500_000)


def test_listing_tells_of_each_slot_and_takes_none(journal: Journal, tmp_path: Path) -> None:
    """Whose it is, how far it is and what it holds; what nobody holds is only read."""
    with closing(Views(journal, Slots(tmp_path, store="tests"))) as other:
        assert other.slots() == ()
        assert list(tmp_path.iterdir()) == []
        other.use(texts)
        with closing(Views(journal, Slots(tmp_path, store="tests"))) as views:
            views.use(texts)
            journal.append([said("sugar")])
            first, second = views.slots()
    assert (first.slot, first.holder, first.digest) == ("0", "another process", None)
    assert (second.slot, second.holder, second.state) == ("1", "this process", "current")
    assert (second.position, second.behind, second.generation) == (3, 1, 1)
    content = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    with closing(Views(journal, Slots(tmp_path, store="tests"))) as views:
        first, second = views.slots()
    assert (first.holder, first.position, first.behind) == ("nobody", 3, 1)
    assert first.digest == second.digest
    assert first.size_bytes > 0 < (first.made_at or 0)
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == content


def test_listing_names_what_is_older_and_what_is_damaged(
    views: Views, journal: Journal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both are built anew by their next use, and by nothing before."""
    views.use(texts)
    views.close()
    with closing(Views(journal, Slots(tmp_path, store="tests"))) as others:
        with monkeypatch.context() as future:
            [*firsts, last] = database.PROJECTIONS
            later = msgspec.structs.replace(last, version=last.version + 1)
            future.setattr(database, "PROJECTIONS", (*firsts, later))
            future.setattr(slot_listing, "PROJECTIONS", (*firsts, later))
            [slot] = others.slots()
            assert (slot.state, slot.digest) == ("older", None)
            assert slot.differs == (f"{last.name} {last.version} → {last.version + 1}",)
        spoil(tmp_path / "0" / "000001.duckdb")
        [slot] = others.slots()
        assert (slot.state, slot.position) == ("damaged", None)
        assert others.use(texts) == ["tea", "milk"]
        [slot] = others.slots()
        assert (slot.state, slot.generation) == ("current", 2)
