"""The first phases: what there is to dream of, and what of that is worth a thought."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from typing import TYPE_CHECKING, Final

from ..domain.dreams import PhaseDone
from ..projections.standing import standing_of
from .episodes import Episode, come_in_since, tally
from .night import Night

if TYPE_CHECKING:
    from ..projections.view import View  # it loads DuckDB

WORDS_MIN: Final = 3
"""Fewer state nothing: `thanks a lot` is the longest that is said so often; ours."""

_WHY: Final = ("replaced", "too short", "hidden")


def collect(night: Night) -> PhaseDone:
    """All that fades, what of it was recalled, and what nobody has drawn facts from yet."""
    reads = not {"filter", "extract"}.isdisjoint(night.phases)
    since, most = night.looked_up_to("extract"), night.policy.consolidation.items_max

    def look(view: View) -> tuple[int, int]:
        if reads:
            night.fresh = come_in_since(view, since, most, read_too=bool(night.counsel.name))
        is_all = len(night.fresh) < most
        night.came_in_up_to = view.position if is_all else night.fresh[-1].d
        return tally(view)

    fading, recalled = night.ask(look)
    details = [f"{recalled:,} of them recalled"] if recalled else []
    if night.fresh:
        details.append(f"{len(night.fresh):,} not read yet")
    return PhaseDone(phase="collect", seen=fading, details=tuple(details))


def leave_out(night: Night) -> PhaseDone:
    """What was replaced, is too short to state anything, or cannot be seen any more."""
    before = night.fresh
    hidden: frozenset[int] = frozenset()
    if before:
        hidden = night.ask(lambda view: _hidden(view, night))
    found = {each.d: why for each in before if (why := _why_left_out(each, hidden))}
    night.fresh = [each for each in before if each.d not in found]
    counted = Counter(found.values())
    return PhaseDone(
        phase="filter",
        seen=len(before),
        changed=len(found),
        details=tuple(f"{counted[why]:,} {why}" for why in _WHY if counted[why]),
    )


def _why_left_out(each: Episode, hidden: Collection[int]) -> str:
    """The first reason that holds; empty where there is none."""
    holds = (each.is_superseded, len(each.text.split()) < WORDS_MIN, each.d in hidden)
    return next((why for why, is_so in zip(_WHY, holds, strict=True) if is_so), "")


def _hidden(view: View, night: Night) -> frozenset[int]:
    """The places of all that is too weak to be shown, or lies in the archive."""
    standing = standing_of(view, night.now, night.policy.ranking, night.policy.lifecycle)
    hidden: list[int] = [] if standing is None else standing.d[standing.is_hidden].tolist()
    return frozenset(hidden)
