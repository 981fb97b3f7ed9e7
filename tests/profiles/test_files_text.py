"""Texts as a memory tool shows and edits them: the words and numbers of its contract."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lethelog.domain.errors import InvalidInput
from lethelog.profiles.file_text import (
    FILE_CHARS_MAX,
    check_length,
    inserted,
    listed,
    replaced,
    shown,
    size_of,
    snippet,
)

LINES = st.text(alphabet="ab\n\r é", max_size=30)


@pytest.mark.parametrize(
    ("count", "told"),
    [
        (0, "0B"),
        (1, "1B"),
        (1_023, "1023B"),
        (1_024, "1K"),
        (1_536, "1.5K"),
        (1_025, "1.0K"),
        (4_096, "4K"),
        (10_240, "10K"),
        (1_048_575, "1024.0K"),
        (1_048_576, "1M"),
        (5 * 1_048_576 + 524_288, "5.5M"),
        (1 << 30, "1G"),
        (1 << 40, "1024G"),
    ],
)
def test_a_size_is_told_in_the_largest_unit_that_fits(count: int, told: str) -> None:
    """With one digit after the point where it is no whole number."""
    assert size_of(count) == told


def test_a_text_is_shown_with_its_lines_numbered_to_six_places() -> None:
    """What follows the last line end is a line, and a carriage return stays where it is."""
    assert shown("/memories/a", "tea\r\nmilk\n") == (
        "Here's the content of /memories/a with line numbers:\n"
        "     1\ttea\r\n     2\tmilk\n     3\t"
    )
    assert shown("/memories/a", "") == (
        "Here's the content of /memories/a with line numbers:\n     1\t"
    )


@pytest.mark.parametrize(
    ("view_range", "numbers"),
    [
        (None, [1, 2, 3, 4]),
        ([2, 3], [2, 3]),
        ([3, -1], [3, 4]),
        ([0, 1], [1]),
        ([-7, 2], [1, 2]),
        ([3, 99], [3, 4]),
        ([1, -2], [1, 2]),
        ([4, 2], []),
        ([9, 12], []),
        ([2], [1, 2, 3, 4]),
        ([1, 2, 3], [1, 2, 3, 4]),
        ([], [1, 2, 3, 4]),
    ],
)
def test_a_range_shows_its_lines_under_their_own_numbers(
    view_range: list[int] | None, numbers: list[int]
) -> None:
    """-1 is the last line; what is no pair shows everything, and a range of nothing nothing."""
    head, _, rest = shown("/memories/a", "w\nx\ny\nz", view_range).partition("\n")
    assert head == "Here's the content of /memories/a with line numbers:"
    assert [int(line.split("\t")[0]) for line in rest.split("\n") if line] == numbers


def test_more_lines_than_can_be_numbered_are_not_shown() -> None:
    """A million lines are one too many."""
    assert shown("/memories/a", "\n" * 999_998).endswith("\n999999\t")
    with pytest.raises(InvalidInput) as error:
        shown("/memories/a", "\n" * 999_999)
    assert str(error.value) == "File /memories/a exceeds maximum line limit of 999,999 lines."


def test_a_folder_is_listed_under_the_path_that_was_asked_for() -> None:
    """The header, the folder itself, and what is in it, each with its size."""
    assert listed("/memories/", [("a.md", 1_536), ("b/", 4_096), ("b/c", 0)]) == (
        "Here're the files and directories up to 2 levels deep in /memories/,"
        " excluding hidden items:\n"
        "4K\t/memories/\n1.5K\t/memories//a.md\n4K\t/memories//b/\n0B\t/memories//b/c"
    )


def test_a_text_that_stands_once_is_replaced() -> None:
    """Also over several lines; the line in which it begins is told."""
    edited = replaced("/memories/a", "one\ntwo\nthree\n", "two\nth", "2\n2\nTH")
    assert edited == ("one\n2\n2\nTHree\n", 1)


def test_a_text_that_is_not_there_is_not_replaced() -> None:
    """In the words of the contract."""
    with pytest.raises(InvalidInput) as error:
        replaced("/memories/a", "tea", "Tea", "milk")
    assert str(error.value) == (
        "No replacement was performed, old_str `Tea` did not appear verbatim in /memories/a."
    )


def test_a_text_that_stands_several_times_is_not_replaced() -> None:
    """All lines are told in which it begins, one as often as it does."""
    with pytest.raises(InvalidInput) as error:
        replaced("/memories/a", "tea tea\nmilk\ntea", "tea", "x")
    assert str(error.value) == (
        "No replacement was performed. Multiple occurrences of old_str `tea` in lines: 1, 1, 3."
        " Please ensure it is unique"
    )


def test_two_that_overlap_are_one_that_can_be_replaced() -> None:
    """As Python counts; where there are two apart, those between them are told too."""
    assert replaced("/memories/a", "aaa", "aa", "b").text == "ba"
    with pytest.raises(InvalidInput, match="in lines: 1, 1, 1"):
        replaced("/memories/a", "aaaa", "aa", "b")


def test_nothing_can_be_replaced_in_an_empty_text_alone() -> None:
    """It stands once there, and everywhere else between all characters."""
    assert replaced("/memories/a", "", "", "tea").text == "tea"
    with pytest.raises(InvalidInput, match="in lines: 1, 1, 2"):
        replaced("/memories/a", "x\n", "", "tea")


def test_the_places_that_are_told_have_a_limit() -> None:
    """A thousand lines tell enough."""
    with pytest.raises(InvalidInput) as error:
        replaced("/memories/a", "a\n" * 5_000, "a", "b")
    assert str(error.value).count(", ") == 999


def test_the_snippet_shows_two_lines_around_the_changed_one() -> None:
    """As many as there are."""
    text = "1\n2\n3\n4\n5\n6"
    assert snippet(text, 2) == "     1\t1\n     2\t2\n     3\t3\n     4\t4\n     5\t5"
    assert snippet(text, 0) == "     1\t1\n     2\t2\n     3\t3"
    assert snippet(text, 5) == "     4\t4\n     5\t5\n     6\t6"


@pytest.mark.parametrize(
    ("text", "line", "new", "after"),
    [
        ("a\nb\n", 0, "x", "x\na\nb\n"),
        ("a\nb\n", 1, "x\n", "a\nx\nb\n"),
        ("a\nb\n", 2, "x", "a\nb\nx\n"),
        ("a\nb", 2, "x", "a\nb\nx\n"),
        ("", 0, "x", "x\n"),
        ("a\r\nb", 1, "x\ny\n\n", "a\r\nx\ny\nb\n"),
        ("a", 1, "", "a\n"),
        ("a", 0, "", "\na\n"),
    ],
)
def test_lines_are_inserted_after_a_line(text: str, line: int, new: str, after: str) -> None:
    """Line ends behind them are not doubled, and the text ends with one."""
    assert inserted(text, line, new) == after


@pytest.mark.parametrize(("text", "line", "last"), [("a\nb\n", 3, 2), ("", 1, 0), ("a", -1, 1)])
def test_there_is_no_line_beyond_the_last(text: str, line: int, last: int) -> None:
    """In the words of the contract."""
    with pytest.raises(InvalidInput) as error:
        inserted(text, line, "x")
    assert str(error.value) == (
        f"Invalid `insert_line` parameter: {line}. It should be within the range [0, {last}]."
    )


def test_a_file_has_a_limit() -> None:
    """Which the message names."""
    check_length("/memories/a", "x" * FILE_CHARS_MAX)
    with pytest.raises(InvalidInput, match="2,000,001 characters; 2,000,000 are allowed"):
        check_length("/memories/a", "x" * (FILE_CHARS_MAX + 1))


@given(LINES, LINES.filter(bool), LINES)
def test_what_is_replaced_once_is_the_text_around_it_and_the_new(
    text: str, old: str, new: str
) -> None:
    """And the line that is told is that of the first difference, or before it."""
    if text.count(old) != 1:
        with pytest.raises(InvalidInput):
            replaced("/memories/a", text, old, new)
        return
    before, _, after = text.partition(old)
    assert replaced("/memories/a", text, old, new) == (before + new + after, before.count("\n"))
