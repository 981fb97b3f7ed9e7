"""What the memory has in mind and how that moves, for people."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ..domain.times import day
from .lines import DIM, GOOD, MARK, columns, counted, line, short, warn

if TYPE_CHECKING:
    from ..asking.drift import PriorityDrift
    from ..asking.snapshot import Snapshot

_COURSES: Final = {
    "stable": ("stable", GOOD),
    "gradual_drift": ("gradual drift", MARK),
    "deliberate_pivot": ("deliberate pivot", GOOD),
}
_MEASURES: Final = {"recalls": "what was asked for", "arrivals": "what came in"}


def snapshot(told: Snapshot) -> None:
    """The text alone, as a prompt takes it."""
    line(told.text)
    if told.warning:
        warn(told.warning)


def drift(found: PriorityDrift) -> None:
    """How far attention moved, and which topics rose and fell."""
    if found.measured_by == "nothing":
        line(f"too little happened before or after {day(found.earlier_at)} to tell")
        return
    line(
        _COURSES[found.course],
        f": {_percent(found.distance)} of {_MEASURES[found.measured_by]} moved to other topics",
        (f"  {found.days:g} days from {day(found.earlier_at)} and as many before", DIM),
    )
    if found.moved:
        columns(
            [
                (f"  {each.topic}", ""),
                (f"{_percent(each.earlier)} → {_percent(each.later)}", ""),
                ("decided" if each.was_decided else "", DIM),
            ]
            for each in found.moved
        )
    if found.decisions:
        ids = ", ".join(map(short, found.decisions))
        line((f"{counted(len(found.decisions), 'decision')} about these: {ids}", DIM))


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"
