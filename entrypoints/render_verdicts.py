"""What became of answers to proposals, for people."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from .lines import DIM, GOOD, MARK, counted, line, short

if TYPE_CHECKING:
    from ..commands.verdicts_desk import Accepted, Became

_SAID: Final[dict[Became, str]] = {
    "recorded": "recorded",
    "known": "known already",
    "declined": "nothing to record",
    "changed": "not recorded, it changed since",
    "gone": "not recorded, it is not here",
}


def accepted(result: Accepted) -> None:
    """A line for each answer, with the items that it made or changed, and one for all."""
    for each in result.outcomes:
        items = " ".join(short(item) for item in each.items)
        colour = GOOD if each.became == "recorded" else MARK if each.why else DIM
        line(each.proposal, "  ", (_SAID[each.became], colour), f"  {items or each.why}".rstrip())
    line(f"{counted(result.recorded, 'verdict')} of {len(result.outcomes)} recorded")
