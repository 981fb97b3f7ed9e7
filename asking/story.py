"""The parts of an item's story, each with the numbers that were recorded at the time."""

from __future__ import annotations

import msgspec

from ..domain.events import Judge, SupersessionReason
from ..domain.identity import ItemId
from ..domain.policy import PromotionPolicy
from .listing import ItemLine


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


class Story(msgspec.Struct, frozen=True, kw_only=True):
    """All that is known about one item and how it came to be so."""

    item: ItemLine
    is_evergreen: bool
    trust: float
    sources: tuple[str, ...]
    also_said_by: tuple[ItemLine, ...]
    made_from: tuple[ItemLine, ...]
    led_to: tuple[ItemLine, ...]
    recalls: tuple[RecallLine, ...]
    promotion: PromotionLine | None
    contradictions: tuple[ContradictionLine, ...]
    chain: tuple[SupersessionLine, ...]
    current: ItemLine | None  # where the chain ends; the item itself where nothing replaced it
