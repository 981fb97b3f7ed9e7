"""What a search leaves behind: one event, whatever it found."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ..domain.events import Asked, Hit, Purpose, Recalled, Roots
from ..domain.identity import Identity, ItemId


class Recall(msgspec.Struct, frozen=True, kw_only=True):
    """Record that a question was asked and what it returned."""

    query: str
    hits: Sequence[Hit]
    now: int
    asked: Asked
    asked_from: Roots = ()
    purpose: Purpose = "search"
    suppressed: Sequence[ItemId] = ()


def decide_recall(order: Recall, identity: Identity) -> Recalled:
    """Always an event: that nothing was found is worth knowing too."""
    return Recalled(
        recorded_at=order.now,
        roots=order.asked_from,
        query=order.query,
        query_hash=identity.query_hash(order.query),
        hits=tuple(order.hits),
        purpose=order.purpose,
        suppressed=tuple(order.suppressed),
        policy=order.asked.ranking.name,
        asked=order.asked,
    )
