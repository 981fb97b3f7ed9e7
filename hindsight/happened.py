"""Which events since a position concern some items."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Any, Final

from ..domain.identity import ItemId
from .sides import Happened

if TYPE_CHECKING:
    from ..projections.view import View  # it loads DuckDB

_HAPPENED: Final = """
SELECT item.item, what, event.position, other.item
FROM (
    SELECT 'arrived' AS what, d AS position, d, NULL AS other FROM item
    UNION ALL SELECT 'promoted', position, d, NULL FROM promotion WHERE NOT is_new
    UNION ALL SELECT 'contradicted', position, d, opponent FROM contradiction
    UNION ALL SELECT 'superseded', position, d, successor FROM supersession
    UNION ALL SELECT 'released', position, d, NULL FROM release
) AS event
JOIN item ON item.d = event.d
LEFT JOIN item AS other ON other.d = event.other
WHERE event.position > $seen_at
AND item.item IN (SELECT unnest($items::VARCHAR[]))
ORDER BY event.position, what
"""
# The last event of each sort for each item.
_TOUCHED: Final = """
SELECT item.item, what, max(touch.position), NULL
FROM (
    SELECT 'recalled' AS what, hit.recall AS position, hit.d
    FROM hit
    JOIN recall ON recall.position = hit.recall
    WHERE hit.counts AND recall.purpose <> 'dream'
    UNION ALL SELECT 'passed over', recall, d FROM suppressed
    UNION ALL
    SELECT 'gathered', min(derivation.d), input.d
    FROM derivation
    JOIN item AS input ON input.item = derivation.input
    WHERE nearness IS NOT NULL
    GROUP BY input.d
    UNION ALL SELECT 'revised', position, d FROM revision
) AS touch
JOIN item ON item.d = touch.d
WHERE touch.position > $seen_at
AND item.item IN (SELECT unnest($items::VARCHAR[]))
AND list_contains($sorts::VARCHAR[], what)
GROUP BY item.item, what
ORDER BY max(touch.position), what
"""


def happened(view: View, items: Sequence[ItemId], seen_at: int) -> list[Happened]:
    """What came of these items, each event for itself."""
    return _told(view, _HAPPENED, {"items": list(items), "seen_at": seen_at})


def touched(
    view: View, items: Sequence[ItemId], seen_at: int, sorts: Collection[str]
) -> list[Happened]:
    """What made these items stronger, weaker or more or less sure, the last of each sort."""
    if not sorts:
        return []
    asked = {"items": list(items), "seen_at": seen_at, "sorts": sorted(sorts)}
    return _told(view, _TOUCHED, asked)


def _told(view: View, sql: str, asked: dict[str, Any]) -> list[Happened]:
    return [Happened(item=i, what=w, position=p, by=b) for i, w, p, b in view.rows(sql, asked)]
