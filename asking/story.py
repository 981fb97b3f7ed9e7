"""The parts of an item's story, each with the numbers that were recorded at the time."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from ..domain.events import Judge, PromotionScore, SupersessionReason
from ..domain.identity import ItemId
from ..domain.mind_policy import Curve, Steps
from ..domain.policy import PromotionPolicy
from .listing import ItemLine

Because: TypeAlias = Literal[
    "no-word",
    "not-known",
    "not-true",
    "superseded",
    "window",
    "tier",
    "kind",
    "source",
    "faded",
    "archived",
    "limit",
    "diversity",
    "since-forgotten",
]
"""Why an item is not in an answer."""


class RecallLine(msgspec.Struct, frozen=True, kw_only=True):
    """One search that returned the item, with every part of the score that it got."""

    position: int
    query: str
    asked_from: str | None
    recorded_at: int
    rank: int
    score: float
    relevance: float
    retention: float
    importance: float
    trust: float
    policy: str  # the name of the constants by which it was ranked
    counts: bool  # towards a promotion


class Strength(msgspec.Struct, frozen=True, kw_only=True):
    """How much of an item is left at a moment; all where it is ageless.

    `share` is what a search at that moment multiplies its relevance by, or adds its part of. By the
    curve of the half-life, what is above the `floor` is half gone after each half-life; by others
    it is `left` of the strength, and what touched the item counts too.
    """

    share: float
    told_at: int
    age_days: float | None  # None where it never fades
    half_life_days: float
    floor: float  # of the share
    curve: Curve = "half-life"
    left: float | None = None  # None by the half-life
    recalls: int = 0  # that count for it
    recalled_at: int | None = None  # the last of them
    archived_at: int | None = None  # since when it is in the archive, or will be untouched
    is_hidden: bool = False  # too weak, or in the archive


class Prospect(msgspec.Struct, frozen=True, kw_only=True):
    """How far an item that fades is on its way to a promotion, by the policy that is in force."""

    score: PromotionScore
    policy: PromotionPolicy
    missing: tuple[str, ...]  # in words; nothing where it is earned and waits for a dream


class Reason(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that keeps an item out of an answer; each filter alone would."""

    because: Because
    told: str
    item: ItemId | None = None  # the one that stands in its place


class Placing(msgspec.Struct, frozen=True, kw_only=True):
    """Where an item stands among all that may answer and itself, with every part of its score."""

    rank: int | None  # by score alone; None where it is beyond all that are ever returned
    score: float
    relevance: float
    retention: float
    importance: float
    trust: float


class Whereabouts(msgspec.Struct, frozen=True, kw_only=True):
    """At which rank an item answers a question, or every reason why it does not."""

    question: str
    recall: int | None  # the position of the recall that it was asked by; None where it is new
    told_at: int  # by which clock the answer is ranked
    rank: int | None  # in the answer; None where it is not in it
    placing: Placing | None  # None where nothing of what is asked stands in it or beside it
    returned: int
    last_score: float | None  # of the last that is returned
    terms_met: tuple[str, ...]  # of what is asked
    terms_missed: tuple[str, ...]
    terms_beside: tuple[str, ...]  # of those missed, what stands beside it and counts
    author_named: str | None  # who wrote it, where the question names them and that counts
    terms: tuple[str, ...]  # of the item
    reasons: tuple[Reason, ...]


class PromotionLine(msgspec.Struct, frozen=True, kw_only=True):
    """Why the item became evergreen: the numbers, the thresholds, and the recalls behind them."""

    position: int
    judge: Judge
    reason: str
    confidence: float
    recalls: int
    queries: int
    frequency: float
    relevance: float
    diversity: float
    recency: float
    total: float
    policy: PromotionPolicy
    recorded_at: int
    rests_on: tuple[int, ...]  # positions of the recalls that are still here


class ContradictionLine(msgspec.Struct, frozen=True, kw_only=True):
    """What speaks against the item."""

    position: int
    by: ItemId | None
    by_text: str | None
    strength: float
    penalty: float
    judge: Judge
    reason: str
    recorded_at: int


class RevisionLine(msgspec.Struct, frozen=True, kw_only=True):
    """What spoke for the item or against it, and how far evidence of full strength moves it."""

    position: int
    by: ItemId | None
    by_text: str | None
    speaks_for: bool
    strength: float
    step: float
    steps: Steps
    judge: Judge
    reason: str
    recorded_at: int


class SupersessionLine(msgspec.Struct, frozen=True, kw_only=True):
    """One step of the chain that the item is part of; no `by` where its source just dropped it."""

    position: int
    item: ItemId
    text: str
    by: ItemId | None
    by_text: str | None
    reason: SupersessionReason
    judge: Judge
    note: str
    recorded_at: int


class ReleaseLine(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody let the item out of quarantine."""

    judge: Judge
    reason: str
    recorded_at: int


class Story(msgspec.Struct, frozen=True, kw_only=True):
    """All that is known about one item and how it came to be so."""

    item: ItemLine
    is_evergreen: bool
    strength: Strength
    confidence: float
    confidence_from: Literal["source", "rule", "agent", "model", "person"]
    trust: float
    is_quarantined: bool  # in quarantine
    releases: tuple[ReleaseLine, ...]
    true_from_at: int | None  # in the world, as far as that is known
    true_until_at: int | None
    is_true: bool | None  # at the moment in the world that is asked about; None where none is
    sources: tuple[str, ...]
    also_said_by: tuple[ItemLine, ...]
    made_from: tuple[ItemLine, ...]
    led_to: tuple[ItemLine, ...]
    recalls: tuple[RecallLine, ...]
    promotion: PromotionLine | None
    prospect: Prospect | None  # None where it never fades
    contradictions: tuple[ContradictionLine, ...]
    revisions: tuple[RevisionLine, ...]
    chain: tuple[SupersessionLine, ...]
    current: ItemLine | None  # where the chain ends; the item itself where nothing replaced it
    whereabouts: Whereabouts | None  # None where no question is asked
