"""A memory as a folder of files: the six commands in the words of their contract."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import ParamSpec

import pytest

from lethelog.domain.errors import InvalidInput, MemoryStoreError, NotFound, Refused
from lethelog.domain.events import ChunkIngested, Superseded
from lethelog.memory import Memory
from lethelog.profiles.file_plans import FILES_TOGETHER_MAX
from lethelog.profiles.files import MemoryFiles

P = ParamSpec("P")

HEADER = (
    "Here're the files and directories up to 2 levels deep in {}, excluding hidden items:\n4K\t{}"
)


@pytest.fixture
def files() -> Iterator[MemoryFiles]:
    """None yet."""
    with Memory.in_memory() as memory:
        yield MemoryFiles(memory)


def refusal(order: Callable[P, object], *told: P.args, **named: P.kwargs) -> str:
    """What is said of an order that cannot be obeyed; nothing is recorded of it."""
    with pytest.raises((InvalidInput, NotFound, Refused)) as error:
        order(*told, **named)
    return str(error.value)


def head(files: MemoryFiles) -> int:
    """How many events there are."""
    return files.memory.journal.head()


def test_a_file_is_created_and_read_byte_for_byte(files: MemoryFiles) -> None:
    """Whatever its lines are like; it is one event."""
    for number, text in enumerate(
        ("", "\n", "tea\r\nmilk\r", " a\n\n\n b \n", "日本\u2028é e\u0301")
    ):
        path = f"/memories/{number}.md"
        assert files.create(path, text) == f"File created successfully at: {path}"
        assert files.read(path) == text
        assert head(files) == number + 1


def test_a_file_that_is_there_is_not_created_again(files: MemoryFiles) -> None:
    """Nor is a folder, nor `/memories` itself, nor a file below a file."""
    files.create("/memories/a/b", "tea")
    for path in ("/memories/a/b", "/memories/a//b/", "/memories/a", "/memories", "/memories/"):
        assert refusal(files.create, path, "x") == f"File {path} already exists"
    assert refusal(files.create, "/memories/a/b/c/d", "x") == (
        "The path /memories/a/b/c/d cannot be made, since /memories/a/b is a file."
    )
    assert head(files) == 1


def test_a_file_is_edited_in_one_step(files: MemoryFiles) -> None:
    """The new version takes the place of the old one; the answer shows the lines around."""
    files.create("/memories/a", "tea\nmilk\nsugar\n")
    assert files.str_replace("/memories/a", "milk", "cream") == (
        "The memory file has been edited. Here is the snippet showing the change"
        " (with line numbers):\n     1\ttea\n     2\tcream\n     3\tsugar\n     4\t"
    )
    assert files.insert("/memories/a", 0, "list\n") == "The file /memories/a has been edited."
    assert files.read("/memories/a") == "list\ntea\ncream\nsugar\n"
    kinds = [type(recorded.event) for recorded in files.memory.journal.read()]
    assert kinds == [ChunkIngested, ChunkIngested, Superseded, ChunkIngested, Superseded]


def test_an_edit_that_changes_nothing_is_no_event(files: MemoryFiles) -> None:
    """It is answered as any other."""
    files.create("/memories/a", "tea\n")
    assert files.str_replace("/memories/a", "tea", "tea").startswith("The memory file has been")
    assert head(files) == 1


def test_what_is_no_file_is_not_edited(files: MemoryFiles) -> None:
    """Neither what is not there nor a folder."""
    files.create("/memories/d/a", "tea")
    edits: list[Callable[[str], str]] = [
        files.read,
        lambda path: files.str_replace(path, "a", "b"),
        lambda path: files.insert(path, 0, ""),
    ]
    for edit in edits:
        assert refusal(edit, "/memories/b") == (
            "The path /memories/b does not exist. Please provide a valid path."
        )
        for folder in ("/memories/d", "/memories"):
            assert refusal(edit, folder) == f"The path {folder} is not a file."


def test_a_folder_is_listed_two_levels_deep(files: MemoryFiles) -> None:
    """In the order of the names; what begins with a dot is hidden, unless one looks into it."""
    for place in ("b/x/deep", "b/y", "a.md", "b/.h", ".hidden/z", "B"):
        files.create(f"/memories/{place}", "tea")
    assert files.view("/memories") == HEADER.format("/memories", "/memories") + (
        "\n3B\t/memories/B\n3B\t/memories/a.md\n4K\t/memories/b/\n4K\t/memories/b/x/"
        "\n3B\t/memories/b/y"
    )
    assert files.view("/memories/b") == HEADER.format("/memories/b", "/memories/b") + (
        "\n4K\t/memories/b/x/\n3B\t/memories/b/x/deep\n3B\t/memories/b/y"
    )
    assert files.view("/memories/.hidden").endswith("\n3B\t/memories/.hidden/z")


def test_there_is_a_folder_of_all_files_from_the_beginning(files: MemoryFiles) -> None:
    """Empty; nothing else is there."""
    assert files.view("/memories") == HEADER.format("/memories", "/memories")
    assert refusal(files.view, "/memories/a") == (
        "The path /memories/a does not exist. Please provide a valid path."
    )


def test_a_file_is_deleted_and_a_folder_with_all_in_it(files: MemoryFiles) -> None:
    """A folder goes with its last file."""
    for place in ("a", "d/b", "d/e/c"):
        files.create(f"/memories/{place}", "tea")
    assert files.delete("/memories/a") == "Successfully deleted /memories/a"
    assert refusal(files.view, "/memories/a").startswith("The path /memories/a does not")
    assert files.delete("/memories/d/") == "Successfully deleted /memories/d/"
    assert files.files() == ()
    assert refusal(files.delete, "/memories/d") == "The path /memories/d does not exist"
    assert refusal(files.delete, "/memories") == ("Cannot delete the /memories directory itself")


def test_a_file_and_a_folder_are_renamed(files: MemoryFiles) -> None:
    """Into a folder that is new, too; all that is in a folder goes along, in one step."""
    for place in ("a", "d/b", "d/e/c"):
        files.create(f"/memories/{place}", place)
    assert files.rename("/memories/a", "/memories/n/m/a") == (
        "Successfully renamed /memories/a to /memories/n/m/a"
    )
    files.rename("/memories/d", "/memories/n/d")
    assert files.texts() == {"n/d/b": "d/b", "n/d/e/c": "d/e/c", "n/m/a": "a"}


def test_nothing_is_renamed_onto_or_into_itself(files: MemoryFiles) -> None:
    """Nor onto anything, nor what is not there, nor everything."""
    files.create("/memories/a", "tea")
    files.create("/memories/d/b", "milk")
    before = head(files)
    for old, new, said in (
        ("/memories/a", "/memories/d", "The destination /memories/d already exists"),
        ("/memories/a", "/memories/a", "The destination /memories/a already exists"),
        ("/memories/x", "/memories/d/b", "The destination /memories/d/b already exists"),
        ("/memories/a", "/memories", "The destination /memories already exists"),
        ("/memories/x", "/memories/y", "The path /memories/x does not exist"),
        ("/memories", "/memories/y", "Cannot rename the /memories directory itself"),
        (
            "/memories/d",
            "/memories/d/e/f",
            "/memories/d cannot be moved into itself; choose another name",
        ),
        (
            "/memories/d",
            "/memories/a/d",
            "The path /memories/a/d cannot be made, since /memories/a is a file.",
        ),
    ):
        assert refusal(files.rename, old, new) == said
    assert head(files) == before


def test_two_names_of_other_spelling_are_two_files(files: MemoryFiles) -> None:
    """Though they are one source, which is forgotten as one."""
    for name in ("Notes.md", "notes.md", "notes.md ", "NOTES.MD"):
        files.create(f"/memories/{name}", name)
    assert files.texts() == {n: n for n in ("NOTES.MD", "Notes.md", "notes.md", "notes.md ")}
    files.delete("/memories/notes.md")
    files.rename("/memories/Notes.md", "/memories/notes.md")
    assert files.read("/memories/notes.md") == "Notes.md"
    assert {source.source for source in files.memory.sources()} == {"file/NOTES.MD"}


def test_what_a_folder_holds_beyond_the_limit_is_not_moved(
    files: MemoryFiles, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The message tells the limit; nothing is changed."""
    assert FILES_TOGETHER_MAX >= 1_000
    monkeypatch.setattr("lethelog.profiles.file_plans.FILES_TOGETHER_MAX", 1)
    for name in ("a", "b"):
        files.create(f"/memories/d/{name}", "tea")
    for order in (
        lambda: files.delete("/memories/d"),
        lambda: files.rename("/memories/d", "/memories/e"),
    ):
        assert "1 files with 20,000,000 characters are taken in one step" in refusal(order)
    assert len(files.files()) == 2


def test_what_is_no_file_below_a_file_is_none(files: MemoryFiles) -> None:
    """A fact that somebody put below the same source is not shown as a file."""
    files.create("/memories/a", "tea")
    files.memory.remember("Ana likes tea.", within="file/a")
    assert [each.place for each in files.files()] == ["a"]
    assert files.read("/memories/a") == "tea"
    files.delete("/memories/a")
    assert files.files() == ()
    assert [found.text for found in files.memory.search("tea").found] == ["Ana likes tea."]


def test_files_come_in_by_the_channel_of_whoever_writes(files: MemoryFiles) -> None:
    """And whoever changes one is the judge of that."""
    files.create("/memories/a", "tea")
    MemoryFiles(files.memory, "person").str_replace("/memories/a", "tea", "milk")
    newest, first = files.history("/memories/a")
    assert (first.origin, first.went_by, newest.origin) == ("agent", "person", "person")


def test_what_comes_by_a_channel_of_little_trust_changes_no_file_of_another(
    files: MemoryFiles,
) -> None:
    """It may keep files of its own."""
    files.create("/memories/a", "tea")
    web = MemoryFiles(files.memory, "web")
    orders: list[Callable[[], str]] = [
        lambda: web.str_replace("/memories/a", "tea", "milk"),
        lambda: web.delete("/memories/a"),
        lambda: web.rename("/memories/a", "/memories/b"),
    ]
    for order in orders:
        with pytest.raises(MemoryStoreError, match="quarantine"):
            order()
    web.create("/memories/w", "milk")
    web.insert("/memories/w", 0, "more")
    assert files.texts() == {"a": "tea", "w": "more\nmilk\n"}
