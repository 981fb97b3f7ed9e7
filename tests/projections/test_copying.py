"""The rows that are left of a read model come into another file as they were at one moment."""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Final

import duckdb
import pytest

from lethelog.domain.events import Recorded
from lethelog.projections.view import View
from lethelog.tests.story import said
from lethelog.tests.tables import replayed, tables_of

ITEMS: Final = 2_000
EVENTS: Final = [
    Recorded(position=number, event=said(f"tea of the day {number}"))
    for number in range(1, ITEMS + 1)
]


@pytest.fixture
def old(tmp_path: Path) -> Iterator[View]:
    """A read model with many rows."""
    slot = tmp_path / "slot"
    slot.mkdir()
    with closing(View(slot / "old.duckdb", store="tests")) as view:
        view.apply(EVENTS)
        yield view


def empty(path: Path) -> Path:
    """A file with the tables alone."""
    View(path, store="tests").close()
    return path


def test_it_is_as_it_was_when_the_copying_began(old: View, tmp_path: Path) -> None:
    """Whatever is applied meanwhile comes into the old one alone."""
    copying = old.copying(empty(tmp_path / "slot" / "new.duckdb"))
    old.apply([Recorded(position=ITEMS + 1, event=said("milk"))])
    copying.run()
    with closing(View(tmp_path / "slot" / "new.duckdb", store="tests")) as new:
        assert (new.position, tables_of(new)) == (ITEMS, replayed(EVENTS)[0])
    assert old.rows("SELECT text FROM item WHERE text = 'milk'") == [("milk",)]


def test_it_can_be_stopped_at_any_moment(old: View, tmp_path: Path) -> None:
    """It ends whole or with the one error, the file is let go of, and the old one goes on."""
    before, chosen, ended = tables_of(old), random.Random(1), set[str]()
    for number in range(12):
        path = empty(tmp_path / "slot" / f"{number}.duckdb")
        copying = old.copying(path)
        timer = threading.Timer(chosen.random() * 0.06, copying.stop)
        timer.start()
        try:
            copying.run()
        except duckdb.InterruptException:
            ended.add("stopped")
        else:
            ended.add("whole")
        timer.join()
        with closing(View(path, store="tests")) as new:
            assert new.position in {0, ITEMS}
    copying = old.copying(empty(tmp_path / "slot" / "never.duckdb"))
    copying.stop()
    with pytest.raises(duckdb.InterruptException):
        copying.run()
    assert "stopped" in ended
    assert tables_of(old) == before


def test_no_file_elsewhere_can_be_reached(old: View, tmp_path: Path) -> None:
    """Neither to copy to nor to read from, though those beside it can."""
    slot = tmp_path / "slot"
    for path in (tmp_path / "new.duckdb", slot / ".." / "new.duckdb", tmp_path / "slot2.duckdb"):
        with pytest.raises(duckdb.PermissionException):
            old.copying(path)
    with pytest.raises(duckdb.PermissionException):
        old.rows("FROM read_text('/etc/hostname')")


def test_a_quote_in_the_name_of_a_folder_is_part_of_the_name(tmp_path: Path) -> None:
    """Like any other character."""
    folder = tmp_path / "it's"
    folder.mkdir()
    with closing(View(folder / "old.duckdb", store="tests")) as view:
        view.apply(EVENTS[:2])
        view.copying(empty(folder / "new.duckdb")).run()
    with closing(View(folder / "new.duckdb", store="tests")) as new:
        assert new.position == 2
