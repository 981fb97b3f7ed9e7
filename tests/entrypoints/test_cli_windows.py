"""The times that a question names, as the command line suggests them."""

from __future__ import annotations

from lethelog.tests.entrypoints.terminal import Terminal


def test_a_time_that_a_question_names_is_suggested_as_a_window(tea: Terminal) -> None:
    """As options to be pasted; the answer is narrowed down by whoever gives them."""
    *hits, suggestion = tea.says("search", "green tea in January 2026").splitlines()
    assert "upstairs" in " ".join(hits)
    assert suggestion == (
        "“in January 2026” could mean 2026-01-01 to 2026-01-31:"
        " narrow down with --after 2026-01-01 --before 2026-02-01"
    )
    options = suggestion.partition("narrow down with ")[2].split()
    narrowed = tea.says("search", "green tea in January 2026", *options)
    assert "cellar" in narrowed
    assert "upstairs" not in narrowed
    assert "could mean" not in narrowed


def test_a_window_has_as_many_ends_as_the_question_names(tea: Terminal) -> None:
    """A day is one day, and what has no beginning is not given one."""
    assert "could mean 2026-01-05: narrow" in tea.says("search", "tea on 5 January 2026")
    assert tea.says("search", "tea before February 2026").endswith(
        "could mean all up to 2026-01-31: narrow down with --before 2026-02-01\n"
    )
    assert "could mean" not in tea.says("search", "green tea")
    assert "could mean" not in tea.says("search", "zebra in 2019")


def test_many_times_in_a_question_are_not_all_shown(tea: Terminal) -> None:
    """It is the answer that counts; programs get all of them."""
    question = "tea " + ", ".join(f"in {year}" for year in range(2001, 2006))
    said = tea.says("search", question)
    assert said.count("could mean") == 3
    assert said.endswith("and 2 more times of which the question speaks, in --json\n")
    assert len(tea.json("search", question)["windows"]) == 5


def test_windows_are_moments_by_the_clock_of_the_question(tea: Terminal) -> None:
    """Relative ones mean what they meant on the day that is asked about."""
    asked = ("tea last week or before February 2026", "--as-of", "2026-02-12")
    assert tea.json("search", *asked)["windows"] == [
        {
            "expression": "last week",
            "after_at": "2026-02-02T00:00:00Z",
            "before_at": "2026-02-09T00:00:00Z",
            "is_relative": True,
            "grain": "week",
        },
        {
            "expression": "before February 2026",
            "after_at": None,
            "before_at": "2026-02-01T00:00:00Z",
            "is_relative": False,
            "grain": "range",
        },
    ]
