"""Times that a question names in words, as spans of time: last week, in January, 7 May 2023."""

from __future__ import annotations

from datetime import date
from functools import lru_cache
from itertools import chain
from typing import Final

import msgspec

from .calendar_phrases import Phrase, times
from .calendar_readings import Calendar
from .calendar_spans import FIRST_DAY, Span, days_of, in_year
from .relative_times import Grain, Relative
from .times import DAY

_EPOCH_DAY = date(1970, 1, 1).toordinal()
_LAST_DAY = date.max.toordinal()
_EARLIEST_YEAR = 1970
# What is told of a day is often told after it; both were chosen on conversations.
_SLACK_BEFORE_DAYS = 2
_SLACK_AFTER_DAYS = 14
_UP_TO = frozenset({"until", "till", "by", "as of", "up to", "through"})
_OPEN_ENDED = frozenset({"since", "after"})
_OPEN = _UP_TO | _OPEN_ENDED | {"before"}
_PIECE_GRAINS: dict[str, Grain] = {
    "day": "day",
    "weekend": "day",
    "week": "week",
    "month": "month",
    "quarter": "season",
    "year": "year",
}

BEGINNING: Final = (FIRST_DAY - _EPOCH_DAY) * DAY


class Window(msgspec.Struct, frozen=True, kw_only=True):
    """A time as a question names it: from `after` up to and without `before`, in whole UTC days.

    What has no beginning, as in `before June`, starts at `BEGINNING`; what has no end, ends with
    today. `is_relative` says that the window depends on when the question is asked.
    """

    expression: str
    after: int
    before: int
    is_relative: bool
    grain: Grain


class Named(msgspec.Struct, frozen=True, kw_only=True):
    """The parts of a date that a question names."""

    day: int | None = None
    month: int | None = None
    year: int | None = None


def windows_in(text: str, now: int) -> tuple[Window, ...]:
    """The times that an English question names, in their order; most questions name none.

    Memory is asked about what was: `next week` is no window, and a name without a year is the
    latest that has begun. Beside the date of a day, words like `yesterday` count from that day, and
    are left out.
    """
    today = _today(now)
    found = (_window(text, one, other, today) for one, other in times(text, today))
    return tuple(window for window in found if window)


def named_days(text: str) -> Named | None:
    """The first date that a question names, in the parts that it names."""
    for phrase, _ in times(text):
        what = phrase.what
        if isinstance(what, Calendar):
            month = what.month if what.months == 1 else None
            if month or what.year:
                return Named(day=what.day, month=month, year=what.year)
    return None


def date_spans(text: str, now: int) -> tuple[tuple[int, int], ...]:
    """When that of which a question speaks may have been told, in microseconds, half-open.

    Wider than the windows: with slack, in every year where none is named, and up to a date that
    something was only so long before.
    """
    today = _today(now)
    told = (_told(one, other, today) for one, other in times(text, today))
    return tuple(chain.from_iterable(told))


def _window(text: str, one: Phrase, other: Phrase | None, today: int) -> Window | None:
    span = _range(one, other, today) if other else _led(one, days_of(one, today), today)
    if span is None or span[0] >= span[1]:
        return None
    after, before = _micros(span)
    if after >= before:
        return None
    return Window(
        expression=text[one.start : (other or one).end].strip(),
        after=after,
        before=before,
        is_relative=_needs_now(one) or (other is not None and _needs_now(other)),
        grain="range" if other else _grain(one),
    )


def _led(phrase: Phrase, span: Span | None, today: int) -> Span | None:
    """What a word before a time makes of it."""
    if span is None:
        return None
    if phrase.lead in _OPEN_ENDED:
        return (span[phrase.lead == "after"], today + 1)
    if phrase.lead == "before":
        return (FIRST_DAY, span[0])
    return (FIRST_DAY, span[1]) if phrase.lead in _UP_TO else span


def _range(one: Phrase, other: Phrase, today: int) -> Span | None:
    first, last = days_of(one, today), days_of(other, today)
    if first and isinstance(other.what, Calendar) and other.what.year is None:
        year = date.fromordinal(first[0]).year
        ends = (in_year(other, each) for each in (year, year + 1))
        last = next((span for span in ends if span and span[1] > first[0]), None)
    if not first or not last:
        return None
    if isinstance(other.what, Relative) and other.what.unit == "weekday" and last[0] < first[0]:
        last = (last[0] + 7, last[1] + 7)
    return (first[0], last[1]) if first[0] < last[1] else None


def _told(one: Phrase, other: Phrase | None, today: int) -> tuple[tuple[int, int], ...]:
    what = one.what
    if other:
        span = _range(one, other, today)
    elif one.lead in _OPEN_ENDED:
        begun = days_of(one, today)
        span = (begun[0], today + 1) if begun and begun[0] <= today else None
    elif isinstance(what, Relative) or what.which:
        span = days_of(one, today)
        span = _loose(span) if span else None
    elif what.year:
        span = _told_in(one, what.year)
    else:
        anywhere = msgspec.structs.replace(one, start=0, end=0, lead="", joins=False)
        return _every_year(anywhere, date.fromordinal(today).year + 1)
    return (_with_slack(span),) if span else ()


@lru_cache(maxsize=256)
def _every_year(phrase: Phrase, last_year: int) -> tuple[tuple[int, int], ...]:
    spans = (_told_in(phrase, year) for year in range(_EARLIEST_YEAR, last_year + 1))
    return tuple(_with_slack(span) for span in spans if span)


def _told_in(phrase: Phrase, year: int) -> Span | None:
    """What was so long before a date was told of on that date."""
    span = in_year(phrase, year)
    if span and phrase.away < 0:
        named = in_year(msgspec.structs.replace(phrase, away=0), year)
        return (span[0], named[1]) if named else span
    return _loose(span) if span else None


def _loose(span: Span) -> Span:
    start, end = span
    return (start - _SLACK_BEFORE_DAYS, end) if end - start == 1 else span


def _with_slack(span: Span) -> tuple[int, int]:
    return _micros((span[0], span[1] + _SLACK_AFTER_DAYS))


def _needs_now(phrase: Phrase) -> bool:
    what = phrase.what
    if isinstance(what, Relative) or what.year is None or what.year_from_now:
        return True
    return phrase.lead in _OPEN_ENDED


def _grain(phrase: Phrase) -> Grain:
    if phrase.lead in _OPEN or phrase.pieces > 1:
        return "range"
    if phrase.away:
        return _PIECE_GRAINS.get(phrase.away_unit, "day") if abs(phrase.away) == 1 else "range"
    if phrase.part:
        return _PIECE_GRAINS.get(phrase.piece or phrase.part, "range")
    return phrase.what.grain


def _today(now: int) -> int:
    return max(FIRST_DAY, min(now // DAY + _EPOCH_DAY, _LAST_DAY))


def _micros(span: Span) -> tuple[int, int]:
    start, end = (max(FIRST_DAY, min(day, _LAST_DAY)) for day in span)
    return ((start - _EPOCH_DAY) * DAY, (end - _EPOCH_DAY) * DAY)
