"""The files of the read models: one slot a process, and whatever is wrong is left behind."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from lethelog.domain.errors import StoreUnwritable
from lethelog.domain.events import Recorded
from lethelog.projections import slots as slots_module
from lethelog.projections import view as views
from lethelog.projections.slots import Slots
from lethelog.tests.story import said

STORE = "this store"


@pytest.fixture
def slots(tmp_path: Path) -> Iterator[Slots]:
    """The slots of one process, which are let go at the end."""
    with closing(Slots(tmp_path, store=STORE)) as opened:
        yield opened


def fill(slots: Slots) -> None:
    """One item in the first generation."""
    with closing(slots.open()) as view:
        view.apply([Recorded(1, said("tea"))])


def files(folder: Path) -> list[str]:
    """The generations in all slots."""
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*.duckdb"))


def test_a_view_is_where_it_was_left(slots: Slots) -> None:
    """It opens at its own position, in the same file."""
    fill(slots)
    with closing(slots.open()) as view:
        assert view.position == 1


def test_a_second_owner_takes_the_next_slot(slots: Slots, tmp_path: Path) -> None:
    """Nobody waits for anybody, and a slot that was let go is taken again."""
    fill(slots)
    with closing(Slots(tmp_path, store=STORE)) as other:
        fill(other)
        assert files(tmp_path) == ["0/000001.duckdb", "1/000001.duckdb"]
    with closing(Slots(tmp_path, store=STORE)) as third:
        fill(third)
    assert files(tmp_path) == ["0/000001.duckdb", "1/000001.duckdb"]


def test_when_all_slots_are_taken_the_error_says_so(
    slots: Slots, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The number of slots has a limit."""
    monkeypatch.setattr(slots_module, "SLOTS_MAX", 1)
    fill(slots)
    with (
        closing(Slots(tmp_path, store=STORE)) as other,
        pytest.raises(StoreUnwritable, match=r"all 1 read models .* are in use"),
    ):
        other.open()


def test_the_next_generation_is_empty_and_the_older_ones_can_go(
    slots: Slots, tmp_path: Path
) -> None:
    """The number of the file tells which is the newest."""
    fill(slots)
    with closing(slots.next()) as view:
        assert view.position == 0
    assert files(tmp_path) == ["0/000001.duckdb", "0/000002.duckdb"]
    slots.drop_older()
    assert files(tmp_path) == ["0/000002.duckdb"]


@pytest.mark.parametrize("content", [b"", b"not a database at all", b"\0" * 5_000, None])
def test_a_file_that_cannot_be_read_is_left_behind(
    slots: Slots, tmp_path: Path, content: bytes | None
) -> None:
    """Cut off, overwritten with zeros or text: a new generation starts from nothing."""
    fill(slots)
    path = tmp_path / "0" / "000001.duckdb"
    path.write_bytes(path.read_bytes()[:4_000] if content is None else content)
    with closing(slots.open()) as view:
        assert view.position == 0


def test_the_view_of_another_store_is_left_behind(slots: Slots, tmp_path: Path) -> None:
    """A folder that was copied beside another journal tells nothing about that."""
    fill(slots)
    slots.close()
    with closing(Slots(tmp_path, store="another")) as others, closing(others.open()) as view:
        assert view.position == 0


def test_the_view_of_another_version_is_left_behind(
    slots: Slots, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A projection or the analyser changed its meaning."""
    fill(slots)
    monkeypatch.setattr(views, "ANALYSER", "words-of-the-future")
    with closing(slots.open()) as view:
        assert view.position == 0


def test_files_are_for_their_owner_alone(slots: Slots, tmp_path: Path) -> None:
    """A read model holds texts."""
    fill(slots)
    assert (tmp_path / "0" / "000001.duckdb").stat().st_mode & 0o077 == 0
    assert (tmp_path / "0").stat().st_mode & 0o077 == 0


def test_a_folder_that_cannot_be_written_is_an_error_of_ours(tmp_path: Path) -> None:
    """A file in its place is the simplest case."""
    (tmp_path / "views").write_text("in the way", encoding="utf-8")
    with (
        closing(Slots(tmp_path / "views", store=STORE)) as slots,
        pytest.raises(StoreUnwritable, match="cannot be written"),
    ):
        slots.open()
