"""Which items may have earned a promotion; the journal decides whether they have."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..domain.identity import ItemId
from ..domain.policy import PromotionPolicy

if TYPE_CHECKING:
    from ..projections.view import View  # it loads DuckDB


def promotion_candidates(
    view: View, policy: PromotionPolicy, *, nearly: bool = False
) -> tuple[ItemId, ...]:
    """Current episodic items with enough recalls that count; with `nearly`, with any of them."""
    rows = view.rows(
        """
        SELECT item.item
        FROM recall_stats
        JOIN item ON item.d = recall_stats.d
        WHERE item.dated_at IS NOT NULL
        AND item.d NOT IN (SELECT d FROM promotion)
        AND item.d NOT IN (SELECT d FROM supersession)
        AND recalls >= $recalls_min AND queries >= $queries_min
        ORDER BY item.d
        """,
        {
            "recalls_min": 1 if nearly else policy.recalls_min,
            "queries_min": 1 if nearly else policy.queries_min,
        },
    )
    return tuple(ItemId(item) for (item,) in rows)
