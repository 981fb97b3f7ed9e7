"""Attention over time: by what was asked for, else by what came in."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from lethelog.domain.errors import InvalidInput
from lethelog.domain.times import DAY
from lethelog.memory import Memory
from lethelog.tests.story import TODAY


class Days:
    """A memory, and a clock that only the story moves."""

    def __init__(self) -> None:
        self.now = TODAY
        self.memory = Memory.in_memory(clock=lambda: self.now)

    def later(self, days: float) -> None:
        """So many days go by."""
        self.memory.flush()
        self.now += round(days * DAY)

    def ask(self, question: str, times: int = 5) -> None:
        """Somebody asks the same several times."""
        for _ in range(times):
            self.memory.search(question)


@pytest.fixture
def days() -> Iterator[Days]:
    """A garden and a cellar are known, and nothing was asked yet."""
    story = Days()
    for subject, attribute, value in (("garden", "roses", "grow"), ("Cellar", "wine", "rests")):
        text = f"The {attribute} {value}."
        story.memory.remember(text, subject=subject, attribute=attribute, value=value)
    with story.memory:
        yield story


def test_who_asks_for_the_same_as_ever_is_stable(days: Days) -> None:
    """How often does not matter."""
    days.ask("roses")
    days.later(31)
    days.ask("roses", times=9)
    found = days.memory.drift()
    assert (found.course, found.distance, found.measured_by) == ("stable", 0.0, "recalls")
    assert (found.later_at, found.earlier_at) == (days.now, days.now - 30 * DAY)


def test_who_asks_for_something_else_drifts(days: Days) -> None:
    """Unless somebody decided so."""
    days.ask("roses")
    days.later(31)
    days.ask("wine")
    found = days.memory.drift()
    assert (found.course, found.distance) == ("gradual_drift", 1.0)
    assert [(each.topic, each.earlier, each.later) for each in found.moved] == [
        ("cellar", 0.0, 1.0),
        ("garden", 1.0, 0.0),
    ]


def test_a_decision_makes_it_a_pivot(days: Days) -> None:
    """One that was made in the last days, about what rose or fell."""
    days.ask("roses")
    days.later(31)
    [made] = days.memory.decide("We look after the wine now.", domain="cellar").items
    days.memory.decide("We paint the door.", domain="house")
    days.ask("wine rests")
    found = days.memory.drift()
    assert (found.course, found.decisions) == ("deliberate_pivot", (made,))


def test_a_decision_of_long_ago_makes_none(days: Days) -> None:
    """It was made, and held, before attention moved."""
    days.memory.decide("We look after the wine.", domain="cellar")
    days.ask("roses")
    days.later(31)
    days.ask("wine rests")
    assert days.memory.drift().course == "gradual_drift"


def test_a_reversal_makes_it_a_pivot(days: Days) -> None:
    """The decision that was reversed and the one that took its place are both told."""
    [old] = days.memory.decide("We look after roses.", domain="garden").items
    days.ask("roses grow")
    days.later(31)
    [new] = days.memory.reverse(old, "The garden is left alone.").items
    days.ask("wine")
    found = days.memory.drift()
    assert (found.course, found.decisions) == ("deliberate_pivot", (old, new))


def test_where_little_was_asked_what_came_in_tells(days: Days) -> None:
    """By who says it, where no topic was named."""
    for number in range(4):
        days.memory.remember(f"Roses, part {number}.", author="Ana")
    days.later(40)
    for number in range(6):
        days.memory.remember(f"Wine, part {number}.", author="Ben")
    found = days.memory.drift(20)
    assert found.measured_by == "nothing"
    found = days.memory.drift(30)
    assert (found.measured_by, found.course) == ("arrivals", "gradual_drift")
    assert found.moved[0].topic == "ben"


def test_where_next_to_nothing_happened_nothing_is_told(days: Days) -> None:
    """Four questions are too few."""
    days.ask("roses", times=4)
    days.later(31)
    days.ask("wine", times=4)
    found = days.memory.drift()
    assert (found.course, found.measured_by, found.moved) == ("stable", "nothing", ())


def test_snapshots_that_nobody_asked_for_are_no_attention(days: Days) -> None:
    """They would tell of themselves."""
    for _ in range(9):
        days.memory.context()
    days.later(31)
    for _ in range(9):
        days.memory.context()
    assert days.memory.drift().measured_by == "nothing"


def test_a_stretch_of_no_days_is_refused(days: Days) -> None:
    """And one beyond a century."""
    for wrong in (0.0, -1.0, 1e6, float("nan")):
        with pytest.raises(InvalidInput, match="days are above 0 and at most 36,500"):
            days.memory.drift(wrong)
