"""What a question asks for: its terms, and whom and which days it names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from functools import lru_cache
from typing import Final

import msgspec

from ..domain.expressions import date_spans
from ..domain.policy import RankingPolicy
from ..domain.query import Query
from ..domain.time_cues import asks_when
from .analyser import is_stop_word, terms

TERMS_MAX: Final = 64
"""Distinct ones; the first are taken."""

_WORD: Final = re.compile(r"\w+")
_SPOKEN: Final = re.compile(r"\w+(?:['\u2019]s\b)?")  # with what makes it a possessive
_AUTHORS_KEPT: Final = 50_000
_FIRST_PERSON: Final = frozenset({"i", "me", "my", "mine", "myself"})
_SELVES: Final = frozenset({"user", "human", "me"})
"""The names under which programs keep what the person who asks has said."""


class Reading(msgspec.Struct, frozen=True, kw_only=True):
    """A question as the index understands it, by a clock and a policy.

    The names of `authors` are no terms: who wrote a text stands in no text. A span of days is
    `(start, end)` in microseconds since 1970, without its end.
    """

    query: Query
    now: int
    policy: RankingPolicy
    terms: tuple[str, ...]
    authors: tuple[str, ...] = ()
    spans: tuple[tuple[int, int], ...] = ()
    asks_when: bool = False


def reading_of(query: Query, now: int, policy: RankingPolicy, *, authors: Iterable[str]) -> Reading:
    """What counts under the policy; what has no weight in it is not looked for."""
    named = tuple(_named(query.text, authors)) if policy.author_weight else ()
    return Reading(
        query=query,
        now=now,
        policy=policy,
        terms=_terms(query.text, named),
        authors=named,
        spans=date_spans(query.text, now) if policy.date_weight else (),
        asks_when=bool(policy.time_weight) and asks_when(query.text),
    )


def _terms(question: str, named: Iterable[str]) -> tuple[str, ...]:
    """Without the names of authors, unless nothing else is asked."""
    asked = dict.fromkeys(terms(question))
    names = {term for author in named for term in terms(author)}
    others = [term for term in asked if term not in names]
    return tuple(others or asked)[:TERMS_MAX]


def without_names(question: str, authors: Iterable[str]) -> str:
    """The question without the names of the authors that it names: a vector knows no fields."""
    names = {name for author in _called(question, authors) for name in _names_of(author)}
    if not names:
        return question
    return " ".join(_SPOKEN.sub(lambda said: _unless(said[0], names), question).split())


def _named(question: str, authors: Iterable[str]) -> list[str]:
    """Those that the question names, else those under whose name whoever asks has spoken."""
    known = list(authors)
    called = list(_called(question, known))
    folded = {word.casefold() for word in _WORD.findall(question)}
    if called or folded.isdisjoint(_FIRST_PERSON):
        return called
    return [author for author in known if len(n := _names_of(author)) == 1 and n[0] in _SELVES]


def _called(question: str, authors: Iterable[str]) -> Iterator[str]:
    words = _WORD.findall(question)
    folded = {word.casefold() for word in words}
    capital = {word.casefold() for word in words if _is_name(word)}
    for author in authors:
        names = _names_of(author)
        if not capital.isdisjoint(names) or (names and folded.issuperset(names)):
            yield author


@lru_cache(_AUTHORS_KEPT)
def _names_of(author: str) -> tuple[str, ...]:
    return tuple(name.casefold() for name in _WORD.findall(author))


def _unless(said: str, names: AbstractSet[str]) -> str:
    [word, *_] = _WORD.findall(said)
    return "" if word.casefold() in names else said


def _is_name(word: str) -> bool:
    return word[0].isupper() and len(word) > 1 and not is_stop_word(word)
