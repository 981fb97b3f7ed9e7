"""The recalls of the past in their order, each with what it returned."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import TYPE_CHECKING, Final

import msgspec

from ..domain.events import Asked, Purpose
from ..domain.identity import ItemId, QueryHash
from ..domain.promotion import Evidence

if TYPE_CHECKING:
    from ..projections.view import View  # it loads DuckDB

_BATCH_MAX: Final = 500
_RECALLS: Final = """
SELECT position, query, query_hash, asked, recorded_at, purpose
FROM recall
WHERE position >= $since
ORDER BY position
LIMIT $most
"""
_HITS: Final = """
SELECT hit.recall, item.item, hit.relevance, item.dated_at IS NOT NULL, hit.counts
FROM hit
JOIN item ON item.d = hit.d
WHERE hit.recall BETWEEN $first AND $last
ORDER BY hit.recall, hit.rank, hit.d
"""
_EVIDENCE: Final = """
SELECT item.item, recall.position, recall.query_hash, ground.relevance, recall.recorded_at
FROM ground
JOIN recall ON recall.position = ground.recall
JOIN item ON item.d = ground.d
WHERE recall.position < $before
AND item.dated_at IS NOT NULL
AND item.d NOT IN (SELECT d FROM promotion WHERE position < $before)
ORDER BY ground.d, recall.position
"""
_OLDEST: Final = """
SELECT min(position), count(*)
FROM (SELECT position FROM recall ORDER BY position DESC LIMIT $most)
"""


class Returned(msgspec.Struct, frozen=True):
    """One item that a recall returned; what does not fade can earn nothing."""

    item: ItemId
    relevance: float
    fades: bool
    counts: bool  # towards a promotion

    @property
    def earns(self) -> bool:
        """Whether it is evidence for a promotion to come."""
        return self.fades and self.counts


class PastRecall(msgspec.Struct, frozen=True):
    """A question, when and how it was asked, and what it returned, best first."""

    position: int
    query: str
    query_hash: QueryHash
    asked: Asked | None
    recalled_at: int
    hits: tuple[Returned, ...]
    purpose: Purpose = "search"


def newest(view: View, most: int | None) -> tuple[int, int]:
    """From which position on the newest recalls are, and how many; all of them for None."""
    [(since, count)] = view.rows(_OLDEST, {"most": most})
    return since or 0, count


def past_recalls(view: View, since: int) -> Iterator[PastRecall]:
    """All recalls from a position on, read as they are needed."""
    while rows := view.rows(_RECALLS, {"since": since, "most": _BATCH_MAX}):
        hits = _hits(view, rows[0][0], rows[-1][0])
        for position, query, query_hash, asked, recalled_at, purpose in rows:
            how = None if asked is None else msgspec.json.decode(asked, type=Asked)
            found = hits.get(position, ())
            yield PastRecall(position, query, query_hash, how, recalled_at, found, purpose)
        since = rows[-1][0] + 1


def evidence_before(view: View, before: int) -> dict[ItemId, list[Evidence]]:
    """What had been recalled of items that still faded at a position."""
    rows = view.rows(_EVIDENCE, {"before": before})
    return {
        item: [Evidence(*row[1:]) for row in of_item]
        for item, of_item in groupby(rows, key=lambda row: row[0])
    }


def _hits(view: View, first: int, last: int) -> dict[int, tuple[Returned, ...]]:
    rows = view.rows(_HITS, {"first": first, "last": last})
    return {
        recall: tuple(Returned(*row[1:]) for row in of_recall)
        for recall, of_recall in groupby(rows, key=lambda row: row[0])
    }
