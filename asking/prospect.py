"""What an item has earned by its recalls so far, and what keeps it from a promotion."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ..domain.identity import ItemId
from ..domain.policy import Policy
from ..domain.promotion import Evidence, promotion_score, shortfalls
from ..projections.held import earning_nothing
from .story import Prospect

if TYPE_CHECKING:
    from ..projections.view import View  # it loads DuckDB

_EVIDENCE: Final = """
SELECT recall.position, recall.query_hash, max(ground.relevance), recall.recorded_at
FROM ground
JOIN recall ON recall.position = ground.recall
WHERE ground.d = $d
GROUP BY recall.position, recall.query_hash, recall.recorded_at
ORDER BY recall.position
"""
_FLAWS: Final = """
SELECT
    EXISTS (SELECT 1 FROM contradiction WHERE d = $d),
    EXISTS (SELECT 1 FROM supersession WHERE d = $d)
"""


def prospect(view: View, item: ItemId, now: int, policy: Policy) -> Prospect:
    """The score of an item if it came to a decision now; as a dream would judge."""
    [(d,)] = view.rows("SELECT d FROM item WHERE item = $item", {"item": item})
    evidence = [Evidence(*row) for row in view.rows(_EVIDENCE, {"d": d})]
    [(is_contradicted, is_superseded)] = view.rows(_FLAWS, {"d": d})
    score = promotion_score(evidence, now, policy.promotion)
    missing = shortfalls(score, policy.promotion)
    if earning_nothing(view, [item], policy.ranking.trust):
        missing.append("out of quarantine")
    if is_contradicted:
        missing.append("free of contradictions")
    if is_superseded:
        missing.append("not superseded")
    return Prospect(score=score, policy=policy.promotion, missing=tuple(missing))
