"""Other constants come into force; what was decided before keeps those that it was decided by."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ..domain.events import Event, Judge, PolicyAdopted, Recorded
from ..domain.policy import DEFAULT, Policy, check
from ..journal.journal import Boundary, Journal, Selection
from .situation import Situation


class Adopt(msgspec.Struct, frozen=True, kw_only=True):
    """Put a policy in force."""

    policy: Policy
    now: int
    reason: str = ""
    judge: Judge = "person"


def read_policies(journal: Journal) -> Situation:
    """All that were ever adopted."""
    selections = (Selection((PolicyAdopted,)),)
    events, head = journal.select(selections)
    return Situation(tuple(events), Boundary(head, selections))


def decide_adoption(events: Sequence[Recorded], order: Adopt) -> list[Event]:
    """No event if exactly these constants are in force already; InvalidInput if any is none."""
    check(order.policy)
    adopted = [r.event.policy for r in events if isinstance(r.event, PolicyAdopted)]
    if order.policy == (adopted[-1] if adopted else DEFAULT):
        return []
    return [
        PolicyAdopted(
            recorded_at=order.now, policy=order.policy, judge=order.judge, reason=order.reason
        )
    ]
