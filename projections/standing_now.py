"""How every item stands at a moment, worked out of what is folded; loads numpy.

The formulas are those of `domain.strength` and `domain.pools`, for all items at once.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from ..domain.events import IMPORTANCE_MAX
from ..domain.mind_policy import DecayPolicy, LifecyclePolicy
from ..domain.policy import RankingPolicy
from ..domain.pools import archives_any
from ..domain.strength import retention_of
from ..domain.times import DAY
from .strengths import KINDS, Strengths

Floats: TypeAlias = npt.NDArray[np.float64]
Integers: TypeAlias = npt.NDArray[np.int64]
Mask: TypeAlias = npt.NDArray[np.bool_]

_FACT = KINDS.index("fact")


def standing_now(
    known: Strengths, now: int, policy: RankingPolicy, lifecycle: LifecyclePolicy
) -> dict[str, Any]:
    """The columns of a `Standing` of all items that are known."""
    left = _left(known, now, policy)
    is_archived = _archived(known, left, now, lifecycle)
    weight, trust = policy.trust.weight, known.distrust
    if weight:
        trust = trust * (1.0 - weight + weight * known.trust_of_origin(policy.trust))
    return {
        "d": known.d.rows.copy(),  # what is kept goes on growing
        "left": left,
        "retention": left * retention_of(1.0, policy),
        "trust": trust.copy(),
        "is_hidden": is_archived | (left < policy.decay.visible_min),
        "is_archived": is_archived,
    }


def _left(known: Strengths, now: int, policy: RankingPolicy) -> Floats:
    decay = policy.decay
    match decay.curve:
        case "hyperbolic":
            return known.folded(decay).strength_at(now)
        case "stability":
            return _by_stability(known, now, decay)
        case "rates":
            return _by_rates(known, now, decay)
        case _:
            return _by_half_life(known, now, policy)


def _by_stability(known: Strengths, now: int, policy: DecayPolicy) -> Floats:
    folded = known.folded(policy)
    weight = np.maximum(known.importance.rows / policy.importance_middle, policy.importance_least)
    weight = np.minimum(weight, policy.importance_most)
    days = policy.stability_days * (1.0 + policy.access_gain * np.log1p(folded.accesses)) * weight
    days = np.minimum(days, policy.stability_days_max)
    left: Floats = np.exp(-np.maximum(now - folded.last_at, 0) / DAY / days)
    return left


def _by_rates(known: Strengths, now: int, policy: DecayPolicy) -> Floats:
    of_kind = {
        "belief": policy.belief_rate,
        "summary": policy.summary_rate,
        "event": policy.event_rate,
    }
    rates = np.array([of_kind.get(kind, policy.fact_rate) for kind in KINDS])
    rate = rates[np.where(known.is_promoted, _FACT, known.kind.rows)]
    rate = rate * (1.0 - policy.importance_slows * known.importance.rows / IMPORTANCE_MAX)
    age = np.maximum(now - known.born_at.rows, 0) / DAY
    left: Floats = known.confidence * np.exp(-rate * age)
    return left


def _by_half_life(known: Strengths, now: int, policy: RankingPolicy) -> Floats:
    fades = known.is_dated.rows & ~known.is_promoted
    half_lives = np.maximum(now - known.born_at.rows, 0) / DAY / policy.half_life_days
    floor = policy.retention_floor
    left: Floats = floor + (1.0 - floor) * np.exp2(-np.where(fades, half_lives, 0.0))
    return left


def _archived(known: Strengths, left: Floats, now: int, lifecycle: LifecyclePolicy) -> Mask:
    if not archives_any(lifecycle):
        return np.zeros(len(left), np.bool_)
    least: Floats | float = lifecycle.archive_strength
    if lifecycle.archive_by == "weight":
        weight = known.importance.rows / IMPORTANCE_MAX
        # What has no weight at all is below any strength.
        with np.errstate(divide="ignore"):
            least = lifecycle.archive_strength / weight
    archived: Mask = (
        (left < least)
        & (known.importance.rows < lifecycle.archive_importance)
        & (now - known.born_at.rows > lifecycle.archive_days * DAY)
    )
    if lifecycle.archives_semantic == "no":
        archived &= known.is_dated.rows & ~known.is_promoted
    return archived
