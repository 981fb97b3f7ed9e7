"""Asking by command line about another day: what was known then, and what was true then."""

from __future__ import annotations

import re

import pytest

from lethelog.tests.entrypoints.terminal import Terminal


@pytest.fixture
def moved(terminal: Terminal) -> Terminal:
    """A user who learns of a move later than it happened."""
    terminal.says("remember", "the tea is in the cellar", "--since", "2026-01-05")
    item = terminal.id_of("cellar")
    terminal.says(
        "remember", "the shop is closed", "--since", "2026-02-01", "--until", "2026-02-09"
    )
    terminal.says("correct", item, "the tea is upstairs", "--since", "2026-02-05")
    return terminal


def test_a_position_is_given_in_digits_and_a_day_as_a_date(moved: Terminal) -> None:
    """The events so far, or all that was recorded before that day began."""

    def facts(*options: str) -> list[str]:
        return [each["text"].split()[-1] for each in moved.json("facts", *options)["facts"]]

    assert facts() == ["closed", "upstairs"]
    assert facts("--as-of", "1") == ["cellar"]
    assert facts("--as-of", " 2 ") == ["cellar", "closed"]
    assert facts("--as-of", "2026-01-06") == []
    assert facts("--as-of", "9999-01-01") == facts()
    assert moved.json("status", "--as-of", "1")["items"] == 1
    assert len(moved.json("sources", "--as-of", "2")["sources"]) == 2


@pytest.mark.parametrize("day", ["", "yesterday", "9" * 5_000, "-1", "99", "20260301"])
def test_what_is_no_day_of_the_journal_is_refused(moved: Terminal, day: str) -> None:
    """In one sentence that shows how one is given."""
    for words in (("facts",), ("search", "tea"), ("sources",), ("status",)):
        result = moved.run(*words, f"--as-of={day}")
        assert (result.exit_code, result.stdout) == (1, "")
        assert "like 2026-03-01" in result.stderr or "goes from 0 to" in result.stderr


def test_what_was_true_then_is_found_and_listed_with_its_days(moved: Terminal) -> None:
    """Superseded since or not."""
    told = moved.says("facts", "--valid", "2026-02-04")
    assert re.findall(r"^\w{8}  (.+?)  +(.+)$", told, re.MULTILINE) == [
        ("2026-01-05 to 2026-02-05", "the tea is in the cellar"),
        ("2026-02-01 to 2026-02-09", "the shop is closed"),
    ]
    assert "since 2026-02-05  the tea is upstairs" in moved.says("facts", "--valid", "2027-01-01")
    assert moved.says("facts", "--valid", "2025-01-01").startswith("nothing that is known")
    [found] = moved.json("search", "tea", "--valid", "2026-02-04")["found"]
    assert found["text"] == "the tea is in the cellar"
    [fact] = moved.json("facts", "--valid", "2027-01-01")["facts"]
    assert (fact["true_from_at"], fact["true_until_at"]) == ("2026-02-05T00:00:00Z", None)


def test_what_was_known_and_what_was_true_are_asked_for_together(moved: Terminal) -> None:
    """Before the correction it was believed to be in the cellar still."""
    then = ("--as-of", "2", "--valid", "2026-03-01")
    [found] = moved.json("search", "tea", *then)["found"]
    assert found["text"] == "the tea is in the cellar"
    assert moved.json("facts", *then)["facts"][0]["text"] == found["text"]


def test_asking_about_another_day_leaves_no_trace(moved: Terminal) -> None:
    """So whoever says where the question came from is told that it is not kept."""
    before = moved.journal()
    moved.says("search", "tea", "--as-of", "1")
    moved.says("search", "tea", "--valid", "2026-02-04")
    refused = moved.run("search", "tea", "--as-of", "1", "--asked-from", "conversation/c")
    assert refused.exit_code == 2
    assert "recorded" in refused.stderr
    assert moved.journal() == before


def test_when_something_took_a_place_is_told(moved: Terminal) -> None:
    """By whoever lets one item supersede another."""
    moved.says("remember", "the shop is open")
    closed, is_open = moved.id_of("closed"), moved.id_of("shop is open")
    moved.says("supersede", closed, "--by", is_open, "--since", "2026-02-03")
    facts = moved.json("facts", "--valid", "2026-02-03")["facts"]
    assert {fact["text"] for fact in facts} == {"the tea is in the cellar", "the shop is open"}


def test_what_would_never_be_true_is_refused(terminal: Terminal) -> None:
    """A beginning after the end is a slip."""
    result = terminal.run("remember", "a", "--since", "2026-02-03", "--until", "2026-02-01")
    assert result.exit_code == 1
    assert "which is never" in result.stderr
