"""Where in the journal a moment is, also where what was recorded left no row in any table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ..asking.as_of import Known, place
from ..domain.times import moment
from ..journal.journal import Journal

if TYPE_CHECKING:
    from ..projections.view import View  # it loads DuckDB

_LAST_ROW: Final = "SELECT max(position) FROM happening"


def last_up_to(view: View, journal: Journal, known: Known) -> int:
    """The last position before anything was recorded later; a position is itself.

    InvalidInput where it is beyond the end of the journal.
    """
    if known is None or isinstance(known, int):
        return place(view, known, 0).position
    asked = moment(known)
    assert asked is not None, known
    return _last_at(view, journal, asked)


def last_before(view: View, journal: Journal, known: Known) -> int:
    """The last position before a moment, or before a position; 0 where nothing came before."""
    if known is None or isinstance(known, int):
        return max(place(view, known, 0).position - 1, 0)
    asked = moment(known)
    assert asked is not None, known
    return _last_at(view, journal, asked - 1)


def _last_at(view: View, journal: Journal, asked: int) -> int:
    """A forgetting leaves no row, and what is forgotten has none: the journal still has both."""
    last = view.position_at(asked)
    with view.at(last):
        [(row,)] = view.rows(_LAST_ROW)
    for recorded in journal.read(after=row or 0):
        if recorded.position > last:
            break
        if recorded.event.recorded_at > asked:
            return recorded.position - 1
    return last
