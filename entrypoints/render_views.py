"""The read models of a store, and how they compare with a replay, for people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from ..domain.times import iso
from .lines import DIM, GOOD, MARK, Styled, columns, counted, line

if TYPE_CHECKING:
    from ..domain.comparison import TableCompared
    from ..projections.slot_listing import Slot

_NAMES: Final = "slot|held by|generation|position|version|size|made|digest".split("|")
_STYLES: Final = {"current": GOOD, "older": MARK, "damaged": MARK}


def views(found: Sequence[Slot]) -> None:
    """One line a slot: place, holder, generation, position, version, size, date, digest."""
    if not found:
        line(("there is no read model yet; the first question makes one", DIM))
        return
    columns([[(name, DIM) for name in _NAMES], *map(_row, found)])
    for each in found:
        if each.others:
            left = ", ".join(map(str, each.others))
            line((f"views/{each.slot} also holds what is being made or was left: {left}", DIM))
        if each.state in ("older", "damaged"):
            differs = ", ".join(each.differs)
            why = f" ({differs})" if differs else ""
            line((f"views/{each.slot} is {each.state}{why}: its next use builds it anew", MARK))


def _row(slot: Slot) -> list[Styled]:
    return [
        (f"views/{slot.slot}", "bold"),
        (slot.holder, ""),
        (_or_dash(slot.generation), ""),
        (_position(slot), ""),
        (slot.state or "-", _STYLES.get(slot.state or "", DIM)),
        (f"{slot.size_bytes:,} B", ""),
        ("-" if slot.made_at is None else iso(slot.made_at), ""),
        (slot.digest or "-", DIM),
    ]


def tables(compared: Sequence[TableCompared], replayed_to: int) -> None:
    """One line a table, after one that tells as of when they were compared."""
    line((f"tables as of position {replayed_to:,}, each with a fresh replay", DIM))
    columns(
        [
            (f"  {each.table}", ""),
            (counted(each.rows, "row"), ""),
            ("equal", GOOD)
            if each.is_equal
            else (f"not equal: {each.rows_replayed:,} in the replay", MARK),
        ]
        for each in compared
    )


def _position(slot: Slot) -> str:
    if slot.position is None:
        return "-"
    noted = "" if slot.digest else " when last noted"
    behind = f", {slot.behind:,} behind" if slot.behind else ""
    return f"{slot.position:,}{noted}{behind}"


def _or_dash(number: int | None) -> str:
    return "-" if number is None else str(number)
