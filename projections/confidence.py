"""How sure the memory is of its items by now."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any, Final, Protocol

from msgspec.structs import replace

from ..domain.beliefs import Evidence, confidence_after

if TYPE_CHECKING:
    from .answer import Found
    from .projection import Row  # it loads DuckDB

# As it came in, or as whoever promoted it said, with all that spoke for it or against it since.
_MOVED: Final = """
WITH named AS MATERIALIZED (
    SELECT d, item, confidence
    FROM item
    WHERE {which}
),
promoted AS (
    SELECT d, arg_max(confidence, position) AS confidence, max(position) AS position
    FROM promotion
    WHERE d IN (SELECT d FROM named)
    GROUP BY d
)
SELECT
    named.{name}, coalesce(promoted.confidence, named.confidence),
    revision.speaks_for, revision.strength, revision.step, revision.steps, revision.least
FROM named
LEFT JOIN promoted ON promoted.d = named.d
LEFT JOIN revision ON revision.d = named.d AND revision.position > coalesce(promoted.position, 0)
WHERE {moved}
ORDER BY named.d, revision.position
"""
_AT: Final = _MOVED.format(name="d", which="d IN (SELECT unnest($places::BIGINT[]))", moved="TRUE")
_OF: Final = _MOVED.format(
    name="item", which="item IN (SELECT unnest($items::VARCHAR[]))", moved="TRUE"
)
_OTHERS_THAN_CAME_IN: Final = _MOVED.format(
    name="d",
    which="d IN (SELECT d FROM revision UNION ALL SELECT d FROM promotion)",
    moved="revision.d IS NOT NULL OR promoted.confidence <> named.confidence",
)


class Rows(Protocol):
    """All rows of a query, in whatever state of the tables is asked about."""

    def __call__(self, sql: str, parameters: dict[str, Any] | None = None, /) -> list[Row]:
        """With what is bound in it."""
        ...


def confidences(rows_of: Rows, places: Sequence[int] | None = None) -> dict[int, float]:
    """How sure these items are by now, by their `d`; of all, those that are not as they came in."""
    if places is None:
        return _folded(rows_of(_OTHERS_THAN_CAME_IN))
    return _folded(rows_of(_AT, {"places": list(places)}))


def with_confidence(rows_of: Rows, found: Sequence[Found]) -> list[Found]:
    """The same items, each with how sure the memory is of it."""
    if not found:
        return []
    sure = _folded(rows_of(_OF, {"items": [each.item for each in found]}))
    return [replace(each, confidence=sure[each.item]) for each in found]


def _folded(rows: Sequence[Row]) -> dict[Any, float]:
    """By what the items are named by."""
    return {
        name: confidence_after(first, [_evidence(row) for row in moved if row[2] is not None])
        for (name, first), moved in groupby(rows, key=lambda row: row[:2])
    }


def _evidence(row: Row) -> Evidence:
    _, _, speaks_for, strength, step, steps, least = row
    return Evidence(speaks_for=speaks_for, strength=strength, step=step, steps=steps, least=least)
