"""Which words of a question name a time, and which only look like it."""

from __future__ import annotations

import re
from calendar import monthrange
from typing import Final

import msgspec

from .calendar_words import (
    AROUND,
    COUNTED,
    INSIDE,
    MONTH_NUMBERS,
    ON_A_DAY,
    SEASON_MONTHS,
    UP_TO_A_MONTH,
    is_free,
    is_led,
    spaced,
)
from .relative_times import Grain, Relative, relative

_LEAP_YEAR: Final = 2000
_MONTHS: Final = 12
_REFUSED = frozenset("every each any some next coming upcoming a an one black good usa".split())
_AT_A_YEAR = (AROUND | {"from", "by", "as of"}) - {"over", "through", "around"}
# Months that are nothing else; the others are names, verbs or abbreviations too.
_SURE_MONTHS = frozenset(
    "january february july august september october november december sept".split()
)
_UNSURE_MONTHS = frozenset("may march mar jan dec sep apr jun".split())
_UNSURE_SEASONS = frozenset({"spring", "fall"})


class Calendar(msgspec.Struct, frozen=True, kw_only=True):
    """A day, months or years called by their names; no year means any, `which` the last or this.

    `year_from_now` says that the year was told as last year or two years ago.
    """

    grain: Grain
    year: int | None = None
    month: int = 1
    months: int = 1
    day: int | None = None
    last_day: int | None = None
    which: str = ""
    year_from_now: bool = False


def reading(match: re.Match[str], written: str, *, joins: bool) -> Calendar | Relative | None:
    """What a match of the grammar names; None where it only looks like a time.

    `written` has the capitals that the matched text lost; `joins` says that it goes on from
    another date, as `and June` does.
    """
    if match["lead"] in _REFUSED or match["which"] == "next":
        return None
    if match["month"]:
        return _month(match, written, joins=joins)
    if match["season"]:
        return _season(match)
    if match["word"] or match["weekday"] or match["unit"]:
        return relative(match, written)
    return _in_digits(match, written, joins=joins)


def _month(match: re.Match[str], written: str, *, joins: bool) -> Calendar | None:
    day = match["day_first"] or match["day_second"]
    if match["year"] or joins:
        named = True
    elif day:
        sure = match["month"] not in _UNSURE_MONTHS
        named = sure or is_led(match, ON_A_DAY) or is_free(match)
    else:
        named = _is_month(match, written)
    if not named:
        return None
    return _date(
        match["year"],
        MONTH_NUMBERS[match["month"]],
        day,
        last_day=match["last_day"],
        which=match["which"],
    )


def _is_month(match: re.Match[str], written: str) -> bool:
    """June and April are persons too, to march and may are verbs."""
    name = match["month"]
    capital = written[match.start("month")].isupper()
    if not capital and name in _UNSURE_MONTHS and (match["the"] or not is_free(match)):
        return False
    if name in _SURE_MONTHS or is_led(match, AROUND):
        return True
    if capital and match["the"] and name in {"april", "may", "june"}:
        return True
    return UP_TO_A_MONTH.match(match.string, match.end()) is not None


def _season(match: re.Match[str]) -> Calendar | None:
    year, season = match["season_year"], match["season"]
    unsure = season in _UNSURE_SEASONS
    led = is_led(match, INSIDE if unsure else AROUND)
    if not year and (not led or (unsure and not is_free(match))):
        return None
    return Calendar(
        grain="season",
        year=int(year) if year else None,
        month=SEASON_MONTHS[season],
        months=3,
        which=spaced(match["which"]),
    )


def _year(match: re.Match[str], written: str, *, joins: bool) -> Calendar | None:
    said = int(match["year_alone"] or match["only_year"])
    named = joins or match["the"] or "year" in match[0] or is_led(match, _AT_A_YEAR)
    years = int(match["last_year"] or said) - said + 1
    if not named or years < 1 or COUNTED.match(written, match.end()):
        return None
    return Calendar(grain="year" if years == 1 else "range", year=said, months=_MONTHS * years)


def _in_digits(match: re.Match[str], written: str, *, joins: bool) -> Calendar | None:
    if match["year_alone"] or match["last_year"]:
        return _year(match, written, joins=joins)
    if match["iso_year"]:
        return _date(match["iso_year"], int(match["iso_month"]), match["iso_day"])
    if match["slash_month"]:
        return _date(match["slash_month_year"], int(match["slash_month"]), None)
    if match["quarter"]:
        month = 3 * int(match["quarter"]) - 2
        return Calendar(grain="season", year=int(match["quarter_year"]), month=month, months=3)
    return _slashed(match["slash_year"], match["slash_one"], match["slash_two"])


def _slashed(year: str, one: str, two: str) -> Calendar | None:
    """03/04/2023 is one day here and another there, so it is none."""
    if int(one) > _MONTHS or one == two:
        return _date(year, int(two), one)
    return _date(year, int(one), two) if int(two) > _MONTHS else None


def _date(
    year: str | None,
    month: int,
    day: str | None,
    *,
    last_day: str | None = None,
    which: str | None = None,
) -> Calendar | None:
    """None for a day that no calendar has; without a year, February may have 29."""
    found = Calendar(
        grain="range" if last_day else "day" if day else "month",
        year=int(year) if year else None,
        month=month,
        day=int(day) if day else None,
        last_day=int(last_day) if last_day else None,
        which=spaced(which),
    )
    if not 1 <= month <= _MONTHS:
        return None
    days = monthrange(found.year or _LEAP_YEAR, month)[1]
    first = found.day or 1
    return found if first <= (found.last_day or first) <= days else None
