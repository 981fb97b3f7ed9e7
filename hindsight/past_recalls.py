"""The recalls of the past in their order, each with how it was asked and what it returned."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import TYPE_CHECKING, Final

import msgspec

from ..domain.events import Asked, Hit, Purpose
from ..domain.identity import ItemId, QueryHash
from ..domain.promotion import Evidence

if TYPE_CHECKING:
    from ..projections.projection import Row  # these load DuckDB
    from ..projections.view import View

_BATCH_MAX: Final = 500
_RECALLS: Final = """
SELECT position, query, query_hash, asked, recorded_at, purpose
FROM recall
WHERE position >= $since
ORDER BY position
LIMIT $most
"""
_HITS: Final = """
SELECT
    hit.recall, item.dated_at IS NOT NULL,
    item.item, rank, score, relevance, retention, hit.importance, trust, counts
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
    """What a recall returned, best first, as far as it is still here."""

    hits: tuple[Hit, ...]
    fading: frozenset[ItemId]  # those that came with a date; no other can earn anything

    def earning(self) -> Iterator[Hit]:
        """What is evidence for a promotion to come."""
        return (hit for hit in self.hits if hit.counts and hit.item in self.fading)


class PastRecall(msgspec.Struct, frozen=True, kw_only=True):
    """A question, when and how it was asked, and what it returned."""

    position: int
    query: str
    query_hash: QueryHash
    asked: Asked | None  # None in a journal of the first version
    recorded_at: int
    purpose: Purpose
    returned: Returned


def newest(view: View, most: int | None) -> tuple[int, int]:
    """From which position on the newest recalls are, and how many; all of them for None."""
    [(since, count)] = view.rows(_OLDEST, {"most": most})
    return since or 0, count


def past_recalls(view: View, since: int) -> Iterator[PastRecall]:
    """All recalls from a position on, read as they are needed."""
    while batch := _batch(view, since, _BATCH_MAX):
        yield from batch
        since = batch[-1].position + 1


def recall_at(view: View, position: int) -> PastRecall:
    """The one at a position, where there is one."""
    [found] = _batch(view, position, 1)
    assert found.position == position, found
    return found


def evidence_before(view: View, before: int) -> dict[ItemId, list[Evidence]]:
    """What had been recalled of items that still faded at a position."""
    rows = view.rows(_EVIDENCE, {"before": before})
    return {
        item: [Evidence(*row[1:]) for row in of_item]
        for item, of_item in groupby(rows, key=lambda row: row[0])
    }


def _batch(view: View, since: int, most: int) -> list[PastRecall]:
    rows = view.rows(_RECALLS, {"since": since, "most": most})
    if not rows:
        return []
    told = view.rows(_HITS, {"first": rows[0][0], "last": rows[-1][0]})
    returned = {at: _returned(list(hits)) for at, hits in groupby(told, key=lambda row: row[0])}
    nothing = Returned((), frozenset())
    return [
        PastRecall(
            position=position,
            query=query,
            query_hash=query_hash,
            asked=None if asked is None else msgspec.json.decode(asked, type=Asked),
            recorded_at=recorded_at,
            purpose=purpose,
            returned=returned.get(position, nothing),
        )
        for position, query, query_hash, asked, recorded_at, purpose in rows
    ]


def _returned(rows: list[Row]) -> Returned:
    names = Hit.__struct_fields__
    return Returned(
        tuple(Hit(**dict(zip(names, row[2:], strict=True))) for row in rows),
        frozenset(ItemId(row[2]) for row in rows if row[1]),
    )
