"""The curves by which strength fades, and by how much a recall adds to it.

Numbers come in and go out; nothing here knows an item. Each curve has its inverse, so that what
will have faded can be told without looking day by day. [G] is agenternal, [D] duduclaw, [K] ktao.
"""

from __future__ import annotations

from math import exp, inf, log, log1p

from .bounds import FOREVER
from .events import IMPORTANCE_MAX
from .kinds import Kind
from .mind_policy import DecayPolicy


def hyperbolic(days: float, stability: float, policy: DecayPolicy) -> float:
    """Share of strength left so long after the last access [G]; days before it count as none."""
    return 1.0 / (1.0 + max(days, 0.0) / stability / policy.hyperbolic_days)


def hyperbolic_days_to(share: float, stability: float, policy: DecayPolicy) -> float:
    """After how many days no more than this share is left; never for a share of nothing."""
    if share <= 0.0:
        return inf
    return max(1.0 / share - 1.0, 0.0) * stability * policy.hyperbolic_days


def stability_of(spaced: int, policy: DecayPolicy) -> float:
    """How much slower an item fades that was recalled so often, with enough time between [G]."""
    grown = float(spaced) ** policy.stability_power
    return float(min(1.0 + policy.stability_gain * grown, FOREVER))


def reinforcement(strength: float, gap_hours: float, policy: DecayPolicy) -> float:
    """What a recall adds so long after the last access: nothing at once, or to what is full [G]."""
    room = max(1.0 - strength / policy.strength_most, 0.0)
    return policy.reinforcement * room * -_less_one(gap_hours / policy.reinforcement_hours)


def stability_days(importance: float, accesses: int, policy: DecayPolicy) -> float:
    """In how many days an item fades to a share of 1/e [D]."""
    weight = importance / policy.importance_middle
    weight = min(max(weight, policy.importance_least), policy.importance_most)
    days = policy.stability_days * (1.0 + policy.access_gain * log1p(accesses)) * weight
    return min(days, policy.stability_days_max)


def exponential(days: float, stability: float) -> float:
    """Share left so long after the last access; days before it count as none."""
    return exp(-max(days, 0.0) / stability)


def exponential_days_to(share: float, stability: float) -> float:
    """After how many days no more than this share is left; never for a share of nothing."""
    if share <= 0.0:
        return inf
    return max(-log(share), 0.0) * stability


def rate_of(kind: Kind, importance: float, policy: DecayPolicy) -> float:
    """How much of an item goes in a day, by what it is and slower by how important it is [K]."""
    rates = {
        "belief": policy.belief_rate,
        "summary": policy.summary_rate,
        "event": policy.event_rate,
    }
    slowed = 1.0 - policy.importance_slows * importance / IMPORTANCE_MAX
    return rates.get(kind, policy.fact_rate) * slowed


def _less_one(hours: float) -> float:
    """`exp(-hours) - 1`; time that runs backwards counts as none."""
    return exp(-max(hours, 0.0)) - 1.0
