"""How the search in SQL makes the parts of a score one: the pieces that its statement lacks."""

from __future__ import annotations

from typing import Any, Final

from ..domain.policy import RankingPolicy

# How an item fades where nothing but its date counts.
_BY_DATE: Final = {
    "half_lives": """CASE
            WHEN item.dated_at IS NULL OR promoted.d IS NOT NULL THEN 0e0
            ELSE greatest($now - item.dated_at, 0) / $half_life
        END""",
    "retention": "$retention_floor + (1e0 - $retention_floor) * pow(2e0, -half_lives)",
    "logarithm": """ln(greatest(relevance * importance * trust, 1e-300))
        + if($retention_floor > 0e0, ln(retention), -half_lives * ln(2e0))""",
}
_PRODUCT: Final = {
    **_BY_DATE,
    "importance": "1e0 - $importance_weight * (1e0 - item.importance / $importance_max)",
    "trust": "coalesce(distrust.trust, 1e0)",
    "standing_of_item": "",
    "standing": "LEFT JOIN distrust",
    "is_match": "match > 0e0",
    "score": "relevance * retention * importance * trust",
    "graph": "",
}
_BY_STANDING: Final = {
    "trust": "standing.trust",
    "standing_of_item": """,
        standing.retention AS left_of_it,
        standing.is_hidden,
        standing.graph,
        standing.joins""",
    "standing": "JOIN standing",
    "graph": ",\n    graph",
}
_BY_CURVE: Final = {
    "half_lives": "0e0",
    "retention": "left_of_it",
    "logarithm": """ln(greatest(relevance * importance * trust, 1e-300))
        + ln(greatest(retention, 1e-300))""",
}
# What is not there adds nothing.
_SUM: Final = {
    "importance": "item.importance / $importance_max",
    "is_match": "(match > 0e0 OR standing.joins)",
    "score": """trust * (
        $recency_share * retention
        + $importance_share * importance
        + $relevance_share * relevance
        + $graph_share * graph
        + $vector_share * signals.vector
    )""",
    "logarithm": "ln(greatest(score, 1e-300))",
}
_SHARES: Final = ("recency", "importance", "relevance", "graph", "vector")


def scored_by(policy: RankingPolicy, *, with_standing: bool) -> dict[str, str]:
    """How the parts are had, and made one."""
    if not with_standing:
        return _PRODUCT
    by_curve = {} if policy.decay.curve == "half-life" else _BY_CURVE
    return _PRODUCT | _BY_STANDING | by_curve | (_SUM if policy.blend.form == "sum" else {})


def shares_of(policy: RankingPolicy) -> dict[str, Any]:
    """What is bound for a sum."""
    return {f"{name}_share": getattr(policy.blend, f"{name}_share") for name in _SHARES}
