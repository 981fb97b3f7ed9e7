"""The year that is made up: the same again, small enough to live through, and told in the page."""

from __future__ import annotations

import re
from collections import Counter
from typing import Final

import pytest

from lethelog.benchmarks.page import PAGE, part_of_page
from lethelog.benchmarks.year import PICTURE, picture
from lethelog.benchmarks.year_life import DAYS, Asked, Said, a_year, month_ends, month_of
from lethelog.benchmarks.year_run import WATCHED, Year, live_under, watched_texts
from lethelog.domain.presets import PRESETS

FEW: Final = 8


def test_a_year_is_the_same_again_and_has_its_mix() -> None:
    """Weekly texts, questions each day, and a few facts, decisions and doubts."""
    year = a_year()
    assert year == a_year()
    assert [each.at for each in year] == sorted(each.at for each in year)
    kinds = Counter(type(each.what).__name__ for each in year)
    assert 400 < kinds["Said"] < 600
    assert kinds["Asked"] >= 2 * DAYS
    assert all(kinds[name] >= 4 for name in ("Stated", "Decided", "Corrected", "Opposed", "CameOf"))
    importance = {each.what.importance for each in year if isinstance(each.what, Said)}
    assert (min(importance), max(importance)) == (0.0, 10.0)


def test_a_part_of_a_year_is_its_beginning() -> None:
    """So a shorter run tells of the same life."""
    assert a_year(40) == a_year()[: len(a_year(40))]


def test_months_have_their_days() -> None:
    """The last one ends the year."""
    assert month_ends()[-1] == DAYS
    assert [month_of(day) for day in (0, 30, 31, 58, 59, 364)] == [0, 0, 1, 1, 2, 11]


def test_what_is_followed_is_said_in_the_year() -> None:
    """Each of them once, by another text."""
    texts = watched_texts(a_year())
    assert len({*texts.values()}) == len(WATCHED)
    assert all(texts.values())


@pytest.mark.parametrize("preset", ["agenternal", "duduclaw"])
def test_the_same_days_are_lived_through_alike(preset: str) -> None:
    """Ids are drawn anew each time, and nothing that is told depends on them."""
    one, other = (live_under(PRESETS[preset], a_year(FEW), FEW) for _ in range(2))
    assert one == other
    assert one.refused == 0
    assert any(line[0] for line in one.watched.values())


def test_the_picture_has_a_panel_a_preset_and_a_line_for_each_text_that_is_there() -> None:
    """The pen is lifted where there is nothing."""
    line = (None, 0.5, 0.25, None, 1.0)
    years = [
        Year(preset=name, months=(), watched=dict.fromkeys(WATCHED, line), refused=0)
        for name in PRESETS
    ]
    drawn = picture(years)
    assert drawn == picture(years)
    lines = re.findall(r'<path d="([^"]+)" fill="none"', drawn)
    assert len(lines) == len(PRESETS) * len(WATCHED)
    assert lines[0].count("M") == 2


def test_the_page_tells_the_year_of_each_preset() -> None:
    """With its table, its months, and the picture beside it."""
    told = part_of_page("year")
    for name in PRESETS:
        assert f"| {name} | " in told
        assert f"**{name}**" in told
    assert "year.svg" in PAGE.read_text(encoding="utf-8")
    assert PICTURE.is_file()


def test_a_question_that_day_is_part_of_each_day() -> None:
    """Two at least."""
    days = Counter(each.at // 86_400_000_000 for each in a_year() if isinstance(each.what, Asked))
    assert min(days.values()) >= 2
    assert len(days) == DAYS
