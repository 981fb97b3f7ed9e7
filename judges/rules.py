"""Rules that judge: without a model, the same every time, and silent where they are not sure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date
from typing import Final, NamedTuple

from ..domain.calendar_phrases import times
from ..domain.calendar_readings import Calendar
from ..domain.calendar_spans import in_year
from ..domain.identity import squeeze
from ..domain.judge import EXTRACTED_MAX, SPEAKER, Distilled, Extracted, JudgedBy, Verdict

CONFIDENCE: Final = 0.5
"""Of what a rule read out of a sentence: it may have been a joke or a quotation; ours."""

TEXT_CHARS_MAX: Final = 20_000
_SENTENCE_CHARS_MAX: Final = 200
_VALUE_CHARS_MAX: Final = 100
_SPAN_DAYS_MAX: Final = 31  # a year is too coarse to tell which of two facts came first
_SINCE: Final = frozenset({"since", "from", "as of", "starting"})
_WHEN: Final = _SINCE | {"on", "in"}

_SENTENCE: Final = re.compile(r"[^.!?\n]+(?:[.](?=\S)[^.!?\n]*)*[.!?]?")
# Whoever says one of these does not state what is so, or says no more than that it was.
_UNSURE: Final = re.compile(
    r"\b(?:not|never|no|nothing|if|maybe|perhaps|probably|might|(?-i:may)|could|would|should|hope|wish"
    r"|think|guess|almost|said|says|was|were|unless|whether|joking|kidding|no\slonger)\b|n['’]t\b"
    r"|[\"“”]",
    re.IGNORECASE,
)
_NAME = r"[^\W\d_][\w.’'-]*(?:[ ][\w.’'-]+){0,2}?"
_PATTERNS: Final = (
    re.compile(rf"my (?P<attribute>{_NAME}) (?:is|are)(?P<now> now)? (?P<value>.+)", re.IGNORECASE),
    re.compile(
        rf"(?P<subject>{_NAME})['’]s (?P<attribute>{_NAME}) is(?P<now> now)? (?P<value>.+)",
        re.IGNORECASE,
    ),
    re.compile(rf"(?P<subject>(?:the )?{_NAME}) is(?P<now> now) (?P<value>.+)", re.IGNORECASE),
    re.compile(
        r"(?P<speaker>i)(?:['’]ve| have)?(?: just| recently)? (?:moved|switched)"
        r"(?: (?:over|back))? to (?P<value>.+)",
        re.IGNORECASE,
    ),
    re.compile(r"(?P<speaker>i)(?: now use|['’]m now using) (?P<value>.+)", re.IGNORECASE),
)
# What is only mentioned, as in `my point is that`, or moves on with the sentence, is no value.
_NO_VALUE: Final = re.compile(
    r"(?:that|to|why|how|what|because|when|where|like|going|getting|being|doing|so|too|very|about"
    r"|always|also|more|most|less|still|already|just|really|such|all|there)\b"
    r"|.*[,;:]|.*\s[-\u2013\u2014]\s|.*\b(?:and|but|or|because|which|who)\b",
    re.IGNORECASE,
)
_NO_SUBJECT: Final = frozenset(
    "it that this there he she they we you i what who which here everything"
    " his her their our your its".split()
)
_NO_ATTRIBUTE: Final = frozenset({"favourite", "favorite"})  # of what, the sentence before tells


class _Read(NamedTuple):
    fact: Extracted
    is_now: bool


class RulesJudge:
    """Judges by the form of sentences alone; what is not safe by rule it leaves to others."""

    name = "rules"
    judge: JudgedBy = "rule"

    def relation(self, earlier: str, later: str) -> Verdict | None:
        """An update where the later text says `now` of what the earlier gave another value.

        Texts with the same words say the same. That one denies the other is never decided: a
        negation found 6 of 40 contradictions and flagged 1,897 pairs in 20 chats (BEAM, 100K).
        """
        if squeeze(earlier) == squeeze(later):
            return Verdict(relation="none", reason="the same words")
        before, now = [*_read(earlier)], [*_read(later)]
        if len(before) != 1 or len(now) != 1 or not now[0].is_now:
            return None
        one, other = before[0].fact, now[0].fact
        if not _is_keyed(other) or _key(one) != _key(other):
            return None
        if squeeze(one.value) == squeeze(other.value):
            return Verdict(relation="none", reason="the same value")
        reason = f"{other.subject}: {other.attribute} is now another"
        return Verdict(relation="update", confidence=CONFIDENCE, reason=reason)

    def distil(self, texts: Sequence[str], nearness: Sequence[float] = ()) -> Distilled | None:
        """The text that is nearest to the middle of them, the first of several; as it stands.

        How near they are on the whole is how sure it is that one can stand for all.
        """
        if not texts:
            return None
        if len(nearness) != len(texts):
            return _chosen(texts[0], CONFIDENCE)
        central = max(range(len(texts)), key=lambda at: (nearness[at], -at))
        mean = sum(nearness) / len(nearness)
        return _chosen(texts[central], min(max(mean, 0.0), 1.0))

    def extract(self, text: str) -> tuple[Extracted, ...]:
        """What whole sentences state: my X is Y, A's X is Y, X is now Y, I moved to, I now use."""
        facts = [read.fact for read in _read(text[:TEXT_CHARS_MAX])]
        return tuple(dict.fromkeys(facts))[:EXTRACTED_MAX]


def _chosen(text: str, confidence: float) -> Distilled | None:
    if len(text) > 2_000:  # noqa: PLR2004 - as long as a distilled text may be
        return None
    reason = "the one nearest to the middle of them"
    return Distilled(text=text, kind="summary", confidence=confidence, reason=reason)


def _is_keyed(fact: Extracted) -> bool:
    """Whether two texts with that key speak of one thing; who `me` is, texts alone do not tell."""
    return bool(fact.attribute) and fact.subject != SPEAKER


def _key(fact: Extracted) -> tuple[str, str]:
    return squeeze(fact.subject), squeeze(fact.attribute)


def _read(text: str) -> Iterator[_Read]:
    """Every sentence that states something in one of the safe forms."""
    for match in _SENTENCE.finditer(text):
        sentence = " ".join(match[0].split())
        if sentence and len(sentence) <= _SENTENCE_CHARS_MAX and not sentence.endswith("?"):
            read = _sentence(sentence)
            if read is not None:
                yield read


def _sentence(sentence: str) -> _Read | None:
    dated = _dated(sentence.rstrip(".! "))
    if dated is None or _UNSURE.search(dated.words):
        return None
    for pattern in _PATTERNS:
        found = pattern.fullmatch(dated.words)
        if found is not None:
            return _fact(found, sentence, dated.since)
    return None


class _Dated(NamedTuple):
    words: str
    since: str


def _dated(words: str) -> _Dated | None:
    """A sentence without the date since which it holds; None where it tells other times.

    A date that is the value itself, as of a birthday, stays where it is.
    """
    found = times(words)
    if not found:
        return _Dated(words, "")
    [(phrase, other), *more] = found
    if other is not None or more or not isinstance(phrase.what, Calendar):
        return None
    is_event = words.lower().startswith("i")
    if phrase.lead not in (_WHEN if is_event else _SINCE):
        return _Dated(words, "")
    span = in_year(phrase, phrase.what.year) if phrase.what.year else None
    if span is None or span[1] - span[0] > _SPAN_DAYS_MAX:
        return None
    rest = f"{words[: phrase.start]} {words[phrase.end :]}"
    since = date.fromordinal(span[0]).isoformat()
    return _Dated(" ".join(rest.split()).strip(" ,"), since)


def _fact(found: re.Match[str], sentence: str, since: str) -> _Read | None:
    told = found.groupdict()
    value = told["value"].strip()
    subject = told.get("subject") or SPEAKER
    if len(value) > _VALUE_CHARS_MAX or _NO_VALUE.match(value):
        return None
    attribute = told.get("attribute") or ""
    if subject.split()[0].lower() in _NO_SUBJECT or attribute.lower() in _NO_ATTRIBUTE:
        return None
    fact = Extracted(
        text=sentence,
        subject=subject,
        attribute=attribute,
        value=value,
        valid_from=since,
        confidence=CONFIDENCE,
    )
    return _Read(fact, is_now=bool(told.get("now")))
