"""Two answers to one question, held against each other, and what happened from one to the other."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from ..domain.identity import ItemId
from ..domain.policy import RankingPolicy
from ..projections.answer import Signals

About: TypeAlias = Literal[
    "arrived",
    "promoted",
    "contradicted",
    "superseded",
    "released",
    "joined",
    "recalled",
    "passed over",
    "gathered",
    "revised",
]
"""An event that concerns one item."""

What: TypeAlias = (
    About
    | Literal[
        "policy",
        "aged",
        "corpus",
        "named",
        "days",
        "session",
        "meaning",
        "graph",
        "best",
        "suppressed",
        "let in",
        "faded",
        "overtaken",
        "passed",
        "over",
        "ahead",
        "doubted",
        "unlikely",
        "held",
        "recent",
    ]
)
"""All that can move an item."""


class Place(msgspec.Struct, frozen=True, kw_only=True):
    """Where an item stands in an answer, with every part of its score."""

    rank: int
    score: float
    relevance: float
    retention: float
    importance: float
    trust: float


class Cause(msgspec.Struct, frozen=True, kw_only=True):
    """One reason for a move; with a position where it is an event, with the items that did it."""

    what: What
    words: str
    position: int | None = None
    by: tuple[ItemId, ...] = ()


class Happened(msgspec.Struct, frozen=True, kw_only=True):
    """An event since then that concerns one item."""

    item: ItemId
    what: About
    position: int
    by: ItemId | None


class Side(msgspec.Struct, frozen=True, kw_only=True):
    """One of the two answers: who stood where, by which clock, constants and memory."""

    knew_up_to: int  # position
    places: dict[ItemId, Place]
    suppressed: tuple[ItemId, ...]
    signals: dict[ItemId, Signals]
    parts: dict[ItemId, int]  # by which each was found
    items: int  # in the whole memory
    best: ItemId | None  # which has the words best
    authors: tuple[str, ...]  # whom the question names
    spans: tuple[tuple[int, int], ...]  # and the days
    now: int
    policy: RankingPolicy
    hidden: frozenset[ItemId] = frozenset()  # of those in either answer, what has faded too much


class Between(msgspec.Struct, frozen=True, kw_only=True):
    """The two answers, and what happened from one to the other."""

    then: Side
    now: Side
    happened: tuple[Happened, ...]
    adopted: int | None  # where the constants of now came into force, if that is an event
