"""The times of a question as they stand in it, one after the other or as two ends of a range."""

from __future__ import annotations

import re
from datetime import date
from typing import Final

import msgspec

from .calendar_readings import Calendar, reading
from .calendar_words import EXPRESSION, HINT, count, lowered, spaced
from .relative_times import Relative

PHRASES_MAX: Final = 16
# A question is a sentence or a few; what follows them is matter, and is not searched for times.
READ_CHARS_MAX: Final = 1_000

_JOINERS = frozenset("and to through until till".split())
_UNSAID = frozenset("and to of for".split())
_UNSAID_BEFORE_LAST = frozenset({"in", "at", "from"})
_DASHES = frozenset({"-", "–", "—"})
_BESIDE_CHARS = 4  # as between `May` and `last year` in `May of last year`


class Phrase(msgspec.Struct, frozen=True, kw_only=True):
    """One time as it was named: where, what, which part of it, and how far before or after it."""

    start: int
    end: int
    what: Calendar | Relative
    lead: str = ""
    joins: bool = False
    part: str = ""
    pieces: int = 1
    piece: str = ""
    away: int = 0
    away_unit: str = ""


def _phrases(text: str) -> list[Phrase]:
    found: list[Phrase] = []
    written = text[:READ_CHARS_MAX]
    plain = lowered(written)
    if not HINT.search(plain):
        return found
    for match in EXPRESSION.finditer(plain):
        between = plain[found[-1].end : match.start()].strip() if found else "first"
        joins = between in _DASHES or (not between and match["lead"] in _JOINERS)
        what = reading(match, written, joins=joins)
        if what is not None:
            found.append(_phrase(match, what, joins=joins))
        if len(found) == PHRASES_MAX:
            break
    return found


def _phrase(match: re.Match[str], what: Calendar | Relative, *, joins: bool) -> Phrase:
    side = match["side"]
    away = count(match["away"])[1] if side else 0
    return Phrase(
        start=_start(match),
        end=match.end(),
        what=what,
        lead=spaced(match["lead"]),
        joins=joins,
        part=match["part"] or match["stretch"] or match["nth"] or "",
        pieces=count(match["pieces"])[1],
        piece=match["piece"] or "",
        away=-away if side == "before" else away,
        away_unit=match["away_unit"] or "",
    )


def _start(match: re.Match[str]) -> int:
    """Where the time begins; a word that belongs to what was before it is left out."""
    lead = match["lead"]
    bare = not match["the"] and (match["which"] or match["ago"] or match["word"])
    if lead in _UNSAID or (bare and lead in _UNSAID_BEFORE_LAST):
        return match.end("lead") + 1
    return match.start()


def times(text: str, today: int | None = None) -> list[tuple[Phrase, Phrase | None]]:
    """Each time alone, or with the one that it reaches up to; the first sixteen at most.

    Beside a date of a day, words like `yesterday` count from that day, and are left out. Without
    `today`, a year that is told from it stays a time of its own.
    """
    found = _with_years(_phrases(text), today)
    if any(isinstance(each.what, Calendar) and each.what.day for each in found):
        found = [each for each in found if isinstance(each.what, Calendar)]
    paired: list[tuple[Phrase, Phrase | None]] = []
    for phrase in found:
        if paired and _reaches(*paired[-1], phrase):
            paired[-1] = (paired[-1][0], phrase)
        else:
            paired.append((phrase, None))
    return paired


def _reaches(one: Phrase, other: Phrase | None, phrase: Phrase) -> bool:
    return other is None and phrase.joins and (phrase.lead != "and" or one.lead == "between")


def _with_years(found: list[Phrase], today: int | None) -> list[Phrase]:
    """`May last year` and `last year in May` are one; `May and June 2023` are both in 2023."""
    filled: list[Phrase] = []
    for phrase in found:
        one = _merged(filled[-1], phrase, today) if filled and today else None
        filled[len(filled) - bool(one) :] = [one or phrase]
    for index in range(len(filled) - 1):
        filled[index : index + 2] = _in_one_year(*filled[index : index + 2])
    return filled


def _in_one_year(one: Phrase, other: Phrase) -> tuple[Phrase, Phrase]:
    first, last = one.what, other.what
    if not (other.joins and isinstance(first, Calendar) and isinstance(last, Calendar)):
        return (one, other)
    later = first.month > last.month
    if first.year is None and last.year is not None:
        return (_in(one, last.year - later, from_now=last.year_from_now), other)
    if first.year is not None and last.year is None:
        return (one, _in(other, first.year + later, from_now=first.year_from_now))
    return (one, other)


def _merged(one: Phrase, other: Phrase, today: int) -> Phrase | None:
    """A date and the year beside it that was told from now."""
    date_first = isinstance(one.what, Calendar)
    named, told = (one, other) if date_first else (other, one)
    if not (isinstance(named.what, Calendar) and isinstance(told.what, Relative)):
        return None
    if named.what.year or told.what.grain != "year" or other.start - one.end > _BESIDE_CHARS:
        return None
    in_that_year = _in(named, date.fromordinal(today).year - told.what.low, from_now=True)
    return msgspec.structs.replace(in_that_year, start=one.start, end=other.end)


def _in(phrase: Phrase, year: int, *, from_now: bool) -> Phrase:
    what = msgspec.structs.replace(phrase.what, year=year, year_from_now=from_now)
    return msgspec.structs.replace(phrase, what=what)
