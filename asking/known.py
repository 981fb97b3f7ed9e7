"""Finds an item by its id in the state that is asked about, and says where that is too early."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ..domain.errors import NotFound
from ..domain.identity import ItemId
from ..domain.times import iso
from .listing import find_item

if TYPE_CHECKING:
    from ..projections.view import View  # it loads DuckDB

# The table of now, whatever day is asked about; what was forgotten is in neither.
_LATER: Final = """
SELECT item, d, recorded_at
FROM main.item
WHERE starts_with(item, $start)
ORDER BY d
LIMIT 1
"""


def find_known(view: View, start_of_id: str) -> ItemId:
    """The one item whose id starts so; NotFound says since when it is known, where it is later."""
    try:
        return find_item(view, start_of_id)
    except NotFound:
        _say_if_later(view, start_of_id)
        raise


def _say_if_later(view: View, start_of_id: str) -> None:
    start = start_of_id.strip().lower()
    for item, d, recorded_at in view.rows(_LATER, {"start": start}) if start else ():
        raise NotFound(
            f"item {item} was not known yet at position {view.position}: it came in at {d},"
            f" {iso(recorded_at)}; ask about a later day"
        )
