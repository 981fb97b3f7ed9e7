"""How sure a belief is after all that spoke for it and against it, and what follows from that."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, TypeAlias

import msgspec

from .kinds import Kind
from .mind_policy import BeliefPolicy, Steps

Proposed: TypeAlias = Literal["fact", "forget"]
"""That a belief is sure enough to be a fact, or that hardly anything speaks for it any more."""


class Evidence(msgspec.Struct, frozen=True, kw_only=True):
    """What spoke for a belief or against it, as it counted when it was recorded."""

    speaks_for: bool
    strength: float  # 0 to 1
    step: float
    steps: Steps = "share"
    least: float = 0.0


def evidence_under(policy: BeliefPolicy, *, speaks_for: bool, strength: float) -> Evidence:
    """How far evidence counts by the constants that are in force."""
    return Evidence(
        speaks_for=speaks_for,
        strength=strength,
        step=policy.evidence_for if speaks_for else policy.evidence_against,
        steps=policy.steps,
        least=policy.confidence_least,
    )


def confidence_after(first: float, evidence: Iterable[Evidence]) -> float:
    """From 0 to 1, whatever came in; the order counts as it came in.

    A share is of what is missing to 1, or of what is there, so that no single piece settles it;
    a whole step is taken as it is. What is below the least already stays where it is.
    """
    confidence = first
    for each in evidence:
        step = each.step * each.strength
        if each.speaks_for:
            gained = step * (1.0 - confidence) if each.steps == "share" else step
            confidence = min(confidence + gained, 1.0)
        else:
            lost = step * confidence if each.steps == "share" else step
            confidence = max(confidence - lost, min(confidence, each.least))
    return confidence


def proposed(kind: Kind, confidence: float, policy: BeliefPolicy) -> Proposed | None:
    """What to do about an item as sure as that; only a belief is ever up for it."""
    if kind != "belief":
        return None
    if confidence > policy.fact_above:
        return "fact"
    return "forget" if confidence < policy.delete_below else None
