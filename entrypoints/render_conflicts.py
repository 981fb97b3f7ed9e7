"""What may not hold beside a text that was just remembered, and how to decide that."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .lines import DIM, ID, MARK, counted, line, one_line, short

if TYPE_CHECKING:
    from ..commands.outcome import Ingested
    from ..domain.conflict_cues import PossibleConflict

_TEXT_CHARS_MAX = 100


def possible_conflicts(learned: Ingested) -> None:
    """Each with the signs of it and the commands that decide; nothing where there is none."""
    found = learned.possible_conflicts
    if not found:
        return
    known = counted(len(found), "item")
    line((f"{known} may say otherwise", MARK), "; nothing is decided before you do:")
    for each in found:
        _one(each, short(learned.items[0]))


def _one(each: PossibleConflict, new: str) -> None:
    old = short(each.item)
    line("  ", (old, ID), f"  {one_line(each.text, _TEXT_CHARS_MAX)}")
    for cue in each.cues:
        line(f"    {cue.reason}", (f"  ({cue.kind})", DIM))
    line(f"    lethelog supersede {old} --by {new}", ("   if it holds no longer", DIM))
    line(f"    lethelog contradict {old} --by {new}", ("  if the two cannot both be true", DIM))
