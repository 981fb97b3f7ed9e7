"""The files of the read models: one slot a process, and whatever is wrong is left behind."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from lethelog.domain.errors import StoreUnwritable
from lethelog.domain.events import Recorded
from lethelog.projections import database
from lethelog.projections import slots as slots_module
from lethelog.projections.manifest import Manifest, read_manifest
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
    slots.note(1)


def position(slots: Slots) -> int:
    """How far the view is that is handed out."""
    with closing(slots.open()) as view:
        return view.position


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


def test_a_generation_beside_counts_once_it_is_settled(slots: Slots, tmp_path: Path) -> None:
    """Until then the one in use stays; then that is removed."""
    fill(slots)
    with closing(slots.next()) as view:
        assert view.position == 0
    assert files(tmp_path) == ["0/000001.duckdb", "0/000002.duckdb"]
    assert position(slots) == 1
    slots.settle(0)
    assert files(tmp_path) == ["0/000002.duckdb"]
    assert position(slots) == 0


def test_what_was_made_beside_and_given_up_is_removed(slots: Slots, tmp_path: Path) -> None:
    """At once by whoever gives it up, and by the next process if this one was killed."""
    fill(slots)
    slots.next().close()
    slots.abandon()
    assert files(tmp_path) == ["0/000001.duckdb"]
    slots.next().close()
    (tmp_path / "0" / "000009.duckdb.wal").write_text("of another generation", encoding="utf-8")
    (tmp_path / "0" / "000010.duckdb").mkdir()
    slots.close()
    assert position(slots) == 1
    assert files(tmp_path) == ["0/000001.duckdb"]


@pytest.mark.parametrize("content", [None, b"", b"{}", b"\xff", b'{"manifest":{},"check":"00"}'])
def test_a_manifest_that_cannot_be_trusted_is_none(
    slots: Slots, tmp_path: Path, content: bytes | None
) -> None:
    """The slot starts from nothing, and counts as holding whatever was forgotten."""
    fill(slots)
    slots.mark_clean(1)
    slots.close()
    manifest = tmp_path / "0" / "manifest.json"
    if content is None:
        manifest.unlink()
    else:
        manifest.write_bytes(content)
    assert position(slots) == 0
    assert slots.clean_up_to == 0


def test_one_changed_figure_of_a_manifest_is_noticed(slots: Slots, tmp_path: Path) -> None:
    """Else a slot could say that it is clean when it is not."""
    fill(slots)
    slots.mark_clean(1)
    slots.close()
    manifest = tmp_path / "0" / "manifest.json"
    text = manifest.read_text(encoding="utf-8")
    assert '"clean_up_to":1' in text
    manifest.write_text(text.replace('"clean_up_to":1', '"clean_up_to":9'), encoding="utf-8")
    assert read_manifest(tmp_path / "0", STORE) == Manifest()


def test_a_manifest_is_of_one_store(slots: Slots, tmp_path: Path) -> None:
    """Another store trusts nothing in it."""
    fill(slots)
    assert read_manifest(tmp_path / "0", STORE).generation == 1
    assert read_manifest(tmp_path / "0", "another") == Manifest()


def test_an_old_copy_of_the_file_in_use_is_left_behind(slots: Slots, tmp_path: Path) -> None:
    """It may hold what was forgotten since."""
    fill(slots)
    path = tmp_path / "0" / "000001.duckdb"
    old = path.read_bytes()
    with closing(slots.open()) as view:
        view.apply([Recorded(2, said("milk"))])
    slots.note(2)
    path.write_bytes(old)
    assert position(slots) == 0


def test_a_scratch_leaves_the_slots_as_they_were(slots: Slots, tmp_path: Path) -> None:
    """It is made in a slot of its own, which is not clean while it is there."""
    fill(slots)
    with closing(Slots(tmp_path, store=STORE)) as other:
        fill(other)
        other.mark_clean(1)
    before = files(tmp_path)
    with closing(slots.another()) as others, others.scratch() as view:
        view.apply([Recorded(1, said("tea"))])
        slots.mark_clean(1)
        left = slots.clean_others(1)
        assert (left.emptied, left.held) == (0, ("views/1 of another process",))
    assert files(tmp_path) == before
    assert slots.clean_others(1).held == ()


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
    monkeypatch.setattr(database, "ANALYSER", "words-of-the-future")
    with closing(slots.open()) as view:
        assert view.position == 0


def test_files_are_for_their_owner_alone(slots: Slots, tmp_path: Path) -> None:
    """A read model holds texts, and so does its log while it is open."""
    with closing(slots.open()) as view:
        for number in range(1, 4):
            view.apply([Recorded(number, said("tea"))])
            view.rows("CHECKPOINT" if number == 2 else "SELECT 1")  # which removes the log
        assert (tmp_path / "0" / "000001.duckdb.wal").stat().st_size
        paths = [tmp_path / "0", *(tmp_path / "0").iterdir()]
        assert len(paths) == 5
        assert [path for path in paths if path.stat().st_mode & 0o077] == []


def test_a_folder_that_cannot_be_written_is_an_error_of_ours(tmp_path: Path) -> None:
    """A file in its place is the simplest case."""
    (tmp_path / "views").write_text("in the way", encoding="utf-8")
    with (
        closing(Slots(tmp_path / "views", store=STORE)) as slots,
        pytest.raises(StoreUnwritable, match="cannot be written"),
    ):
        slots.open()
