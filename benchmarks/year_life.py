"""A year that is made up: what a small memory is told and asked, day by day, from one seed.

Six things come back each week, one undertaking fills each month, each week of it has its own stage.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Final, TypeAlias

import msgspec

from lethelog.benchmarks.year_facts import BELIEFS, DECISIONS, FACTS
from lethelog.benchmarks.year_words import PROJECTS, STAGES, THEMES
from lethelog.domain.kinds import Kind
from lethelog.domain.times import DAY, parse

SEED: Final = 20_260_101
BEGINS_AT: Final = parse("2025-01-01T00:00:00Z")
DAYS: Final = 365
MONTH_DAYS: Final = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
HOUR: Final = DAY // 24

_PROJECT_DAYS: Final = (1, 3, 5)  # of a week
_LOOK_BACK_EVERY: Final = 9  # days
_CORRECT_EVERY: Final = 45
_CONTRADICT_EVERY: Final = 60
_WEEK: Final = 7


class Said(msgspec.Struct, frozen=True):
    """A text of that day came in, in the conversation of that day."""

    text: str
    importance: float
    kind: Kind = "event"


class Stated(msgspec.Struct, frozen=True):
    """A fact, or a belief, about an attribute of something."""

    text: str
    subject: str
    attribute: str
    value: str
    kind: Kind = "fact"


class Asked(msgspec.Struct, frozen=True):
    """Somebody wanted to know something."""

    question: str


class Decided(msgspec.Struct, frozen=True):
    """A decision was made; instead of an earlier one where that is told."""

    text: str
    reasoning: str
    domain: str
    instead_of: str = ""


class CameOf(msgspec.Struct, frozen=True):
    """What came of a decision."""

    decision: str
    text: str


class Corrected(msgspec.Struct, frozen=True):
    """What was said earlier is not so."""

    old: str
    new: str


class Opposed(msgspec.Struct, frozen=True):
    """What was said earlier is doubted."""

    text: str


What: TypeAlias = Said | Stated | Asked | Decided | CameOf | Corrected | Opposed


class Happening(msgspec.Struct, frozen=True):
    """Something at a moment."""

    at: int
    what: What


def a_year(days: int = DAYS, seed: int = SEED) -> list[Happening]:
    """In order of time; the same for the same seed, and the start of it for fewer days."""
    return [each for day in _Days(seed).upto(days) for each in day]


def month_of(day: int) -> int:
    """The month that a day of the year lies in; both begin at 0."""
    for month, length in enumerate(MONTH_DAYS):
        if day < length:
            return month
        day -= length
    raise AssertionError("a year has 365 days")


def month_ends() -> list[int]:
    """The number of days that have gone by at the end of each month."""
    return [sum(MONTH_DAYS[: month + 1]) for month in range(len(MONTH_DAYS))]


class _Days:
    """Makes one day after the other; remembers what was said, so that it can be taken back."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self._said: list[str] = []
        self._new: set[str] = set()

    def upto(self, days: int) -> Iterator[list[Happening]]:
        """So many of them."""
        for day in range(days):
            at = BEGINS_AT + day * DAY + 8 * HOUR
            yield [
                Happening(at + number * HOUR // 2, what)
                for number, what in enumerate(self._day(day))
            ]

    def _day(self, day: int) -> Iterator[What]:
        theme = THEMES[day % _WEEK % len(THEMES)]
        month = month_of(day)
        yield from self._say(theme.texts, theme.words, theme.importance)
        if day % _WEEK in _PROJECT_DAYS:
            stage = STAGES[day // _WEEK % len(STAGES)]
            yield from self._say(stage, PROJECTS[month].words, PROJECTS[month].importance)
        yield from (Stated(*each[1:]) for each in FACTS if each[0] == day)
        yield from (Stated(*each[1:], kind="belief") for each in BELIEFS if each[0] == day)
        yield from self._decisions(day)
        yield Asked(self._random.choice(theme.questions))
        yield Asked(self._random.choice(PROJECTS[month].questions))
        if day % _LOOK_BACK_EVERY == _LOOK_BACK_EVERY - 1:
            before = PROJECTS[self._random.randrange(month + 1)]
            yield Asked(self._random.choice(before.questions))
        if day % _CORRECT_EVERY == _CORRECT_EVERY - 1:
            old = self._random.choice(self._said[-60:])
            yield Corrected(old, f"It was the other way round: {old[0].lower()}{old[1:]}")
        if day % _CONTRADICT_EVERY == _CONTRADICT_EVERY - 1:
            yield Opposed(self._random.choice(self._said[-90:]))

    def _say(
        self, texts: tuple[str, ...], words: dict[str, tuple[str, ...]], importance: float
    ) -> Iterator[What]:
        chosen = {name: self._random.choice(several) for name, several in words.items()}
        text = self._random.choice(texts).format(**chosen)
        spread = self._random.choice((-3.0, -2.0, -1.0, 0.0, 0.0, 0.0, 1.0, 2.0))
        if text not in self._new:
            self._said.append(text)
            self._new.add(text)
        yield Said(text, min(max(importance + spread, 0.0), 10.0))

    @staticmethod
    def _decisions(day: int) -> Iterator[What]:
        for each in DECISIONS:
            if each.day == day:
                yield Decided(each.text, each.reasoning, each.domain, each.instead_of)
            if each.came_of and each.day + each.after_days == day:
                yield CameOf(each.text, each.came_of)
