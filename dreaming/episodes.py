"""What a dream looks at: what was experienced, what is believed, and what was made of clusters."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any, Final

import msgspec

from ..domain.consolidation import Made
from ..domain.identity import ItemId
from ..domain.kinds import Kind
from ..domain.proposal import Shown
from ..projections.confidence import confidences

if TYPE_CHECKING:
    from ..projections.view import View  # it loads DuckDB

_WAS_READ: Final = "item.item IN (SELECT input FROM derivation WHERE nearness IS NULL)"
_COLUMNS: Final = f"""
    item.d, item.item, item.text, item.kind, item.author, item.dated_at, item.recorded_at,
    item.subject, item.attribute, item.value, item.scope, item.valid_from, item.valid_until,
    item.d IN (SELECT d FROM supersession) AS is_superseded,
    {_WAS_READ} AS was_read
"""
_CURRENT: Final = "item.d NOT IN (SELECT d FROM supersession)"
# What is in quarantine is no ground for anything: `Night.ask` tells what that is.
_COUNTS: Final = "item.d NOT IN (SELECT d FROM held)"
_CAME_IN: Final = "(item.d > $since OR item.d IN (SELECT d FROM release WHERE position > $since))"
_EXPERIENCED: Final = f"""
    item.path IS NOT NULL
    AND item.dated_at IS NOT NULL
    AND item.d NOT IN (SELECT d FROM promotion)
    AND {_CURRENT}
"""
# What says something of the world; a summary and a schema only say it again, and what facts were
# drawn from is said by these.
_STATED: Final = f"item.kind NOT IN ('summary', 'schema') AND NOT ({_WAS_READ}) AND {_CURRENT}"
_OF_CLUSTER: Final = "item.d IN (SELECT d FROM derivation WHERE nearness IS NOT NULL)"
_MADE: Final = f"""
SELECT item.d, item.item, input.d, input.d NOT IN (SELECT d FROM supersession)
FROM item
JOIN derivation ON derivation.d = item.d
JOIN item AS input ON input.item = derivation.input
WHERE (item.kind = 'schema') = $is_schema
AND {_OF_CLUSTER}
AND {_CURRENT}
ORDER BY item.d, input.d
"""
_TALLY: Final = f"""
SELECT
    count(*),
    count(*) FILTER (item.d IN (SELECT d FROM ground))
FROM item
WHERE {_EXPERIENCED}
"""


class Episode(msgspec.Struct, frozen=True, kw_only=True):
    """One item as a dream looks at it."""

    d: int
    item: ItemId
    text: str
    kind: Kind
    author: str
    dated_at: int | None
    recorded_at: int
    subject: str
    attribute: str
    value: str
    scope: str
    valid_from: int | None
    valid_until: int | None
    is_superseded: bool
    was_read: bool  # a fact was drawn from it

    def shown(self) -> Shown:
        """As whoever judges about it sees it."""
        return Shown(
            item=self.item,
            text=self.text,
            kind=self.kind,
            author=self.author,
            dated_at=self.dated_at,
            recorded_at=self.recorded_at,
        )

    def may_hold_beside(self, other: Episode) -> bool:
        """Whether there is a day of the world on which both hold, as far as that was told."""
        return _begins_before(self.valid_from, other.valid_until) and _begins_before(
            other.valid_from, self.valid_until
        )


def tally(view: View) -> tuple[int, int]:
    """How many items fade, and how many of them were recalled."""
    [(experienced, recalled)] = view.rows(_TALLY)
    return experienced, recalled


def experienced(view: View, most: int) -> list[Episode]:
    """The newest that fade, in the order in which they came; nothing that was derived."""
    return _newest(view, _EXPERIENCED, {"most": most})


def come_in_since(view: View, position: int, most: int, *, read_too: bool) -> list[Episode]:
    """The first that came in after a position without a key of their own, replaced or not.

    Without those that facts were drawn from before, by whomever, unless they are wanted too.
    """
    condition = f"""
        item.path IS NOT NULL
        AND item.subject = ''
        AND {_CAME_IN}
        AND (
            $read_too
            OR item.item NOT IN (SELECT input FROM derivation WHERE nearness IS NULL)
        )
    """
    return _first(view, condition, {"since": position, "most": most, "read_too": read_too})


def current_of_kind(view: View, kind: Kind, most: int) -> list[Episode]:
    """The newest current items of a kind, taught or derived, in the order in which they came."""
    return _newest(view, f"item.kind = $kind AND {_CURRENT}", {"kind": kind, "most": most})


def taught_and_current(view: View, most: int) -> list[Episode]:
    """The newest current items that somebody said, in the order in which they came."""
    return _newest(view, f"item.path IS NOT NULL AND {_CURRENT}", {"most": most})


def newest_stated(view: View, most: int) -> list[Episode]:
    """The newest current items that state something, in the order in which they came."""
    return _newest(view, _STATED, {"most": most})


def stated_after(view: View, position: int, most: int) -> tuple[list[Episode], int]:
    """The first of those that came in after a position, and how many came in."""
    condition, since = f"{_STATED} AND {_CAME_IN}", {"since": position}
    [(count,)] = view.rows(f"SELECT count(*) FROM item WHERE {condition} AND {_COUNTS}", since)
    return _first(view, condition, since | {"most": most}), int(count)


def stated_before(view: View, position: int, most: int) -> tuple[list[Episode], int]:
    """The last of those that came in before a position, the newest first, and how many did."""
    condition, before = f"{_STATED} AND item.d < $before", {"before": position}
    [(count,)] = view.rows(f"SELECT count(*) FROM item WHERE {condition} AND {_COUNTS}", before)
    return _newest(view, condition, before | {"most": most})[::-1], int(count)


def of_items(view: View, items: Sequence[ItemId]) -> list[Episode]:
    """The items with these ids, in the order in which they came."""
    condition = "list_contains($items::VARCHAR[], item.item)"
    return _first(view, condition, {"items": [*items], "most": len(items)}) if items else []


def replaced_among(view: View, items: Sequence[ItemId]) -> set[ItemId]:
    """Those in whose place something else stands by now."""
    return {each.item for each in of_items(view, items) if each.is_superseded}


def keyed(view: View) -> int:
    """How many items say something of a subject by its attribute."""
    [(items,)] = view.rows("SELECT count(*) FROM item WHERE subject <> '' AND attribute <> ''")
    return int(items)


def how_sure(view: View, kind: Kind, most: int) -> list[tuple[Episode, float]]:
    """The newest current items of a kind, each with how sure it is by now."""
    found = current_of_kind(view, kind, most)
    sure = confidences(view.rows, [each.d for each in found])
    return [(each, sure[each.d]) for each in found]


def inputs_of(view: View, kind: Kind) -> set[tuple[int, int]]:
    """Each item of a kind with each that it was made from."""
    return {
        (d, made_from)
        for d, made_from in view.rows(
            """
            SELECT derivation.d, input.d
            FROM derivation
            JOIN item ON item.d = derivation.d
            JOIN item AS input ON input.item = derivation.input
            WHERE item.kind = $kind
            """,
            {"kind": kind},
        )
    }


def at_places(view: View, places: list[int]) -> list[Episode]:
    """The items at these places, in their order."""
    condition = "list_contains($places::BIGINT[], item.d)"
    return _first(view, condition, {"places": places, "most": len(places)})


def summaries(view: View, most: int) -> list[Episode]:
    """The newest current items that clusters became, in the order in which they were made."""
    condition = f"item.kind <> 'schema' AND {_OF_CLUSTER} AND {_CURRENT}"
    return _newest(view, condition, {"most": most})


def made_of_clusters(view: View, *, is_schema: bool) -> list[Made]:
    """What was made of clusters and is current, with its inputs."""
    rows = view.rows(_MADE, {"is_schema": is_schema})
    return [
        Made(
            item=ItemId(item),
            d=d,
            inputs=frozenset(row[2] for row in inputs),
            current=frozenset(row[2] for row in inputs if row[3]),
        )
        for (d, item), group in groupby(rows, key=lambda row: (row[0], row[1]))
        for inputs in [list(group)]
    ]


def _begins_before(begin: int | None, end: int | None) -> bool:
    return begin is None or end is None or begin < end


def _first(view: View, condition: str, parameters: dict[str, Any]) -> list[Episode]:
    return _read(
        view,
        f"SELECT {_COLUMNS} FROM item WHERE {condition} AND {_COUNTS} ORDER BY item.d LIMIT $most",
        parameters,
    )


def _newest(view: View, condition: str, parameters: dict[str, Any]) -> list[Episode]:
    where = f"{condition} AND {_COUNTS}"
    sql = f"SELECT {_COLUMNS} FROM item WHERE {where} ORDER BY item.d DESC LIMIT $most"
    return _read(view, sql, parameters)[::-1]


def _read(view: View, sql: str, parameters: dict[str, Any]) -> list[Episode]:
    names = Episode.__struct_fields__
    rows = view.rows(sql, parameters)
    return [Episode(**dict(zip(names, row, strict=True))) for row in rows]
