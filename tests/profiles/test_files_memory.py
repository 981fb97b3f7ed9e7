"""Files are part of the memory: found, explained, forgotten for good, and kept whoever writes."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest

from lethelog.domain.errors import InvalidInput, Refused
from lethelog.memory import Memory
from lethelog.profiles.files import MemoryFiles

NOTES = "/memories/kitchen/notes.md"
SOURCE = "file/kitchen/notes.md"
TOKEN = "ghp_" + "a1B2c3D4e5" * 3 + "f6G7h8"
WRITERS = 3
WRITES = 3


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[MemoryFiles]:
    """In a store on disk."""
    monkeypatch.setenv("LETHELOG_KEYS", str(tmp_path / "keys"))
    with Memory.open(tmp_path / "store") as memory:
        yield MemoryFiles(memory)


def bytes_of(folder: Path) -> bytes:
    """All that is in the files of a folder."""
    return b"".join(path.read_bytes() for path in folder.rglob("*") if path.is_file())


def test_a_search_finds_what_a_file_says_now_and_by_its_name(files: MemoryFiles) -> None:
    """Not what it said before, however often; what is asked beside it finds it no better."""
    files.create(NOTES, "We chose the green tiles.\n")
    for colour in ("green blue", "blue red", "red white"):
        files.str_replace(NOTES, *colour.split())
    search = files.memory.search
    assert [found.text for found in search("which tiles did we choose").found] == [
        "We chose the white tiles.\n"
    ]
    assert [found.source for found in search("kitchen notes").found] == [SOURCE]
    assert search("green blue red").found == ()
    everything = search("tiles", with_superseded=True).found
    assert len(everything) == 4


def test_a_file_is_no_neighbour_of_another(files: MemoryFiles) -> None:
    """What lies in one folder is not found for what the other says."""
    files.create("/memories/p/tea", "green tea")
    files.create("/memories/p/milk", "cold milk")
    assert [found.source for found in files.memory.search("milk").found] == ["file/p/milk"]


def test_a_deleted_file_is_not_found_and_one_that_is_back_is(files: MemoryFiles) -> None:
    """Its story tells both."""
    files.create(NOTES, "We chose the green tiles.")
    files.delete(NOTES)
    assert files.memory.search("tiles").found == ()
    files.undo(NOTES)
    [found] = files.memory.search("tiles").found
    assert found.item == files.history(NOTES)[0].item


def test_why_tells_all_versions_also_under_another_name(files: MemoryFiles) -> None:
    """From any of them."""
    files.create(NOTES, "one")
    files.str_replace(NOTES, "one", "two")
    files.rename(NOTES, "/memories/new.md")
    first = files.history("/memories/new.md")[-1].item
    story = files.memory.why(first)
    assert [(step.text, step.by_text, step.note) for step in story.chain] == [
        ("one", "two", ""),
        ("two", "two", "renamed"),
    ]
    assert story.current is not None
    assert story.current.source == "file/new.md"


def test_forgetting_takes_all_versions_and_leaves_no_byte(
    files: MemoryFiles, tmp_path: Path
) -> None:
    """A control first: they were there. Other files stay."""
    files.create(NOTES, "unobtainium one")
    files.str_replace(NOTES, "one", "two")
    files.delete(NOTES)
    files.undo(NOTES)
    files.create("/memories/kitchen/other.md", "tea")
    found = files.memory.search("unobtainium", record=False).found  # the question would stay
    assert [each.text for each in found] == ["unobtainium two"]
    assert b"unobtainium" in bytes_of(tmp_path / "store" / "views")
    applied = files.memory.forget(SOURCE, approved_by="Mira")
    assert applied.pending == ()
    assert files.texts() == {"kitchen/other.md": "tea"}
    assert b"unobtainium" not in bytes_of(tmp_path / "store")
    assert files.memory.rebuild().is_equal


def test_a_forgotten_file_is_not_made_again_until_a_person_allows_it(files: MemoryFiles) -> None:
    """Neither by its name, in whatever case, nor by moving another there."""
    files.create(NOTES, "tea")
    files.create("/memories/other", "milk")
    files.memory.forget(SOURCE, approved_by="Mira")
    for path in (NOTES, "/memories/Kitchen/NOTES.md"):
        with pytest.raises(Refused, match=r"was forgotten on .* `lethelog unblock"):
            files.create(path, "x")
    with pytest.raises(Refused, match="was forgotten"):
        files.rename("/memories/other", NOTES)
    files.memory.unblock(SOURCE, approved_by="Mira")
    assert files.create(NOTES, "x").startswith("File created successfully")


def test_after_a_rename_both_names_are_forgotten(files: MemoryFiles) -> None:
    """Of one alone the plan tells what would come back under the other."""
    files.create(NOTES, "tea")
    files.rename(NOTES, "/memories/new.md")
    plan = files.memory.plan_forget("file/new.md", save=False)
    assert [line.source for line in plan.revived] == [SOURCE]
    files.memory.forget("file/new.md", approved_by="Mira")
    assert files.texts() == {"kitchen/notes.md": "tea"}
    files.memory.forget(SOURCE, approved_by="Mira")
    assert files.texts() == {}


def test_a_secret_is_left_out_of_every_way_in_and_the_answer_says_so(files: MemoryFiles) -> None:
    """And so is what hides; all else is kept."""
    said = files.create(NOTES, f"tea\r\ntoken {TOKEN}\r\n")
    assert said == (
        f"File created successfully at: {NOTES}\nLeft out, since it is never kept: github token."
    )
    assert files.read(NOTES) == "tea\r\ntoken [redacted: github token]\r\n"
    said = files.insert(NOTES, 0, "mi\u200blk")
    assert said.endswith("Left out, since it is never kept: characters that cannot be seen.")
    said = files.str_replace(NOTES, "tea", f"{TOKEN} and password: hunter22x \u202e")
    assert TOKEN not in said
    assert said.endswith("github token, password, characters that cannot be seen.")
    assert TOKEN not in files.read(NOTES)


def test_writers_at_once_lose_nothing(files: MemoryFiles, tmp_path: Path) -> None:
    """Each line that was acknowledged is there once, and each name is given once."""
    files.create("/memories/shared", "")
    start = Barrier(WRITERS)

    def write(writer: int) -> int:
        made = 0
        with Memory.open(tmp_path / "store") as memory:
            own = MemoryFiles(memory)
            start.wait()
            for number in range(WRITES):
                own.insert("/memories/shared", 0, f"{writer}-{number}")
                for path in (f"/memories/race{number}", f"/memories/race{number}/below"):
                    try:
                        own.create(path, f"{writer}")
                        made += 1
                    except (Refused, InvalidInput):
                        continue
        return made

    with ThreadPoolExecutor(WRITERS) as pool:
        made = sum(pool.map(write, range(WRITERS)))
    lines = files.read("/memories/shared").split()
    assert sorted(lines) == sorted(f"{w}-{n}" for w in range(WRITERS) for n in range(WRITES))
    assert len(files.history("/memories/shared")) == 1 + WRITERS * WRITES
    assert made == WRITES == len(files.texts()) - 1
    assert files.memory.rebuild().is_equal
