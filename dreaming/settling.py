"""What was earned becomes evergreen, what has one key is put in order, and what is now is noted."""

from __future__ import annotations

from ..asking.candidates import promotion_candidates
from ..domain.dreams import PhaseDone
from .conflicts import weigh
from .episodes import keyed
from .night import Night


def promote(night: Night) -> PhaseDone:
    """What was recalled so often and so well that it stays; derived items never fade anyway."""
    policy = night.policy.promotion
    items = night.ask(lambda view: promotion_candidates(view, policy, nearly=night.is_dry_run))
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
    """What two texts say of one key is put in order by rule; others are put to whoever judges.

    A rehearsal leaves it all as it is.
    """
    done = None if night.is_dry_run else night.memory.settle()
    weighed = weigh(night)
    gave_way, disputed = (0, 0) if done is None else (len(done.superseded), len(done.contradicted))
    told = ((gave_way, "gave way"), (disputed, "in dispute"), (weighed.changed, "judged"))
    return PhaseDone(
        phase="settle",
        seen=weighed.texts + (0 if done is None else night.memory.ask(keyed)),
        changed=gave_way + disputed + weighed.changed,
        details=(*(f"{number:,} {what}" for number, what in told if number), *weighed.details),
    )


def snapshot(night: Night) -> PhaseDone:
    """What an agent that wakes up now would be told; to look is no recall."""
    told = night.memory.context(record=False)
    return PhaseDone(
        phase="snapshot",
        seen=len(told.cited),
        details=(f"{told.tokens:,} of {told.tokens_max:,} tokens",),
    )
