"""What became of a file, and taking it back: nothing is ever lost or written over."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import pytest

from lethelog.domain.errors import InvalidInput, NotFound, Refused
from lethelog.memory import Memory
from lethelog.profiles.files import MemoryFiles

PATH = "/memories/notes.md"


@pytest.fixture
def files() -> Iterator[MemoryFiles]:
    """None yet."""
    with Memory.in_memory() as memory:
        yield MemoryFiles(memory)


def written(files: MemoryFiles, *texts: str, path: str = PATH) -> None:
    """A file with so many versions."""
    files.create(path, texts[0])
    for before, after in pairwise(texts):
        files.str_replace(path, before, after)


def life(files: MemoryFiles, path: str = PATH) -> list[str]:
    """How each version came and went, the oldest first."""
    return [
        f"{each.came} {each.place}{f' {each.went}' if each.is_gone else ''}"
        for each in reversed(files.history(path))
    ]


def test_the_history_tells_every_version_the_newest_first(files: MemoryFiles) -> None:
    """With its size, its item, and when it came and went."""
    written(files, "tea", "green tea")
    newest, first = files.history(PATH)
    assert (newest.came, newest.bytes, newest.went) == ("changed", 9, "")
    assert (first.came, first.bytes, first.went) == ("created", 3, "changed")
    assert first.went_at == newest.written_at
    assert newest.item == files.files()[0].item


def test_the_last_change_is_taken_back_as_a_new_version(files: MemoryFiles) -> None:
    """And again, one further back each time, down to the first."""
    written(files, "one", "two", "three", "four")
    for text in ("three", "two", "one"):
        assert files.undo(PATH) == f"{PATH} is again as it was before its last change."
        assert files.read(PATH) == text
    with pytest.raises(Refused, match="is as it was first written"):
        files.undo(PATH)
    assert len(files.history(PATH)) == 7
    assert {each.reason for each in files.memory.why(files.files()[0].item).chain} == {
        "updated",
        "reversed",
    }


def test_after_an_undo_one_may_go_on(files: MemoryFiles) -> None:
    """What was taken back does not come again with the next undo."""
    written(files, "one", "two", "three")
    files.undo(PATH)
    files.str_replace(PATH, "two", "2")
    for text in ("two", "one"):
        files.undo(PATH)
        assert files.read(PATH) == text


def test_a_change_back_and_forth_is_taken_back_step_by_step(files: MemoryFiles) -> None:
    """Equal texts at different times are different versions."""
    written(files, "one", "two", "one", "two")
    texts: list[str] = []
    for _ in range(3):
        files.undo(PATH)
        texts.append(files.read(PATH))
    assert texts == ["one", "two", "one"]


def test_a_deleted_file_comes_back(files: MemoryFiles) -> None:
    """With its history; a further undo goes before what was deleted."""
    written(files, "one", "two")
    files.delete(PATH)
    assert files.undo(PATH) == f"{PATH} is there again."
    assert files.read(PATH) == "two"
    assert life(files) == [
        "created notes.md",
        "changed notes.md removed",
        "created notes.md",
    ]
    files.undo(PATH)
    assert files.read(PATH) == "one"


def test_a_deleted_folder_comes_back_with_all_that_went_with_it(files: MemoryFiles) -> None:
    """And nothing that was deleted before."""
    for name in ("a", "b", "c/d"):
        files.create(f"/memories/p/{name}", name)
    files.delete("/memories/p/a")
    files.delete("/memories/p")
    assert files.undo("/memories/p") == "2 files in /memories/p are there again."
    assert files.texts() == {"p/b": "b", "p/c/d": "c/d"}


def test_nothing_comes_back_to_where_something_is(files: MemoryFiles) -> None:
    """The message says what to do about it."""
    written(files, "one")
    files.delete(PATH)
    files.create(f"{PATH}/below", "tea")
    with pytest.raises(Refused, match=r"notes\.md is there by now; rename or delete it first"):
        files.undo(PATH)


def test_a_renamed_file_keeps_its_history_and_is_called_as_before_again(
    files: MemoryFiles,
) -> None:
    """Whichever of its two names is given."""
    written(files, "one", "two")
    files.rename(PATH, "/memories/d/new.md")
    assert life(files, "/memories/d/new.md") == [
        "created notes.md",
        "changed notes.md renamed",
        "renamed d/new.md",
    ]
    assert life(files) == ["created notes.md", "changed notes.md renamed"]
    assert files.undo("/memories/d/new.md") == f"/memories/d/new.md is called {PATH} again."
    files.rename(PATH, "/memories/d/new.md")
    assert files.undo(PATH) == f"{PATH} is there again."
    assert files.texts() == {"notes.md": "two"}
    files.undo(PATH)
    assert files.texts() == {"notes.md": "one"}


def test_a_renamed_folder_is_called_as_before_again(files: MemoryFiles) -> None:
    """What was changed in it since stays changed."""
    for name in ("a", "b"):
        files.create(f"/memories/p/{name}", name)
    files.rename("/memories/p", "/memories/q")
    files.str_replace("/memories/q/a", "a", "changed")
    files.rename("/memories/q/b", "/memories/q/c")
    assert files.undo("/memories/p") == "2 files in /memories/p are there again."
    assert files.texts() == {"p/a": "changed", "p/b": "b"}


def test_what_was_renamed_and_then_deleted_is_brought_back_by_its_last_name(
    files: MemoryFiles,
) -> None:
    """The message says which that is."""
    written(files, "one")
    files.rename(PATH, "/memories/new.md")
    files.delete("/memories/new.md")
    with pytest.raises(Refused, match=r"as /memories/new\.md it was deleted; undo that first"):
        files.undo(PATH)
    files.undo("/memories/new.md")
    files.undo(PATH)
    assert files.texts() == {"notes.md": "one"}


def test_a_new_file_under_a_name_that_was_given_up_is_another_file(files: MemoryFiles) -> None:
    """Neither has the history of the other."""
    written(files, "one")
    files.rename(PATH, "/memories/old.md")
    written(files, "uno", "due")
    assert life(files) == ["created notes.md", "changed notes.md"]
    assert life(files, "/memories/old.md") == ["created notes.md renamed", "renamed old.md"]
    with pytest.raises(Refused, match=r"notes\.md is there by now"):
        files.undo("/memories/old.md")


def test_there_is_nothing_to_undo_where_there_never_was_a_file(files: MemoryFiles) -> None:
    """Nor for a folder of which nothing went."""
    files.create("/memories/p/a", "tea")
    for order in (files.undo, files.history):
        with pytest.raises(NotFound, match="/memories/x does not exist, and never did"):
            order("/memories/x")
    for folder in ("/memories", "/memories/p"):
        with pytest.raises(InvalidInput, match="is a folder; undo one of the files in it"):
            files.undo(folder)
        with pytest.raises(InvalidInput, match="is a folder; name one of the files in it"):
            files.history(folder)


def test_any_day_is_told_as_it_was(files: MemoryFiles) -> None:
    """By its position; with files, folders and histories."""
    written(files, "one", "two")
    before = files.memory.journal.head()
    files.rename(PATH, "/memories/d/new.md")
    files.delete("/memories/d")
    assert files.read(PATH, as_of=1) == "one"
    assert files.read(PATH, as_of=before) == "two"
    assert "notes.md" in files.view("/memories", as_of=before)
    assert len(files.history(PATH, as_of=1)) == 1
    assert files.texts(as_of=0) == files.texts() == {}
    with pytest.raises(NotFound):
        files.read(PATH, as_of=0)


def test_what_a_person_corrects_is_found_and_the_file_says_what_it_said(
    files: MemoryFiles,
) -> None:
    """It can still be edited, renamed, deleted, and brought back."""
    written(files, "The phone is 555 0142.")
    files.memory.correct(files.files()[0].item, "The phone is 555 0178.")
    assert files.read(PATH) == "The phone is 555 0142."
    assert files.history(PATH)[0].went == "replaced"
    files.rename(PATH, "/memories/new.md")
    assert life(files, "/memories/new.md") == [
        "created notes.md",
        "created notes.md renamed",
        "renamed new.md",
    ]
    [item] = [each.item for each in files.files()]
    files.memory.correct(item, "The phone is 555 0199.")
    files.delete("/memories/new.md")
    assert files.files() == ()
    files.undo("/memories/new.md")
    assert files.texts() == {"new.md": "The phone is 555 0142."}
    assert files.memory.rebuild().is_equal
