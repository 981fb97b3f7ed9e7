"""The tables as another policy would have made them, inside a transaction that is taken back."""

from __future__ import annotations

from typing import Final

import duckdb

from ..domain.identity import ItemId
from ..domain.policy import ContradictionPolicy
from .projection import rows_of

_NO_RULE: Final = "DELETE FROM promotion WHERE judge = 'rule' AND NOT is_new AND position >= $since"
_COST: Final = "UPDATE contradiction SET penalty = $full * strength"
_OTHER_COST: Final = "SELECT min(position) FROM contradiction WHERE penalty <> $full * strength"
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
        self, db: duckdb.DuckDBPyConnection, *, since: int, policy: ContradictionPolicy
    ) -> None:
        """Undoes every promotion by rule from the position `since` on."""
        self._db = db
        full = {"full": policy.penalty_full}
        [(self.trust_differs_from,)] = rows_of(db, _OTHER_COST, full)
        """From which position on any item is trusted otherwise than it was; None is never."""
        db.execute(_COST, full)
        db.execute(_NO_RULE, {"since": since})

    def promote(self, item: ItemId) -> None:
        """The item never fades, whatever day is asked about."""
        self._db.execute(_PROMOTE, {"item": item})
