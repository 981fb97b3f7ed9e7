"""The words of the calendar in English, and how they stand together where a time is named.

No pattern here repeats without a bound, so one look at a text costs its length and no more.
"""

from __future__ import annotations

import re
from string import ascii_lowercase, ascii_uppercase
from typing import Final

MONTH_NUMBERS: Final = {
    name: number
    for number, names in enumerate(
        (
            "january jan",
            "february feb",
            "march mar",
            "april apr",
            "may",
            "june jun",
            "july jul",
            "august aug",
            "september sept sep",
            "october oct",
            "november nov",
            "december dec",
        ),
        start=1,
    )
    for name in names.split()
}
WEEKDAY_NUMBERS: Final = {
    name: number
    for number, names in enumerate(
        (
            "monday mon",
            "tuesday tues tue",
            "wednesday wed",
            "thursday thurs thur thu",
            "friday fri",
            "saturday sat",
            "sunday sun",
        )
    )
    for name in names.split()
}
# The first month of each; a season belongs to the year that it begins in, north of the equator.
SEASON_MONTHS: Final = {"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12}
ORDINALS: Final = {
    name: number
    for number, names in enumerate(("first 1st", "second 2nd", "third 3rd", "fourth 4th"), start=1)
    for name in names.split()
} | {"last": -1}

# How many are meant at least and at most.
COUNTS: Final = {
    name: (number, number)
    for number, name in enumerate(
        "one two three four five six seven eight nine ten eleven twelve".split(), start=1
    )
} | {
    "a": (1, 1),
    "an": (1, 1),
    "a couple": (2, 3),
    "a couple of": (2, 3),
    "a few": (2, 5),
    "several": (3, 7),
}


def _one_of(*names: str) -> str:
    """The longest first, since an alternative that fits ends the choice."""
    return "|".join(sorted(names, key=lambda name: (-len(name), name))).replace(" ", r"\s")


_GAP = r"\s{1,3}"
_OF = rf"(?:of{_GAP})?"
_YEAR = r"(?:19|20)\d\d(?![\w%]|[.:/,]\d)(?!-\d)"
_SEASON_YEAR = rf"(?:19|20)\d\d(?=[/-]\d\d)|{_YEAR}"  # winter 2022/23 began in 2022
_DAY = r"(?:3[01]|[12]\d|0?[1-9])"
_TH = r"(?:st|nd|rd|th)?"
_COUNT = rf"\d{{1,3}}|{_one_of(*COUNTS)}"
_MONTH = _one_of(*MONTH_NUMBERS)
_WEEKDAY = _one_of(*WEEKDAY_NUMBERS)
_UNIT = "weekend|week|day|month|year"

# `next`, `every` and the like are taken along so that what follows them is seen to be no window.
_LEAD = _one_of(
    *"in on at of for over during throughout within around since from after before until".split(),
    *"till through by between and to every each any some next coming upcoming".split(),
    *("as of", "up to", "black", "good", "usa"),
)
_PART = rf"""(?:
    (?P<part>early|mid|late)[\s-]{{1,3}}(?:in{_GAP})?
    |(?:
        (?P<stretch>beginning|start|middle|end|week)
        |(?P<nth>{_one_of(*ORDINALS)}){_GAP}(?:(?P<pieces>{_COUNT}){_GAP})?
         (?P<piece>weekend|week|day|month|quarter|half)s?
    ){_GAP}of{_GAP}(?:the{_GAP})?
    |(?:last{_GAP})?(?:(?P<away>{_COUNT}){_GAP})?
     (?P<away_unit>{_UNIT}|{_WEEKDAY})s?{_GAP}(?P<side>before|after){_GAP}
)?"""
_NUMERIC = rf"""
    (?P<iso_year>(?:19|20)\d\d)[-/](?P<iso_month>0[1-9]|1[0-2])(?:[-/](?P<iso_day>{_DAY}))?
        (?![\w]|[-/:.]\d)
    |(?P<slash_one>\d\d?)/(?P<slash_two>\d\d?)/(?P<slash_year>{_YEAR})
    |(?P<slash_month>0?[1-9]|1[0-2])/(?P<slash_month_year>{_YEAR})
    |q(?P<quarter>[1-4])(?:{_GAP}{_OF}|,\s?|[/-])?(?P<quarter_year>{_YEAR})
    |(?:year{_GAP})?(?P<only_year>(?:19|20)\d\d)\s?[-–]\s?(?P<last_year>{_YEAR})
    |(?:year{_GAP})?(?P<year_alone>{_YEAR})"""
_NAMED_MONTH = rf"""
    (?:(?P<day_first>{_DAY}){_TH}{_GAP}{_OF})?(?P<month>{_MONTH})\b\.?
    (?:{_GAP}(?:the{_GAP})?(?P<day_second>{_DAY}){_TH}(?![\w%]|[.:/]\d|\s?[ap]\.?m\b)
        (?:(?:\s?[-–]\s?|\s(?:to|and|through)\s)(?P<last_day>{_DAY}){_TH}(?![\w%]|[.:/]\d)
            (?!{_GAP}{_OF}(?:{_MONTH})\b))?
    )?
    (?:,?\s{{0,2}}{_OF}(?P<year>{_YEAR}))?"""
EXPRESSION: Final = re.compile(
    rf"""(?<![\w/.:@\#$€£])(?<!\d[-–])(?=\w)
    (?:(?P<lead>{_LEAD}|(?:an?|one)(?={_GAP}(?:{_WEEKDAY})\b)){_GAP})?(?:(?P<the>the){_GAP})?{_PART}
    (?:
        (?P<word>yesterday|today|tonight)\b
        |{_NUMERIC}
        |(?:(?P<which>this{_GAP}past|last|past|previous|this|next){_GAP})?(?:
            {_NAMED_MONTH}
            |(?P<season>{_one_of(*SEASON_MONTHS)})\b(?:,?{_GAP}{_OF}(?P<season_year>{_SEASON_YEAR}))?
            |(?P<weekday>{_WEEKDAY})\b
            |(?:(?P<count>{_COUNT}){_GAP})?
             (?P<unit>{_UNIT}|night|morning|afternoon|evening)(?P<plural>s)?\b
             (?:{_GAP}(?P<ago>ago|back)\b)?
        )
    )""",
    re.VERBOSE,
)
# A question without any of these names no time.
HINT: Final = re.compile(
    rf"\b(?:{_MONTH}|{_WEEKDAY}|{_one_of(*SEASON_MONTHS)}|yesterday|today|tonight"
    rf"|(?:{_UNIT}|night|morning|afternoon|evening)s?|(?:19|20)\d\d)\b"
)
# What may follow a word that is also something else, where it stands for a time.
FREE: Final = re.compile(
    r"\s{0,3}(?:$|[?.!,;:)\]\"'’”]"
    r"|(?:and|or|with|at|for|when|where|did|do|does|was|were|is|about|by|that|which|who|as|but|if"
    r"|than|then|because|while|before|after|night|morning|afternoon|evening)\b)"
)
OF: Final = re.compile(r"\s{1,3}of\b")
# A range of months may begin here, so that a name before it is a month and no person.
UP_TO_A_MONTH: Final = re.compile(rf"\s?(?:[-–]|to\b|through\b|until\b|till\b)\s?(?:{_MONTH})\b")
# A number that counts what follows is no year: 2023 items, 2000 people, 1999 dollars.
COUNTED: Final = re.compile(
    r"\s{1,3}(?!(?:was|is|has|does|as|this|its|his|yes)\b)"
    r"(?:[a-z]{2,20}s|people|men|women|children|percent|km|kg|euro)\b"
)
INSIDE: Final = frozenset("in during throughout over since until till".split())
AROUND: Final = INSIDE | frozenset("after before between through around".split())
ON_A_DAY: Final = AROUND | frozenset(("on", "from", "to", "by", "as of", "up to"))

_ASCII_LOWER = str.maketrans(ascii_uppercase, ascii_lowercase)


def lowered(text: str) -> str:
    """In small letters, and as long as before: some capitals would become two letters."""
    small = text.lower()
    return small if len(small) == len(text) else text.translate(_ASCII_LOWER)


def spaced(said: str | None) -> str:
    """Words with one space between them; nothing said is empty."""
    return " ".join(said.split()) if said else ""


def count(said: str | None) -> tuple[int, int]:
    """At least and at most how many; nothing said is one."""
    if said is None:
        return (1, 1)
    return (int(said), int(said)) if said.isdecimal() else COUNTS[spaced(said)]


def is_led(match: re.Match[str], leads: frozenset[str]) -> bool:
    """Something before it says that a time follows."""
    return spaced(match["lead"]) in leads or bool(match["which"]) or has_part(match)


def has_part(match: re.Match[str]) -> bool:
    """Only a part of the time is meant, or days before or after it."""
    return any(match[group] for group in ("part", "stretch", "nth", "side"))


def is_free(match: re.Match[str]) -> bool:
    """It ends there, or goes on with a word that does not belong to it."""
    return FREE.match(match.string, match.end()) is not None
