"""The tables as another policy would have made them, inside a transaction that is taken back."""

from __future__ import annotations

from typing import Final

import duckdb

from ..domain.contradiction import penalty_of
from ..domain.identity import ItemId
from ..domain.mind_policy import DecayPolicy
from ..domain.policy import ContradictionPolicy
from ..domain.strength import Touch, fold_strength, strength_at
from .projection import rows_of

_NO_RULE: Final = "DELETE FROM promotion WHERE judge = 'rule' AND NOT is_new AND position >= $since"
_COST: Final = """
UPDATE contradiction
SET penalty = told.penalty
FROM (SELECT unnest($places::BIGINT[]) AS position, unnest($costs::DOUBLE[]) AS penalty) AS told
WHERE told.position = contradiction.position
"""
_CONTRADICTIONS: Final = """
SELECT
    contradiction.position, contradiction.d, contradiction.strength, contradiction.penalty,
    contradiction.recorded_at, item.kind, coalesce(item.dated_at, item.recorded_at)
FROM contradiction
JOIN item ON item.d = contradiction.d
ORDER BY contradiction.position
"""
_TOUCHES: Final = """
SELECT hit.recall, hit.d, recall.recorded_at, 'recall', 1e0
FROM hit
JOIN recall ON recall.position = hit.recall
WHERE hit.counts AND recall.purpose <> 'dream' AND hit.d IN (SELECT d FROM contradiction)
UNION ALL
SELECT derivation.d, input.d, made.recorded_at, 'fade', nearness
FROM derivation
JOIN item AS made ON made.d = derivation.d
JOIN item AS input ON input.item = derivation.input
WHERE nearness IS NOT NULL AND input.d IN (SELECT d FROM contradiction)
"""
_SAME: Final = 1e-9
_PROMOTE: Final = """
INSERT INTO promotion
SELECT 0, d, FALSE, 'rule', '', 1e0, 0, 0, 0e0, 0e0, 0e0, 0e0, 0e0, 0, '', recorded_at
FROM item
WHERE item = $item
"""


class Supposition:
    """What would be, had the promotions by rule been others, and contradictions cost another share.

    What persons, agents and models decided stays, and so does every item that was made.
    """

    def __init__(
        self,
        db: duckdb.DuckDBPyConnection,
        *,
        since: int,
        policy: ContradictionPolicy,
        decay: DecayPolicy,
    ) -> None:
        """Undoes every promotion by rule from the position `since` on."""
        self._db = db
        costs = _costs(db, policy, decay)
        others = [place for place, (real, cost) in costs.items() if abs(real - cost) > _SAME]
        self.trust_differs_from = min(others, default=None)
        """From which position on any item is trusted otherwise than it was; None is never."""
        told = {"places": [*costs], "costs": [cost for _, cost in costs.values()]}
        db.execute(_COST, told)
        db.execute(_NO_RULE, {"since": since})

    def promote(self, item: ItemId) -> None:
        """The item never fades, whatever day is asked about."""
        self._db.execute(_PROMOTE, {"item": item})


def _costs(
    db: duckdb.DuckDBPyConnection, policy: ContradictionPolicy, decay: DecayPolicy
) -> dict[int, tuple[float, float]]:
    """What each contradiction really cost, and what it costs here, as a decider would say."""
    touches: dict[int, list[tuple[int, Touch]]] = {}
    if policy.form == "belief":
        for position, d, at, kind, nearness in rows_of(db, _TOUCHES):
            touches.setdefault(d, []).append((position, Touch(at, kind, nearness)))
    left: dict[int, float] = {}
    costs: dict[int, tuple[float, float]] = {}
    for position, d, evidence, real, now, kind, born_at in rows_of(db, _CONTRADICTIONS):
        before = [touch for place, touch in touches.get(d, ()) if place < position]
        strength = strength_at(fold_strength(born_at, before, decay), now, decay)
        cost = penalty_of(evidence, kind, strength * left.get(d, 1.0), policy)
        left[d] = left.get(d, 1.0) * (1.0 - cost)
        costs[position] = (real, cost)
    return costs
