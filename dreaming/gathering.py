"""The first phases: what there is to dream of, and what of that is worth a thought."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ..domain.dreams import PhaseDone
from .episodes import come_in_since, tally
from .night import Night

if TYPE_CHECKING:
    from ..projections.view import View  # it loads DuckDB

WORDS_MIN: Final = 3
"""Fewer state nothing: `thanks a lot` is the longest that is said so often; ours."""


def collect(night: Night) -> PhaseDone:
    """All that fades, what of it was recalled, and what nobody has drawn facts from yet."""
    reads = not {"filter", "extract"}.isdisjoint(night.policy.dream.phases)
    since, most = night.looked_up_to("extract"), night.policy.consolidation.items_max

    def look(view: View) -> tuple[int, int]:
        if reads:
            night.fresh = come_in_since(view, since, most, read_too=bool(night.counsel.name))
        return tally(view)

    fading, recalled = night.memory.ask(look)
    details = [f"{recalled:,} of them recalled"] if recalled else []
    if night.fresh:
        details.append(f"{len(night.fresh):,} not read yet")
    return PhaseDone(phase="collect", seen=fading, details=tuple(details))


def leave_out(night: Night) -> PhaseDone:
    """What was replaced, is too short to state anything, or cannot be seen any more."""
    before = night.fresh
    replaced = [each for each in before if each.is_superseded]
    short = [
        each for each in before if not each.is_superseded and len(each.text.split()) < WORDS_MIN
    ]
    left_out = {each.d for each in (*replaced, *short)}
    night.fresh = [each for each in before if each.d not in left_out]
    told = ((len(replaced), "replaced"), (len(short), "too short"))
    return PhaseDone(
        phase="filter",
        seen=len(before),
        changed=len(left_out),
        details=tuple(f"{number:,} {what}" for number, what in told if number),
    )
