"""Lists of what the memory holds: items by id, facts, sources."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

import msgspec

from ..domain.errors import InvalidInput, NotFound
from ..domain.identity import ItemId
from ..domain.kinds import Kind

if TYPE_CHECKING:
    from ..projections.view import View  # it loads DuckDB

_ITEM_COLUMNS: Final = """
    item.d, item.item, item.path, item.kind, item.text, item.title, item.author, item.dated_at,
    item.origin, item.confidence, item.recorded_at
"""
_CURRENT: Final = "item.d NOT IN (SELECT d FROM supersession)"
_TRUE: Final = """
(validity.valid_from IS NULL OR validity.valid_from <= $valid)
AND (validity.valid_until IS NULL OR validity.valid_until > $valid)
"""
_NAMES_SHOWN_MAX: Final = 5


class ItemLine(msgspec.Struct, frozen=True, kw_only=True):
    """One item as a line of a list."""

    position: int  # of the event that brought it
    item: ItemId
    source: str | None  # None where it was made from several
    kind: Kind
    text: str
    title: str
    author: str
    dated_at: int | None
    origin: str | None
    confidence: float
    recorded_at: int


class Fact(msgspec.Struct, frozen=True, kw_only=True):
    """What is known for good, how that came about, and since when.

    It is true in the world from `true_from_at` up to and without `true_until_at`, as far as that is
    known.
    """

    item: ItemId
    text: str
    kind: Kind
    source: str | None
    learned: str  # taught, promoted or derived
    confidence: float
    learned_at: int
    true_from_at: int | None
    true_until_at: int | None


class SourceLine(msgspec.Struct, frozen=True, kw_only=True):
    """One source with the number of items that came from it or from below it."""

    source: str
    items: int
    first_dated_at: int | None
    last_dated_at: int | None
    last_recorded_at: int


def items_where(
    view: View, condition: str, parameters: dict[str, Any] | None = None
) -> tuple[ItemLine, ...]:
    """Items for which a condition in SQL holds, in the order in which they came."""
    rows = view.rows(
        f"SELECT {_ITEM_COLUMNS} FROM item WHERE {condition} ORDER BY item.d", parameters
    )
    return tuple(
        ItemLine(**dict(zip(ItemLine.__struct_fields__, row, strict=True))) for row in rows
    )


def items_at(view: View, places: Sequence[int]) -> tuple[ItemLine, ...]:
    """The items that the events at these positions brought."""
    return items_where(view, "list_contains($places::BIGINT[], item.d)", {"places": list(places)})


def find_item(view: View, start_of_id: str) -> ItemId:
    """The one item whose id starts so; NotFound or InvalidInput where it is none or several."""
    start = start_of_id.strip().lower()
    rows = view.rows(
        "SELECT item FROM item WHERE starts_with(item, $start) ORDER BY item LIMIT $most",
        {"start": start, "most": _NAMES_SHOWN_MAX},
    )
    if not start or not rows:
        raise NotFound(f"there is no item {start_of_id!r} here; `lethelog search` shows ids")
    if len(rows) > 1:
        names = ", ".join(item for (item,) in rows)
        raise InvalidInput(f"{start_of_id!r} fits several items ({names}); give more of the id")
    return ItemId(rows[0][0])


def list_facts(view: View, *, valid: int | None = None) -> tuple[Fact, ...]:
    """All current items that do not fade, the newest knowledge last.

    With a moment, those that were true in the world then, superseded since or not.
    """
    holds = _CURRENT if valid is None else _TRUE
    rows = view.rows(
        f"""
        SELECT
            item.item,
            item.text,
            item.kind,
            item.path,
            CASE
                WHEN item.path IS NULL THEN 'derived'
                WHEN promotion.d IS NOT NULL THEN 'promoted'
                ELSE 'taught'
            END,
            coalesce(promotion.confidence, item.confidence),
            coalesce(promotion.recorded_at, item.recorded_at) AS learned_at,
            validity.valid_from,
            validity.valid_until
        FROM item
        JOIN validity ON validity.d = item.d
        LEFT JOIN promotion ON promotion.d = item.d
        WHERE (item.dated_at IS NULL OR promotion.d IS NOT NULL)
        AND {holds}
        ORDER BY learned_at, item.d
        """,
        {} if valid is None else {"valid": valid},
    )
    return tuple(Fact(**dict(zip(Fact.__struct_fields__, row, strict=True))) for row in rows)


def list_sources(view: View) -> tuple[SourceLine, ...]:
    """All sources by their path, each with what it holds."""
    rows = view.rows("""
        SELECT path, items, first_dated_at, last_dated_at, last_recorded_at
        FROM source
        ORDER BY path
    """)
    return tuple(
        SourceLine(**dict(zip(SourceLine.__struct_fields__, row, strict=True))) for row in rows
    )
