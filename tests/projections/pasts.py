"""What a read model tells of an earlier day, beside a replay up to there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import closing

from lethelog.domain.events import Recorded, SourceForgotten, SourceUnblocked
from lethelog.domain.lineage import live
from lethelog.projections.view import View
from lethelog.tests.tables import new_view, tables_of


def places(log: Sequence[Recorded], others: Iterable[int]) -> list[int]:
    """The beginning and the end, both sides of each forgetting, and others, which are clipped."""
    forgettings = [r.position for r in log if isinstance(r.event, SourceForgotten)]
    beside = [position - 1 for position in forgettings]
    return sorted({0, len(log), *forgettings, *beside, *(min(each, len(log)) for each in others)})


def compare(log: Sequence[Recorded], positions: Sequence[int]) -> None:
    """Every table at each position with one that was only ever told what is left up to there."""
    with closing(new_view()) as view, closing(new_view()) as expected:
        view.apply(log)
        for position in positions:
            expected.apply(_left(log, position))
            _compare(view, expected, position)
        assert tables_of(view) == tables_of(expected)


def _compare(view: View, expected: View, position: int) -> None:
    """By their digests, which take half the time of the rows; those are for whoever has to look."""
    with view.at(position):
        digests = view.digests()
        seen = {} if digests == expected.digests() else tables_of(view)
    assert not seen, (position, seen, tables_of(expected))


def _left(log: Sequence[Recorded], position: int) -> list[Recorded]:
    """The events up to a position without all that was forgotten, before or after it."""
    later = [r for r in log[position:] if isinstance(r.event, SourceForgotten)]
    left = live([*log[:position], *later])
    return [r for r in left if not isinstance(r.event, SourceForgotten | SourceUnblocked)]
