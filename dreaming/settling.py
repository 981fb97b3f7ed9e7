"""What was earned becomes evergreen, what has one key is put in order, and what is now is noted."""

from __future__ import annotations

from ..asking.candidates import promotion_candidates
from ..domain.dreams import PhaseDone
from .episodes import keyed
from .night import Night


def promote(night: Night) -> PhaseDone:
    """What was recalled so often and so well that it stays; derived items never fade anyway."""
    policy = night.policy.promotion
    items = night.memory.ask(
        lambda view: promotion_candidates(view, policy, nearly=night.is_dry_run)
    )
    considered = night.memory.consider(items, dry_run=night.is_dry_run)
    night.promoted, night.passed_over = considered.promoted, considered.passed_over
    missing = len(considered.passed_over)
    return PhaseDone(
        phase="promote",
        seen=len(items),
        changed=len(considered.promoted),
        details=tuple([f"{missing:,} not yet"] if missing else []),
    )


def settle(night: Night) -> PhaseDone:
    """What two texts say of one key is put in order; a rehearsal leaves it as it is."""
    if night.is_dry_run:
        return PhaseDone(phase="settle", seen=0)
    done = night.memory.settle()
    told = ((len(done.superseded), "gave way"), (len(done.contradicted), "in dispute"))
    return PhaseDone(
        phase="settle",
        seen=night.memory.ask(keyed),
        changed=len(done.superseded) + len(done.contradicted),
        details=tuple(f"{number:,} {what}" for number, what in told if number),
    )


def snapshot(night: Night) -> PhaseDone:
    """What an agent that wakes up now would be told; to look is no recall."""
    told = night.memory.context(record=False)
    return PhaseDone(
        phase="snapshot",
        seen=len(told.cited),
        details=(f"{told.tokens:,} of {told.tokens_max:,} tokens",),
    )
