"""What changed between two moments or positions, with the forgettings that only the journal has."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile
from typing import TYPE_CHECKING, Final

from ..asking.as_of import Known
from ..domain.errors import InvalidInput
from ..domain.events import SourceForgotten
from ..hindsight.diff import Diff, Forgetting, diff
from ..journal.journal import Journal, Selection
from .places import last_up_to

if TYPE_CHECKING:
    from ..projections.view import View  # it loads DuckDB

_FORGETTINGS: Final = Selection((SourceForgotten,))


def difference(view: View, journal: Journal, earlier: Known, later: Known) -> Diff:
    """From the one state to the other; InvalidInput where they are the wrong way round."""
    with view.lock:
        first, last = (last_up_to(view, journal, known) for known in (earlier, later))
        if first > last:
            raise InvalidInput(
                f"{earlier} is at position {first}, which is later than position {last}; name the"
                " earlier one first"
            )
        return diff(view, first, last, forgotten=tuple(_forgotten(journal, first, last)))


def _forgotten(journal: Journal, earlier: int, later: int) -> Iterator[Forgetting]:
    found = journal.read(_FORGETTINGS, after=earlier)
    for recorded in takewhile(lambda each: each.position <= later, found):
        event = recorded.event
        assert isinstance(event, SourceForgotten), recorded
        yield Forgetting(
            position=recorded.position,
            source=event.source,
            items=len(event.items),
            recorded_at=event.recorded_at,
        )
