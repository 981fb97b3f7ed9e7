"""How strong an item is, for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from ..domain.times import iso
from .lines import DIM, counted, share, styled

if TYPE_CHECKING:
    from ..asking.story import Strength


def strength(told: Strength) -> Text | None:
    """One line, with what it was counted by; none where nothing fades."""
    if told.left is not None:
        return styled(f"strength {share(told.left)}", (_by_curve(told), DIM))
    if told.age_days is None:
        return None
    halves = f"halves in {told.half_life_days:g} days"
    if told.floor:
        halves = f"what is above {told.floor:g} {halves}"
    hides = ", hidden" if told.is_hidden else ""
    note = f"  {told.age_days:,.1f} days old, {halves}{hides}"
    return styled(f"strength {share(told.share)}", (note, DIM))


def _by_curve(told: Strength) -> str:
    """What it was counted by, where that is more than a date."""
    last = f", the last {iso(told.recalled_at)}" if told.recalled_at is not None else ""
    hides = ", hidden" if told.is_hidden else ""
    recalls = counted(told.recalls, "recall")
    return f"  {told.age_days or 0:,.1f} days old, {recalls}{last}, by {told.curve}{hides}"
