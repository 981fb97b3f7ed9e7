"""What a dream answers with: each of its phases, and what earned its place by the way."""

from __future__ import annotations

import msgspec

from .events import PromotionScore
from .identity import ItemId
from .mind_policy import Phase


class Assessment(msgspec.Struct, frozen=True, kw_only=True):
    """Whether one item has earned its promotion, and what is missing if not."""

    item: ItemId
    text: str
    score: PromotionScore
    missing: tuple[str, ...]


class PhaseDone(msgspec.Struct, frozen=True, kw_only=True):
    """How much one phase has seen, how much of it it changed, or would in a dry run, and how."""

    phase: Phase
    seen: int
    changed: int = 0
    details: tuple[str, ...] = ()


class Dream(msgspec.Struct, frozen=True, kw_only=True):
    """What a dream did, or would have in a dry run, and what it found not yet earned."""

    promoted: tuple[Assessment, ...]
    passed_over: tuple[Assessment, ...]
    is_dry_run: bool
    phases: tuple[PhaseDone, ...] = ()
