"""The parts of an explained snapshot: what was told then, what would be now, and what moved."""

from __future__ import annotations

from typing import Literal

import msgspec

from ..asking.snapshot import Part, Snapshot
from ..domain.events import Hit
from ..domain.identity import ItemId
from ..domain.mind_policy import ContextPolicy
from ..domain.policy import RankingPolicy
from .explanation import Comparison
from .sides import Cause


class Spot(msgspec.Struct, frozen=True, kw_only=True):
    """Where a snapshot told an item, and how strong it was.

    The journal keeps the rank alone; the part is that of the same snapshot taken again, and None
    where that does not tell the item.
    """

    rank: int
    part: Part | None
    score: float
    relevance: float  # to the question; 0 where nobody asked for it
    retention: float
    importance: float
    trust: float


class Taken(msgspec.Struct, frozen=True, kw_only=True):
    """One of the two snapshots, and by which constants and in what room it was written."""

    snapshot: Snapshot
    policy: RankingPolicy
    room: ContextPolicy


class SpotMoved(msgspec.Struct, frozen=True, kw_only=True):
    """One item then and now; None where it was not told."""

    item: ItemId
    text: str
    then: Spot | None
    now: Spot | None
    causes: tuple[Cause, ...]


class SnapshotExplanation(msgspec.Struct, frozen=True, kw_only=True):
    """A snapshot taken again as it was, held against its record, and against one of today.

    That of today has the room of then, so that only the memory, the clock and the constants differ.
    """

    of: Literal["snapshot"] = "snapshot"
    position: int
    query: str
    asked_from: str | None
    is_how_kept: bool  # else its room is assumed
    recorded: tuple[Hit, ...]
    then: Taken
    comparison: Comparison
    now: Taken
    moved: tuple[SpotMoved, ...]
