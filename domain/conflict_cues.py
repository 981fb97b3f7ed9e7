"""Signs that a later text may contradict or bring up to date an earlier one.

They nominate and decide nothing. Measured on conversations, a rule of negations and shared words
found 6 of 40 contradictions and 1,897 pairs that were none, while a negation in one of the two
stands in 70 to 75 of a hundred contradictions, and new numbers in 85 to 95 of a hundred updates.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Final, Literal, TypeAlias

import msgspec

from .calendar_phrases import Phrase, times
from .calendar_readings import Calendar
from .calendar_words import lowered
from .events import Origin
from .identity import ItemId

CueKind: TypeAlias = Literal["negation", "number", "date", "update", "words"]

SHARED_MIN: Final = 0.5
"""Texts that share so much of what the shorter one speaks of are about the same; ours."""

SHARED_WORDS_MIN: Final = 2
"""Texts that share fewer words, and less than all of the shorter one, need another sign; ours."""

_SHOWN_MAX: Final = 5
_WORD: Final = re.compile(r"[^\W\d_]+(?:['\u2019][^\W\d_]+)?")
_CJK: Final = re.compile(r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uac00-\ud7af]")
_NUMBER: Final = re.compile(r"\d+(?:[.,:]\d+)*")
_NEGATION: Final = re.compile(
    r"\b(?:not|no|never|none|nobody|nothing|neither|nor|without|cannot|no longer|\w+n['\u2019]t)\b"
)
_UPDATE: Final = re.compile(
    r"\b(?:now|no longer|any ?more|instead|from now on|these days|nowadays|currently|actually"
    r"|used to|no more|as of|turns out|correction|moved|moves|switched|changed|replaced|renamed"
    r"|updated|became|becomes|started|stopped|quit|cancell?ed|postponed|rescheduled|since then)\b"
)
_WEEKDAYS: Final = frozenset("monday tuesday wednesday thursday friday saturday sunday".split())
_COUNTED: Final = "two three four five six seven eight nine ten eleven twelve"
_NUMBERS: Final = {word: str(number) for number, word in enumerate(_COUNTED.split(), start=2)}
# What says nothing about what a text is about, and what is a sign by itself.
_EMPTY: Final = frozenset(
    """
    a about after again all also am an and any anymore are as at be because been before being but
    by can cannot could currently did do does doing during each few for from had has have having he
    her here hers him his how i if in instead into is it its itself just me more most my myself no
    none nor not now nowadays of off on once only or other our ours out over own same she should so
    some such than that the their theirs them then there these they this those through to too under
    until up us very was we were what when where which while who whom whose why will with without
    would you your yours longer actually never
    """.split()
)
_ENDINGS: Final = ("ing", "ed", "es", "s", "e")
_STEM_CHARS_MIN: Final = 3

_Day: TypeAlias = tuple[int, int, int, str]
"""Year, month, day and day of the week; nothing where it is not told."""


class Cue(msgspec.Struct, frozen=True):
    """One sign, with a sentence that says by what it was seen."""

    kind: CueKind
    reason: str


class PossibleConflict(msgspec.Struct, frozen=True):
    """An earlier item that somebody should look at, how near it is from 0 to 1, and the signs.

    With where it came from, and what contradictions have left of the trust in it.
    """

    item: ItemId
    text: str
    score: float
    cues: tuple[Cue, ...]
    source: str | None = None  # None where it was made from several, as for its channel
    origin: Origin | None = None
    trust: float = 1.0


def cues(earlier: str, later: str) -> tuple[Cue, ...]:
    """All signs, the telling ones first; none where the texts are not about the same."""
    one, other = content_words(earlier), content_words(later)
    shared = [other[word] for word in other if word in one]
    shorter = min(len(one), len(other))
    is_near = bool(shared) and len(shared) >= SHARED_MIN * shorter
    if not is_near and len(shared) < SHARED_WORDS_MIN:
        return ()
    found = [sign(earlier, later) for sign in _SIGNS]
    if is_near and len(shared) >= min(SHARED_WORDS_MIN, shorter):
        found.append(Cue("words", f"both speak of {_list(shared)}"))
    return tuple(cue for cue in found if cue)


def content_words(text: str) -> dict[str, str]:
    """What a text speaks of, each word without its ending, and as it was first written.

    Runs of Chinese, Japanese and Korean are pairs of characters.
    """
    found: dict[str, str] = {}
    for word in _words(text):
        if _CJK.match(word):
            found |= {word[at : at + 2]: word[at : at + 2] for at in range(max(len(word) - 1, 1))}
        elif word not in _EMPTY and word not in _NUMBERS:
            found.setdefault(_stem(word), word)
    return found


def _negation(earlier: str, later: str) -> Cue | None:
    one, other = (_NEGATION.search(text.casefold()) for text in (earlier, later))
    if bool(one) == bool(other):
        return None
    which, said = ("earlier", one) if one else ("later", other)
    return Cue("negation", f"only the {which} one says {said[0]!r}") if said else None


def _number(earlier: str, later: str) -> Cue | None:
    one, other = _numbers(earlier), _numbers(later)
    lost = [shown for number, shown in one.items() if number not in other]
    new = [shown for number, shown in other.items() if number not in one]
    return _instead("number", lost, new)


def _date(earlier: str, later: str) -> Cue | None:
    one, other = _dates(earlier), _dates(later)
    if any(_agree(mine, theirs) for mine in one for theirs in other):
        return None
    return _instead("date", [*one.values()], [*other.values()])


def _update(_: str, later: str) -> Cue | None:
    said = _UPDATE.search(later.casefold())
    return Cue("update", f"the later one says {said[0]!r}") if said else None


def _instead(kind: CueKind, lost: Sequence[str], new: Sequence[str]) -> Cue | None:
    if not (lost and new):
        return None
    return Cue(kind, f"{_list(new)} where the earlier one says {_list(lost)}")


def _numbers(text: str) -> dict[str, str]:
    """Numbers outside of dates, by their value."""
    rest = lowered(text)
    for phrase in _phrases(text):
        rest = rest[: phrase.start] + " " * (phrase.end - phrase.start) + rest[phrase.end :]
    written = {said.replace(",", ""): said for said in _NUMBER.findall(rest)}
    return {_NUMBERS[word]: word for word in _words(rest) if word in _NUMBERS} | written


def _dates(text: str) -> dict[_Day, str]:
    """Days, months and years that have a name, and days of the week."""
    found: dict[_Day, str] = {(0, 0, 0, word): word for word in _words(text) if word in _WEEKDAYS}
    for phrase in _phrases(text):
        what = phrase.what
        if isinstance(what, Calendar):
            month = what.month if what.months == 1 else 0
            found[what.year or 0, month, what.day or 0, ""] = text[phrase.start : phrase.end]
    return found


def _agree(one: _Day, other: _Day) -> bool:
    """What both tell is the same, and that is something."""
    told = [(mine, theirs) for mine, theirs in zip(one, other, strict=True) if mine and theirs]
    return bool(told) and all(mine == theirs for mine, theirs in told)


def _phrases(text: str) -> Iterator[Phrase]:
    for phrase, until in times(text):
        yield phrase
        if until is not None:
            yield until


def _words(text: str) -> Iterator[str]:
    for word in _WORD.findall(text):
        yield re.split("['\u2019]", word.casefold())[0]


def _stem(word: str) -> str:
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _STEM_CHARS_MIN:
            return word.removesuffix(ending)
    return word


def _list(said: Sequence[str]) -> str:
    return ", ".join(said[:_SHOWN_MAX])


_SIGNS: Final[tuple[Callable[[str, str], Cue | None], ...]] = (_negation, _number, _date, _update)
