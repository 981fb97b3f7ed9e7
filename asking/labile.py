"""What was recalled just now, and can be refined as long as its window is open."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from ..domain.identity import ItemId
from ..domain.lability import Retrieval, labile, window_end
from .question import Standpoint

if TYPE_CHECKING:
    from ..projections.view import View  # it loads DuckDB

_RECALLED: Final = """
SELECT item.item, recall.recorded_at, recall.position, hit.rank, item.text
FROM recall
JOIN hit ON hit.recall = recall.position
JOIN item ON item.d = hit.d
WHERE recall.recorded_at > $since
AND recall.recorded_at <= $now
AND hit.counts
AND item.d NOT IN (SELECT d FROM supersession)
ORDER BY recall.position, hit.rank
"""


class LabileLine(msgspec.Struct, frozen=True, kw_only=True):
    """An item that can be refined up to and without a moment."""

    item: ItemId
    text: str
    recalled_at: int
    until_at: int


def list_labile(view: View, at: Standpoint) -> tuple[LabileLine, ...]:
    """The items that were recalled last, the newest first."""
    policy = at.policy.consolidation
    since = at.now - window_end(0, policy)
    rows = view.rows(_RECALLED, {"since": since, "now": at.now})
    texts = {item: text for item, *_, text in rows}
    return tuple(
        LabileLine(
            item=each.item,
            text=texts[each.item],
            recalled_at=each.recalled_at,
            until_at=each.until_at,
        )
        for each in labile((Retrieval(*row[:4]) for row in rows), at.now, policy)
    )
