"""Who says what one text is to another, and what they say: the rules, an agent, or a model.

Whatever a judge says is recorded in the event that follows from it, so no replay asks again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Final, Literal, Protocol, TypeAlias

import msgspec
from msgspec.structs import replace

from .kinds import Kind

Relation: TypeAlias = Literal["contradiction", "update", "refinement", "none"]
JudgedBy: TypeAlias = Literal["rule", "agent", "model"]
Confidence: TypeAlias = Annotated[float, msgspec.Meta(ge=0.0, le=1.0)]
Text: TypeAlias = Annotated[str, msgspec.Meta(max_length=2_000)]
Word: TypeAlias = Annotated[str, msgspec.Meta(max_length=200)]

EXTRACTED_MAX: Final = 50
SPEAKER: Final = "speaker"
"""The subject of a fact that whoever said the text told of themselves."""


class Said(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a judge may answer; decoding holds it to its bounds."""


class Verdict(Said, frozen=True, kw_only=True):
    """What a later text is to an earlier one.

    A `contradiction` cannot be true beside it, an `update` tells that it has changed since, and a
    `refinement` says the same more exactly.
    """

    relation: Relation
    confidence: Confidence = 1.0
    reason: Text = ""


class Distilled(Said, frozen=True, kw_only=True):
    """One text that stands for several."""

    text: Annotated[str, msgspec.Meta(min_length=1, max_length=2_000)]
    kind: Kind = "fact"
    confidence: Confidence = 1.0
    reason: Text = ""


class Extracted(Said, frozen=True, kw_only=True):
    """One fact that a text states; keyed where both subject and attribute are told.

    `valid_from` is ISO 8601, as `2026-03-01`, and empty where the text does not tell it.
    """

    text: Annotated[str, msgspec.Meta(min_length=1, max_length=2_000)]
    kind: Kind = "fact"
    subject: Word = ""
    attribute: Word = ""
    value: Word = ""
    scope: Word = ""
    valid_from: Word = ""
    confidence: Confidence = 1.0


class Judge(Protocol):
    """Answers one question at a time; None, or nothing, where it cannot tell.

    One that asks others may raise JudgeFailed, which leaves that one question open, and
    BudgetSpent, after which no further question is of use.
    """

    @property
    def name(self) -> str:
        """Who judged, as it is told with a reason; it holds no secret."""
        ...

    @property
    def judge(self) -> JudgedBy:
        """What sort of judge it is, as events name it."""
        ...

    def relation(self, earlier: str, later: str) -> Verdict | None:
        """What the later text is to the earlier one."""
        ...

    def distil(self, texts: Sequence[str], nearness: Sequence[float] = ()) -> Distilled | None:
        """What the texts say together; `nearness` is that of each to the middle of them all."""
        ...

    def extract(self, text: str) -> tuple[Extracted, ...]:
        """The facts that a text states; SPEAKER is the subject of what it says of `me`."""
        ...


def spoken_by(fact: Extracted, author: str) -> Extracted:
    """The fact with its speaker named; without a key where nobody knows who that was.

    Two people who each say `my` would contradict each other under one key.
    """
    if fact.subject != SPEAKER:
        return fact
    if author:
        return replace(fact, subject=author)
    return replace(fact, subject="", attribute="", value="")
