"""Lists of what the memory holds: items by id, facts, sources."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

import msgspec

from ..domain.errors import InvalidInput, NotFound
from ..domain.identity import ItemId
from ..domain.kinds import Kind
from ..domain.mind_policy import TrustPolicy
from ..projections.confidence import confidences
from ..projections.held import with_held

if TYPE_CHECKING:
    from ..projections.projection import Row
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
_AGAINST: Final = """
    SELECT contradiction.d, list(DISTINCT other.item ORDER BY other.item) AS items
    FROM contradiction
    JOIN item AS other ON other.d = contradiction.opponent
    WHERE other.d NOT IN (SELECT d FROM supersession)
    GROUP BY contradiction.d
"""
# A value that all agree on needs no order.
_OF_ONE_KEY: Final = """
WITH said AS MATERIALIZED (
    SELECT d, item, key, claim
    FROM item
    WHERE key IS NOT NULL
    AND d NOT IN (SELECT d FROM supersession)
    AND ($all OR key IN (SELECT key FROM item WHERE list_contains($items::VARCHAR[], item)))
)
SELECT key, item
FROM said
WHERE key IN (SELECT key FROM said GROUP BY key HAVING count(DISTINCT claim) > 1)
ORDER BY key, d
"""
_NAMES_SHOWN_MAX: Final = 5

How: TypeAlias = Literal["taught", "dreamt"]
"""Told by a source as what holds for good, or found to be so by a promotion."""


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


class Assertion(msgspec.Struct, frozen=True, kw_only=True):
    """One item that says what a fact says, and where it came from."""

    item: ItemId
    text: str
    source: str | None
    learned: str
    confidence: float
    learned_at: int
    is_quarantined: bool = False  # in quarantine, so that it lends no weight


class Fact(msgspec.Struct, frozen=True, kw_only=True):
    """What is known for good, how that came about, and since when.

    It is true in the world from `true_from_at` up to and without `true_until_at`, as far as that is
    known. Of several `assertions` it is named and dated by the first, as sure as the surest, and
    it stands until the last is gone.
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
    subject: str = ""
    attribute: str = ""
    value: str = ""
    scope: str = ""
    contradicted_by: tuple[ItemId, ...] = ()  # by what is current
    is_quarantined: bool = False  # all that say so are in quarantine
    how: How = "taught"
    assertions: tuple[Assertion, ...] = ()


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


def of_one_key(view: View, items: Sequence[ItemId]) -> tuple[tuple[ItemId, ...], ...]:
    """For each key of these items, or for all keys, the current items that say different values."""
    rows = view.rows(_OF_ONE_KEY, {"items": list(items), "all": not items})
    return tuple(
        tuple(ItemId(item) for _, item in group)
        for _, group in groupby(rows, key=lambda row: row[0])
    )


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


def list_facts(
    view: View, trust: TrustPolicy | None = None, *, valid: int | None = None
) -> tuple[Fact, ...]:
    """All current items that do not fade, the newest knowledge last, each for itself.

    With a moment, those that were true in the world then, superseded since or not. What is in
    quarantine is marked as far as a policy of trust is given.
    """

    def look(of: View) -> tuple[Fact, ...]:
        sure = confidences(of.rows)
        return tuple(_fact(row, sure) for row in _facts(of, valid))

    with view.lock:
        return look(view) if trust is None else with_held(view, trust, look)


def _facts(view: View, valid: int | None) -> list[Row]:
    holds = _CURRENT if valid is None else _TRUE
    return view.rows(
        f"""
        SELECT
            item.d,
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
            validity.valid_until,
            item.subject,
            item.attribute,
            item.value,
            item.scope,
            against.items,
            item.d IN (SELECT d FROM held)
        FROM item
        JOIN validity ON validity.d = item.d
        LEFT JOIN promotion ON promotion.d = item.d
        LEFT JOIN ({_AGAINST}) AS against ON against.d = item.d
        WHERE (item.dated_at IS NULL OR promotion.d IS NOT NULL)
        AND item.text <> ''
        AND {holds}
        ORDER BY learned_at, item.d
        """,
        {} if valid is None else {"valid": valid},
    )


def _fact(row: Row, sure: dict[int, float]) -> Fact:
    """With its one assertion."""
    d, *values, against, is_quarantined = row
    told = dict(zip(Fact.__struct_fields__, values, strict=False))
    told["confidence"] = sure.get(d, told["confidence"])
    told["is_quarantined"] = is_quarantined
    said = {name: told[name] for name in Assertion.__struct_fields__}
    return Fact(
        **told,
        contradicted_by=tuple(against or ()),
        how="taught" if told["learned"] == "taught" else "dreamt",
        assertions=(Assertion(**said),),
    )


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
