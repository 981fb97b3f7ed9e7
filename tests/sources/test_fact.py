"""Plain text is one taught fact a line."""

from __future__ import annotations

import pytest

from lethelog.domain.errors import InvalidInput
from lethelog.sources import fact
from lethelog.sources.fact import read_fact
from lethelog.sources.text import CHUNK_CHARS_MAX


def facts(text: str) -> list[str]:
    """The texts that are read of some lines."""
    return [passage.text for passage in read_fact(text.encode()).passages]


def test_every_line_is_a_fact_without_a_date() -> None:
    """It never fades, and has the number of its line among the facts as its name."""
    document = read_fact(b"Anna likes tea.\n\r\nBo | drinks | coffee\r", location="/n/notes.txt")

    assert [(p.child, p.text) for p in document.passages] == [
        ("1", "Anna likes tea."),
        ("2", "Bo | drinks | coffee"),
    ]
    assert {(p.kind, p.dated_at) for p in document.passages} == {("fact", None)}
    assert (document.numbered, document.complete) == (True, True)
    assert (document.path, document.named_by) == ("fact/notes", "file")


def test_marks_of_a_list_and_headings_are_not_said() -> None:
    """A number or a dash inside a fact is."""
    notes = (
        "# Tea\n##\n- one\n* two\n  1. three\n12) four\n---\n```text\n#tag\n-5 degrees\n1984 was"
    )

    assert facts(notes) == ["one", "two", "three", "four", "#tag", "-5 degrees", "1984 was"]


def test_a_long_line_is_cut_under_one_name() -> None:
    """Forgetting the fact forgets all of it."""
    document = read_fact(("Tea is good. " * 200 + "\nShort").encode())

    assert [passage.child for passage in document.passages] == ["1", "1", "1", "2"]
    assert all(len(passage.text) <= CHUNK_CHARS_MAX for passage in document.passages)


@pytest.mark.parametrize("text", ["", " \n\t\n", "# Only\n## Headings\n", "---\n- \n", "\u200b"])
def test_text_that_says_nothing_is_refused(text: str) -> None:
    """Headings alone teach nothing."""
    with pytest.raises(InvalidInput, match="has no line that says something"):
        facts(text)


def test_facts_may_be_without_a_name() -> None:
    """Each is then named by its own text, later."""
    assert read_fact(b"Tea").name == ""
    assert read_fact(b"Tea", name="mine").named_by == "caller"


def test_more_facts_than_the_limit_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """The limit itself is allowed."""
    monkeypatch.setattr(fact, "FACTS_MAX", 2)

    assert facts("a\nb") == ["a", "b"]
    with pytest.raises(InvalidInput, match="has more than 2 lines that say something"):
        facts("a\nb\nc")
