"""What an item has earned by its recalls so far, and what keeps it from a promotion."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ..domain.policy import PromotionPolicy
from ..domain.promotion import Evidence, promotion_score, shortfalls
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


def prospect(view: View, d: int, now: int, policy: PromotionPolicy) -> Prospect:
    """The score of the item at a position if it came to a decision now; as a dream would judge."""
    evidence = [Evidence(*row) for row in view.rows(_EVIDENCE, {"d": d})]
    [(is_contradicted, is_superseded)] = view.rows(_FLAWS, {"d": d})
    score = promotion_score(evidence, now, policy)
    missing = shortfalls(score, policy)
    if is_contradicted:
        missing.append("free of contradictions")
    if is_superseded:
        missing.append("not superseded")
    return Prospect(score=score, policy=policy, missing=tuple(missing))
