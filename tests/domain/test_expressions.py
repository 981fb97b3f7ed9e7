"""Laws of the times that questions name: windows for the asker, wider spans for the ranking."""

from __future__ import annotations

import gc
import re
import sys
from types import FrameType
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lethelog.domain import calendar_words
from lethelog.domain.calendar_phrases import PHRASES_MAX, READ_CHARS_MAX
from lethelog.domain.expressions import Named, date_spans, named_days, windows_in
from lethelog.domain.times import DAY, day, parse

NOW: Final = parse("2026-11-18T15:30:00")  # a Wednesday

LEADS: Final = "in on the of last this next every a since before between and to early mid first"
THINGS: Final = (
    "May march June 2023 2023-05-07 7 31 5/2023 Monday sat week weekends ago days yesterday summer"
    " fall Q1 couple few quarter half end weekend I . , - –"
)
questions: Final = st.lists(
    st.sampled_from((LEADS + " " + THINGS).split()) | st.text(max_size=5), max_size=30
).map(" ".join)
moments: Final = st.integers(parse("1900-01-01"), parse("2200-01-01"))


def test_each_time_of_a_question_has_a_window() -> None:
    """In their order; a year that is named once holds for both."""
    found = windows_in("Was it warmer in May and June 2023 than in 2019?", NOW)
    assert [(w.expression, day(w.after), w.grain) for w in found] == [
        ("in May", "2023-05-01", "month"),
        ("June 2023", "2023-06-01", "month"),
        ("in 2019", "2019-01-01", "year"),
    ]


def test_beside_a_date_only_the_date_counts() -> None:
    """`last week, as mentioned on November 6` is not the week before now."""
    found = windows_in("What did he finish last week, as he said on November 6, 2023?", NOW)
    assert [w.expression for w in found] == ["on November 6, 2023"]


def test_a_window_says_whether_it_depends_on_now() -> None:
    """A date with its year means the same for ever."""
    needs = [
        window.is_relative
        for question in ("on May 7, 2023", "on May 7", "yesterday", "since May 2023", "in 2023")
        for window in windows_in(question, NOW)
    ]
    assert needs == [False, True, True, True, False]


@pytest.mark.parametrize(
    ("question", "named"),
    [
        ("What did I do on 7 May 2023?", Named(day=7, month=5, year=2023)),
        ("What did I do on May 7?", Named(day=7, month=5)),
        ("What did I do in May?", Named(month=5)),
        ("Where was I in 2023 and in May 2024?", Named(year=2023)),
        ("Where was I in summer 2021?", Named(year=2021)),
        ("What did I do the week before 7 May?", Named(day=7, month=5)),
        ("What did I do in summer?", None),
        ("What did I do yesterday?", None),
        ("What may I do?", None),
    ],
)
def test_the_parts_of_a_date_are_those_that_were_named(question: str, named: Named | None) -> None:
    """No part is guessed."""
    assert named_days(question) == named


def spans(question: str) -> list[tuple[str, str]]:
    """The spans in which it may have been told, as days."""
    return [(day(start), day(end)) for start, end in date_spans(question, NOW)]


def test_what_happened_is_told_within_two_weeks() -> None:
    """Two days before a day, and fourteen after whatever is named."""
    assert spans("on 7 May 2023") == [("2023-05-05", "2023-05-22")]
    assert spans("in May 2023") == [("2023-05-01", "2023-06-15")]
    assert spans("in 2023") == [("2023-01-01", "2024-01-15")]
    assert spans("yesterday") == [("2026-11-15", "2026-12-02")]
    assert spans("between May and July 2023") == [("2023-05-01", "2023-08-15")]
    assert spans("since May 2026") == [("2026-05-01", "2026-12-03")]
    assert spans("nothing") == []


def test_what_was_before_a_date_may_be_told_on_that_date() -> None:
    """And what was so `as of` a date, around that date."""
    assert spans("the week before August 3, 2023") == [("2023-07-27", "2023-08-18")]
    assert spans("as of 7 May 2023") == [("2023-05-05", "2023-05-22")]


def test_a_month_without_a_year_is_that_month_of_every_year() -> None:
    """From 1970 to the next."""
    found = spans("in May")
    assert len(found) == 2027 - 1970 + 1
    assert found[0] == ("1970-05-01", "1970-06-15")
    assert found[-1] == ("2027-05-01", "2027-06-15")
    assert len(spans("on February 29")) == 14


@given(questions, moments)
def test_whatever_is_asked_has_whole_windows(question: str, now: int) -> None:
    """Each is a part of the question, and holds at least a day."""
    for window in windows_in(question, now):
        assert window.expression in question
        assert window.before - window.after >= DAY
        assert window.after % DAY == window.before % DAY == 0
    assert all(start < end for start, end in date_spans(question, now))


@given(st.text(max_size=10_000), st.integers(-(2**62), 2**62))
def test_no_text_and_no_moment_is_too_odd(text: str, now: int) -> None:
    """Nothing is raised."""
    windows_in(text, now)
    date_spans(text, now)
    named_days(text)


@pytest.mark.parametrize(
    "expression",
    [
        "yesterday",
        "tonight",
        "3 days ago",
        "two weeks ago",
        "in the last 4 weeks",
        "a few days ago",
    ],
)
@given(now=moments)
def test_days_and_weeks_ago_move_with_the_day(expression: str, now: int) -> None:
    """A day later they are a day later."""
    (one,) = windows_in(expression, now)
    (other,) = windows_in(expression, now + DAY)
    assert (other.after, other.before) == (one.after + DAY, one.before + DAY)


@pytest.mark.parametrize(
    "expression",
    [
        *("this week", "last month", "this year", "last weekend", "over the weekend", "on Monday"),
        *("this Friday", "last summer", "in spring", "in January", "last November", "on May 7"),
        *("on February 29", "since March", "before June", "a few years ago", "in the last year"),
        *(
            "May last year",
            "between May and July",
            "from November to February",
            "end of last month",
        ),
    ],
)
@given(now=moments)
def test_no_time_moves_back(expression: str, now: int) -> None:
    """A day later, what is named is where it was, or later."""
    (one,) = windows_in(expression, now)
    (other,) = windows_in(expression, now + DAY)
    assert one.after <= other.after
    assert one.before <= other.before


@pytest.mark.parametrize("expression", ["last week", "this week", "last weekend", "on Monday"])
@given(now=moments)
def test_a_week_later_the_week_has_moved_by_one(expression: str, now: int) -> None:
    """Calendar weeks begin on Mondays, whatever the day."""
    (one,) = windows_in(expression, now)
    (other,) = windows_in(expression, now + 7 * DAY)
    assert other.after - one.after == 7 * DAY


@pytest.mark.parametrize(
    "pattern",
    [
        *(calendar_words.EXPRESSION, calendar_words.HINT, calendar_words.FREE),
        *(calendar_words.COUNTED, calendar_words.UP_TO_A_MONTH, calendar_words.OF),
    ],
)
def test_no_pattern_repeats_without_a_bound(pattern: re.Pattern[str]) -> None:
    """So there is a most that one look at one character can cost."""
    assert not set("*+") & set(pattern.pattern)
    assert ",}" not in pattern.pattern


def calls_of(question: str) -> int:
    """How many functions run until its windows are known."""
    calls = 0

    def count(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal calls
        calls += event in {"call", "c_call"}

    before = sys.getprofile()
    gc.disable()  # whatever is told of its runs would be counted too
    sys.setprofile(count)
    try:
        windows_in(question, NOW)
    finally:
        sys.setprofile(before)
        gc.enable()
    return calls


@pytest.mark.parametrize(
    "part",
    [
        "in May ",
        "may ",
        "in the last week of the ",
        "20 ",
        "7 of ",
        "a couple of ",
        "every May ",
        " ",
    ],
)
def test_a_long_text_costs_no_more_than_its_beginning(part: str) -> None:
    """Ten thousand characters, or those that are read."""
    text = part * (10_000 // len(part))
    assert calls_of(text) == calls_of(text[:READ_CHARS_MAX])
    assert calls_of(text) <= 20 * READ_CHARS_MAX


def test_there_is_a_limit_to_the_times_of_a_question() -> None:
    """The first are kept."""
    assert len(windows_in("in 2019, " * 50, NOW)) == PHRASES_MAX
    assert windows_in("x" * READ_CHARS_MAX + " in 2019", NOW) == ()
