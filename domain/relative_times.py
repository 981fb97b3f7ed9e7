"""Times that depend on now: yesterday, last week, on Monday, three years ago."""

from __future__ import annotations

import re
from math import ceil
from typing import Literal, TypeAlias

import msgspec

from .calendar_words import (
    OF,
    ON_A_DAY,
    WEEKDAY_NUMBERS,
    count,
    has_part,
    is_free,
    is_led,
    spaced,
)

Grain: TypeAlias = Literal["day", "week", "month", "season", "year", "range"]
Unit: TypeAlias = Literal["day", "weekday", "week", "weekend", "month", "year"]

_DAYS = {"day": 1.0, "week": 7.0, "month": 30.44, "year": 365.25}
_STRETCHES: dict[str, tuple[Unit, Grain]] = {
    "week": ("week", "week"),
    "weekend": ("weekend", "day"),
    "month": ("month", "month"),
    "year": ("year", "year"),
}
_ON_A_WEEKEND = frozenset("on at over during".split())


class Relative(msgspec.Struct, frozen=True, kw_only=True):
    """From `high` to `low` units back from now, both included; 0 is the current one."""

    grain: Grain
    unit: Unit = "day"
    low: int = 0
    high: int = 0
    weekday: int = 0


def relative(match: re.Match[str], written: str) -> Relative | None:
    """What a match of the grammar without a date names; None where it only looks like a time."""
    if match["word"]:
        back = int(match["word"] == "yesterday")
        return Relative(grain="day", low=back, high=back)
    if match["weekday"]:
        return _weekday(match, written)
    return _ago(match) if match["ago"] else _stretch(match)


def _weekday(match: re.Match[str], written: str) -> Relative | None:
    """On Monday is the last one before today, this Monday is that of the week."""
    name = match["weekday"]
    whole = name.endswith("day")
    if not whole and not (written[match.start("weekday")].isupper() and is_free(match)):
        return None
    alone = whole and not match["lead"] and not match["the"] and is_free(match)
    if not alone and not is_led(match, ON_A_DAY):
        return None
    back = int(match["which"] != "this")
    number = WEEKDAY_NUMBERS[name]
    return Relative(grain="day", unit="weekday", low=back, high=back, weekday=number)


def _ago(match: re.Match[str]) -> Relative | None:
    """A week ago is any day around it; a month or a year ago is that month or year."""
    unit, (low, high) = match["unit"], count(match["count"])
    if match["which"] or not match["count"] or (match["ago"] == "back" and not is_free(match)):
        return None
    exact = low == high
    if unit == "day":
        return Relative(grain="day" if exact else "range", low=low, high=high)
    if unit == "week":
        return Relative(grain="week" if exact else "range", low=7 * low - 3, high=7 * high + 3)
    return _back(unit, low, high)


def _stretch(match: re.Match[str]) -> Relative | None:
    """Last week, this month, the past year, the last three days, at the weekend."""
    unit, which, counted = match["unit"], spaced(match["which"]), match["count"]
    if OF.match(match.string, match.end()) or (match["plural"] and not counted):
        return None
    if counted:
        goes_back = which not in {"", "this"}
        return _rolling(unit, count(counted)[1]) if goes_back else None
    if not which:
        begun = unit == "weekend" and match["the"] and match["lead"] in _ON_A_WEEKEND
        return _back("weekend", -1, -1) if begun else None
    return _current(unit) if which == "this" else _previous(match, unit, which)


def _current(unit: str) -> Relative | None:
    """The hours of a morning depend on where one is, so it is the whole day."""
    if unit in {"morning", "afternoon", "evening", "night"}:
        return Relative(grain="day")
    return _back(unit, 0, 0)


def _previous(match: re.Match[str], unit: str, which: str) -> Relative | None:
    """Last week is the one before this; the last week and the past week end today."""
    if unit in {"night", "evening"} and which == "last":
        return Relative(grain="day", low=1, high=1)
    the_last = which == "last" and match["the"] and not has_part(match) and unit != "day"
    if unit != "weekend" and (the_last or "past" in which):
        return _rolling(unit, 1)
    return _back(unit, 1, 1)


def _back(unit: str, low: int, high: int) -> Relative | None:
    if unit not in _STRETCHES:
        return None
    known, grain = _STRETCHES[unit]
    return Relative(grain=grain if low == high else "range", unit=known, low=low, high=high)


def _rolling(unit: str, many: int) -> Relative | None:
    """The last three weeks end today; months and years are rounded up to days."""
    if unit == "weekend":
        return _back(unit, 1, many)
    return Relative(grain="range", high=ceil(many * _DAYS[unit])) if unit in _DAYS else None
