"""The days of a memory as files: whole, private, repeatable, and without what is forgotten."""

from __future__ import annotations

import stat
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from lethelog.domain.errors import InvalidInput, Refused, StoreUnwritable
from lethelog.domain.event_document import event_document
from lethelog.domain.readable import readable
from lethelog.domain.times import DAY
from lethelog.memory import Memory
from lethelog.tests.keeping.stores import DOOR, content, make_store
from lethelog.tests.story import TODAY

NAMES = ("2024-10-04", "2024-10-05", "2024-10-07")


class Week:
    """A memory whose clock stands until a day goes by, and the folder of its days."""

    def __init__(self, folder: Path) -> None:
        self.now = TODAY
        self.memory = Memory.in_memory(clock=lambda: self.now)
        self.folder = folder

    def told(self, day: str) -> list[str]:
        """What the file for people tells, line by line, without times and places."""
        text = (self.folder / f"{day}.md").read_text(encoding="utf-8")
        return [line.split(" · ", 2)[2] for line in text.splitlines() if line.startswith("- ")]


@pytest.fixture
def week(tmp_path: Path) -> Iterator[Week]:
    """A text that was asked for, on the next day promoted and replaced; then a day of nothing."""
    life = Week(tmp_path / "days")
    memory = life.memory
    with memory:
        said = "The *tea* is\nin the tin."
        [tea] = memory.remember(said, within="run/kitchen", author="Ana", dated_at=TODAY).items
        memory.search("tea", asked_from="run/kitchen")
        memory.context("tea")
        life.now += DAY
        memory.promote(tea, reason="it matters")
        memory.contradict(tea, strength=0.5, reason="I looked")
        memory.correct(tea, "The tea is upstairs.", note="somebody moved it")
        life.now += 2 * DAY
        memory.remember("The door is green.")
        yield life


def test_each_day_is_told_in_words(week: Week) -> None:
    """What came in, was recalled, promoted, contradicted and superseded, in its order, with ids."""
    made = week.memory.export(week.folder)
    assert (made.days, made.events, made.position) == (NAMES, 8, 8)
    [tea] = [
        found.item
        for found in week.memory.search("tin", with_superseded=True, record=False).found
        if "tin" in found.text
    ]
    [new] = [fact.item for fact in week.memory.facts() if fact.text == "The tea is upstairs."]
    old, upstairs = f"`{tea[:8]}` The \\*tea\\* is in the tin.", f"`{new[:8]}` The tea is upstairs."
    [learned, recalled, snapshot] = week.told(NAMES[0])
    assert learned.startswith(f"**learned** {old} — run/kitchen/")
    assert recalled == f"**recalled** “tea”: `{tea[:8]}` — asked from run/kitchen"
    assert snapshot == f"**recalled** (context) “tea”: `{tea[:8]}`"
    promoted, contradicted, learned, superseded = week.told(NAMES[1])
    assert promoted.startswith(f"**promoted** {old} (fact, score 0.")
    assert promoted.endswith(", by person) because: it matters")
    assert contradicted == f"**contradicted** {old} (strength 0.50, by person) because: I looked"
    assert learned.startswith(f"**learned** {upstairs} — fact/")
    assert superseded == (
        f"**superseded** {old} by {upstairs} (updated, by person) because: somebody moved it"
    )


def test_each_day_is_told_for_programs(week: Week) -> None:
    """One event a line, as the log prints it."""
    week.memory.export(week.folder)
    lines = [
        line
        for day in NAMES
        for line in (week.folder / f"{day}.jsonl").read_bytes().splitlines(keepends=True)
    ]
    assert lines == [
        msgspec.json.encode(readable(event_document(each.position, each.event, each.sources)))
        + b"\n"
        for each in week.memory.log()
    ]


def test_the_same_journal_gives_the_same_bytes(week: Week, tmp_path: Path) -> None:
    """Over the old files, and anywhere else."""
    week.memory.export(week.folder)
    first = content(week.folder)
    assert list(first) == sorted(f"{day}.{end}" for day in NAMES for end in ("md", "jsonl"))
    week.memory.export(week.folder)
    week.memory.export(tmp_path / "others")
    assert content(week.folder) == content(tmp_path / "others") == first


def test_some_days_alone_may_be_told(week: Week) -> None:
    """From a day to a day, both included; a day without events has no file."""
    for first, last, days in (
        (None, "2024-10-04", NAMES[:1]),
        ("2024-10-05", "2024-10-06", NAMES[1:2]),
        ("2024-10-05T18:00", None, NAMES[1:]),
        ("2025-01-01", None, ()),
    ):
        assert week.memory.export(week.folder, first=first, last=last).days == days
    with pytest.raises(InvalidInput, match="from 2024-10-05 to 2024-10-04, which are none"):
        week.memory.export(week.folder, first="2024-10-05", last="2024-10-04")


def test_a_clock_that_was_put_back_splits_no_day(week: Week) -> None:
    """Each event stands in the file of its own day."""
    week.now -= 2 * DAY
    week.memory.remember("The clock was wrong.")
    week.memory.export(week.folder)
    assert "The clock was wrong." in week.told(NAMES[1])[-1]
    assert len(week.told(NAMES[1])) == 5
    assert len(week.told(NAMES[2])) == 1


def test_after_a_forgetting_the_days_tell_only_that_something_was(week: Week) -> None:
    """No word of it, wherever it was told; its plan names the folder."""
    week.memory.export(week.folder)
    [copy] = week.memory.plan_forget("run/kitchen").exports
    assert (copy.kind, copy.position, copy.to) == ("day files", 8, str(week.folder))
    week.memory.forget("run/kitchen")
    week.memory.export(week.folder)
    everything = b"".join(content(week.folder).values())
    for word in (b"the tin", b"kitchen", b"matters", b"looked", b"Ana"):
        assert word not in everything
    assert week.told(NAMES[0])[0] == "**erased**: what happened here is forgotten"
    assert week.told(NAMES[2])[-1] == "**forgot** something"


def test_a_folder_is_noted_once_however_often_it_is_written(week: Week, tmp_path: Path) -> None:
    """Where nothing was written, nothing is noted."""
    for _ in range(3):
        week.now += DAY
        week.memory.export(week.folder)
    week.memory.export(tmp_path / "empty", first="2030-01-01")
    assert not (tmp_path / "empty").exists()
    [copy] = week.memory.plan_forget("run/kitchen").exports
    assert copy.made_at == week.now


@pytest.mark.skipif(sys.platform == "win32", reason="has no such modes")
def test_the_files_are_for_their_owner_alone(week: Week) -> None:
    """Also those that were opened to others meanwhile, and the folder where it is new."""
    week.memory.export(week.folder)
    (week.folder / "2024-10-04.md").chmod(0o644)
    week.memory.export(week.folder)
    modes = {stat.S_IMODE(path.stat().st_mode) for path in week.folder.iterdir()}
    assert (modes, stat.S_IMODE(week.folder.stat().st_mode)) == ({0o600}, 0o700)


def test_nobodys_diary_is_written_over(week: Week) -> None:
    """Nor is any other file of the folder touched."""
    week.folder.mkdir()
    for name in ("2024-10-05.md", "2024-10-05.jsonl", "notes.md"):
        diary = week.folder / name
        diary.write_text("Dear diary,", encoding="utf-8")
        if name == "notes.md":
            week.memory.export(week.folder)
        else:
            with pytest.raises(Refused, match=f"{name} is there already and was not exported"):
                week.memory.export(week.folder)
            assert list(content(week.folder)) == [name]
        assert diary.read_text(encoding="utf-8") == "Dear diary,"
        diary.unlink()


def test_what_was_cut_short_is_cleared_away(week: Week) -> None:
    """A half written day is nobody's."""
    week.folder.mkdir()
    (week.folder / ".2024-10-04.md.part").write_text("half", encoding="utf-8")
    week.memory.export(week.folder)
    assert not [name for name in content(week.folder) if name.startswith(".")]
    assert "half" not in (week.folder / "2024-10-04.md").read_text(encoding="utf-8")


def test_where_nothing_can_be_written_it_says_so(week: Week) -> None:
    """A file is in the place of the folder."""
    week.folder.write_text("", encoding="utf-8")
    with pytest.raises(StoreUnwritable, match=r"cannot be written .*; choose another folder"):
        week.memory.export(week.folder)


def test_the_store_is_no_place_for_them(tmp_path: Path) -> None:
    """It holds nothing that can be read without its key."""
    make_store(tmp_path / "store")
    with Memory.open(tmp_path / "store") as memory:
        with pytest.raises(Refused, match="lies inside the store"):
            memory.export(tmp_path / "store" / "days")
        memory.export(tmp_path / "days")
    assert any(DOOR.encode() in each for each in content(tmp_path / "days").values())
