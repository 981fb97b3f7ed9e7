"""What a state of the memory says of items that a snapshot may tell: where, and why not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

import msgspec

from ..asking.question import Standpoint
from ..asking.snapshot import TRUST_MIN
from ..domain.beliefs import proposed
from ..domain.identity import ItemId
from ..domain.times import SECOND
from ..projections.confidence import confidences
from ..projections.held import held_items
from ..projections.standing import standing_of
from .sides import Cause
from .snapshot_explanation import Spot

if TYPE_CHECKING:
    from ..projections.view import View  # it loads DuckDB

_ITEMS: Final = """
SELECT
    item.item, item.d, item.kind, coalesce(item.dated_at, item.recorded_at),
    coalesce(item.valid_from > $now, FALSE), coalesce(item.valid_until <= $now, FALSE),
    coalesce(distrust.trust, 1e0)
FROM item
LEFT JOIN distrust USING (d)
WHERE list_contains($items::VARCHAR[], item.item)
"""
_COUNT: Final = "SELECT count(*) FROM item"


class Telling(msgspec.Struct, frozen=True, kw_only=True):
    """One of two states: what was told where, and why what is known might not be told."""

    at: Standpoint
    items: int  # in the whole memory
    spots: Mapping[ItemId, Spot]
    barred: Mapping[ItemId, Cause]
    happened_at: Mapping[ItemId, int]  # when each item happened, or came in

    def is_recent(self, item: ItemId) -> bool:
        """Whether it is of the last hours."""
        hours = self.at.policy.context.recent_hours
        since = self.at.now - round(hours * 3_600 * SECOND)
        return since < self.happened_at.get(item, since) <= self.at.now


def telling(
    view: View, at: Standpoint, items: Sequence[ItemId], spots: Mapping[ItemId, Spot]
) -> Telling:
    """What the state of the view says of these items."""
    with view.lock:
        [(count,)] = view.rows(_COUNT)
        rows = view.rows(_ITEMS, {"items": list(items), "now": at.now})
        return Telling(
            at=at,
            items=count,
            spots=spots,
            barred=dict(_barred(view, at, rows)),
            happened_at={row[0]: row[3] for row in rows},
        )


def _barred(
    view: View, at: Standpoint, rows: Sequence[tuple[Any, ...]]
) -> Iterator[tuple[ItemId, Cause]]:
    """Each that may not be told, with the first reason; what gave way is told by its event."""
    sure = confidences(view.rows, [row[1] for row in rows])
    held = held_items(view, [row[0] for row in rows], at.policy.ranking.trust)
    hidden = _hidden(view, at)
    for item, d, kind, _, is_ahead, is_over, trust in rows:
        if is_ahead:
            yield item, Cause(what="ahead", words="it is not true yet")
        elif is_over:
            yield item, Cause(what="over", words="it is not true any more")
        elif item in held:
            yield item, Cause(what="held", words="it came by a channel of little trust")
        elif trust < TRUST_MIN:
            yield item, Cause(what="doubted", words="it lost more than half of its trust")
        elif proposed(kind, sure[d], at.policy.beliefs) == "forget":
            yield item, Cause(what="unlikely", words="hardly anything speaks for it any more")
        elif d in hidden:
            yield item, Cause(what="faded", words="it is too weak, or in the archive")


def _hidden(view: View, at: Standpoint) -> frozenset[int]:
    standing = standing_of(view, at.now, at.policy.ranking, at.policy.lifecycle)
    if standing is None:
        return frozenset()
    return frozenset(standing.d[standing.is_hidden].tolist())
