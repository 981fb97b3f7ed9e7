"""How much of the trust in an item a contradiction takes."""

from __future__ import annotations

from math import exp

from .kinds import Kind
from .policy import ContradictionPolicy


def penalty_of(evidence: float, kind: Kind, worth: float, policy: ContradictionPolicy) -> float:
    """The share of trust that is lost to evidence from 0 to 1.

    By the form `belief` a strong item loses less of its `worth`, which is its strength times the
    trust that is left in it [G]; and no single contradiction takes it below the least.
    """
    if policy.form == "share":
        return policy.penalty_full * evidence
    if worth <= policy.trust_least or worth <= 0.0:
        return 0.0
    factor = policy.base + policy.gain * exp(-_hardness(kind, policy) / worth)
    left = max(worth * min(factor, 1.0), policy.trust_least)
    return (1.0 - left / worth) * evidence


def _hardness(kind: Kind, policy: ContradictionPolicy) -> float:
    """What is told as certain falls further when it is contradicted."""
    match kind:
        case "decision":
            return policy.decision
        case "preference":
            return policy.preference
        case "belief":
            return policy.opinion
        case _:
            return policy.fact
