"""From named times to days of the calendar, counted as `date.toordinal` counts them."""

from __future__ import annotations

from calendar import monthrange
from datetime import date
from typing import Final, TypeAlias

from .calendar_phrases import Phrase
from .calendar_readings import Calendar
from .calendar_words import ORDINALS, WEEKDAY_NUMBERS
from .relative_times import Relative

Span: TypeAlias = tuple[int, int]  # from the first day up to and without the second

FIRST_DAY: Final = date.min.toordinal()

_LAST_MONTH = 12 * date.max.year + 11
_YEARS_LOOKED_BACK = 9  # 29 February may be eight years away, as it was in 1904
_THIRDS = {"early": 0, "beginning": 0, "start": 0, "mid": 1, "middle": 1, "late": 2, "end": 2}
_DAYS_IN_PARTS_MIN = 3
_SATURDAY = 5
_AWAY_DAYS = {"day": 1, "week": 7, "month": 31, "year": 366}
_PIECE_DAYS = {"day": 1, "week": 7}
_PIECE_MONTHS = {"month": 1, "quarter": 3}


def days_of(phrase: Phrase, today: int) -> Span | None:
    """The days that are meant; a name without a year means the latest that has begun."""
    what = phrase.what
    if isinstance(what, Relative):
        return _within(phrase, _relative(what, today))
    if what.year is not None:
        return in_year(phrase, what.year)
    this_year = date.fromordinal(today).year
    for year in range(this_year + 1, this_year - _YEARS_LOOKED_BACK, -1):
        span = in_year(phrase, year)
        if span and _is_meant(span, what.which, today):
            return span
    return in_year(phrase, this_year) if what.which == "this" else None


def in_year(phrase: Phrase, year: int) -> Span | None:
    """The days that are meant in that year; None for a day that it lacks."""
    what = phrase.what
    assert isinstance(what, Calendar)
    if not date.min.year <= year <= date.max.year:
        return None
    if what.day is None:
        first = 12 * year + what.month - 1
        return _within(phrase, (_first_day(first), _first_day(first + what.months)))
    last_day = what.last_day or what.day
    if last_day > monthrange(year, what.month)[1]:
        return None
    start = date(year, what.month, what.day).toordinal()
    return _within(phrase, (start, start + last_day - what.day + 1))


def _is_meant(span: Span, which: str, today: int) -> bool:
    if which == "this":
        return span[0] <= today < span[1]
    return span[1] <= today if which else span[0] <= today


def _relative(what: Relative, today: int) -> Span:
    weekday = _weekday(today)
    monday = today - weekday
    match what.unit:
        case "day":
            return (today - what.high, today - what.low + 1)
        case "weekday":
            day = _latest(what.weekday, before=today) if what.low else monday + what.weekday
            return (day, day + 1)
        case "week":
            return (monday - 7 * what.high, monday - 7 * what.low + 7)
        case "weekend":
            saturday = monday + _SATURDAY
            if what.low < 0:  # the one that has begun
                saturday -= 7 if weekday < _SATURDAY else 0
                return (saturday, saturday + 2)
            return (saturday - 7 * what.high, saturday - 7 * what.low + 2)
        case "month" | "year":
            size = 12 if what.unit == "year" else 1
            now = _month_index(today) // size * size
            return (_first_day(now - size * what.high), _first_day(now - size * (what.low - 1)))


def _within(phrase: Phrase, span: Span) -> Span | None:
    """The part of a time that is meant, or the days so far before or after it."""
    if phrase.away:
        return _away(span, phrase.away, phrase.away_unit)
    if not phrase.part:
        return span
    start, end = _piece(phrase, span) if phrase.piece else _stretch(phrase.part, span)
    return (start, end) if start < end else None


def _stretch(part: str, span: Span) -> Span:
    start, end = span
    if part == "week":
        monday = start - _weekday(start)
        return (monday, monday + 7)
    third, days = _THIRDS[part], end - start
    return (
        span
        if days < _DAYS_IN_PARTS_MIN
        else (start + third * days // 3, start + (third + 1) * days // 3)
    )


def _piece(phrase: Phrase, span: Span) -> Span:
    """The first weeks, the second half, the last weekend of a time."""
    (start, end), number, piece = span, ORDINALS[phrase.part], phrase.piece
    if piece == "half":
        middle = (start + end) // 2
        return (start, middle) if number == 1 else (middle, end)
    if piece in _PIECE_MONTHS:
        size = _PIECE_MONTHS[piece] * phrase.pieces
        first = (
            _month_index(start) + (number - 1) * size if number > 0 else _month_index(end) - size
        )
        return (max(start, _first_day(first)), min(end, _first_day(first + size)))
    if piece == "weekend":
        if number < 0:
            saturday = _latest(_SATURDAY, before=end) - 7 * (phrase.pieces - 1)
        else:
            saturday = _soonest(_SATURDAY, start) + 7 * (number - 1)
        return (max(start, saturday), saturday + 7 * (phrase.pieces - 1) + 2)
    size = _PIECE_DAYS[piece] * phrase.pieces
    first = start + (number - 1) * size if number > 0 else end - size
    return (max(start, first), min(end, first + size))


def _away(span: Span, away: int, unit: str) -> Span:
    """Two weeks before a day is about then; the week before it is the seven days up to it."""
    many = abs(away) - 1
    if unit in _AWAY_DAYS:
        size = _AWAY_DAYS[unit]
        loose = 3 if many and unit != "day" else 0
        near, far = many * size, (many + 1) * size + loose
        return (span[0] - far, span[0] - near) if away < 0 else (span[1] + near, span[1] + far)
    weekday, days = (_SATURDAY, 2) if unit == "weekend" else (WEEKDAY_NUMBERS[unit], 1)
    if away < 0:
        start = _latest(weekday, before=span[0] - days + 1) - 7 * many
    else:
        start = _soonest(weekday, span[1]) + 7 * many
    return (start, start + days)


def _weekday(day: int) -> int:
    return (day - 1) % 7  # the first day of all, 1 January of the year 1, is a Monday


def _latest(weekday: int, before: int) -> int:
    return before - 1 - (before - 2 - weekday) % 7


def _soonest(weekday: int, start: int) -> int:
    return start + (weekday - start + 1) % 7


def _month_index(day: int) -> int:
    moment = date.fromordinal(day)
    return 12 * moment.year + moment.month - 1


def _first_day(month_index: int) -> int:
    """Months count on from the year 0; what no calendar holds is the nearest that it does."""
    year, month = divmod(max(12, min(month_index, _LAST_MONTH)), 12)
    return date(year, month + 1, 1).toordinal()
