"""Which texts tell a time, and which questions ask for one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lethelog.domain.time_cues import ASKED, CUE, asks_when, tells_time


@pytest.mark.parametrize(
    "text",
    [
        *("I went yesterday.", "Tomorrow we leave", "two weeks ago", "See you tonight!"),
        *(
            "last week was hard",
            "Next month I start",
            "this summer",
            "the past few days",
            "Recently",
        ),
        *(
            "on Monday",
            "every Sunday",
            "in January",
            "Sept. 5",
            "the 3rd of May",
            "We leave on 14 May.",
            "May 7",
            "mid-May",
        ),
        *("in 2019", "2023-05-07", "at 5pm", "at 5 p.m.", "at 17:30", "on 7/5", "on the 21st"),
        *(
            "Dear all,\nyesterday I saw him",
            "he left (yesterday)",
            "over the weekend",
            "the other day",
        ),
    ],
)
def test_a_time_is_told(text: str) -> None:
    """By a date, a weekday, a month, a year, a clock, or a word that counts from now."""
    assert tells_time(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "You may come",
        "I agree",
        "12345 things",
        "a monument",
        "the sunny side",
        "decide now",
        "version 3.11",
        "the last word",
        "next to me",
        "marching",
        "novels",
        "octopus",
        "may I",
    ],
)
def test_no_time_is_told(text: str) -> None:
    """Words and numbers that begin like one."""
    assert not tells_time(text)


@pytest.mark.parametrize(
    "question",
    [
        *("When did she move?", "When is it?", "when was that", "When's the party?"),
        *("And when did he come?", "Since when does he paint?", "Do you remember when I left?"),
        *("What day was it?", "On what date did we sign?", "Which year did she start?"),
        *(
            "In which month's game did he win?",
            "At what time does it begin?",
            "How long ago was it?",
        ),
        *("How many weeks ago did he call?", "Tell me when Anna left", "He left, but when?"),
        *("When Jon has lost his job?", "When exactly did it rain?"),
    ],
)
def test_a_time_is_asked_for(question: str) -> None:
    """With when, with what day, with how long ago."""
    assert asks_when(question)


@pytest.mark.parametrize(
    "question",
    [
        *("How did she feel when it rained?", "What did he do?", "How long is it?", "Whenever?"),
        *("When I was a child, what did we play?", "What time management does she teach?"),
        *("How many weeks has a year?", "", "What does he wear when he runs?"),
    ],
)
def test_no_time_is_asked_for(question: str) -> None:
    """A clause with when says under which circumstances."""
    assert not asks_when(question)


@given(st.text(max_size=2_000))
def test_any_text_can_be_looked_at(text: str) -> None:
    """Nothing is raised, and what is put before a text takes nothing from it."""
    asks_when(text)
    assert tells_time(f"yesterday {text}")


@pytest.mark.parametrize("pattern", [CUE.pattern, ASKED.pattern])
def test_no_cue_repeats_without_a_bound(pattern: str) -> None:
    """They run over every item."""
    assert not set("*+") & set(pattern)
    assert ",}" not in pattern
