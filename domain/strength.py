"""How strong an item is by what became of it: a fold of its recalls, its rivals and its fadings.

Nothing is stored: the same touches give the same strength under any policy that is asked about.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import inf, log
from typing import Final, Literal, TypeAlias

import msgspec

from .curves import (
    exponential,
    exponential_days_to,
    hyperbolic,
    hyperbolic_days_to,
    rate_of,
    reinforcement,
    stability_days,
    stability_of,
)
from .decay import retention
from .kinds import Kind
from .mind_policy import DecayPolicy
from .policy import RankingPolicy
from .times import DAY, days_between

TouchKind: TypeAlias = Literal["recall", "rival", "fade"]
"""It was returned; a like one was returned in its stead; something was made of it and others."""

HOUR: Final = DAY // 24
LATEST: Final = 2**62
"""Stands for no moment that will come."""


class Touch(msgspec.Struct, frozen=True, order=True):
    """One thing that happened to an item; `nearness` to the middle of what it went into."""

    at: int
    kind: TouchKind
    nearness: float = 1.0


class Strength(msgspec.Struct, frozen=True, kw_only=True):
    """How strong an item was when it was last recalled, and how often that was.

    A rival or a fading takes its share of the value and leaves the clock alone, so that what is
    left at any later moment is that share of what it would have been. It fades once: a cluster is
    made anew when it has grown, and those that were in it before lose nothing by that.
    """

    value: float
    spaced: int = 0  # recalls with enough time between
    accesses: int = 0
    last_at: int  # its last recall, else its birth
    last_spaced_at: int | None = None
    has_faded: bool = False  # into what was made of it


class Traits(msgspec.Struct, frozen=True, kw_only=True):
    """What an item is, as far as that decides how it fades."""

    kind: Kind
    importance: float  # 0 to 10
    confidence: float = 1.0
    born_at: int  # its date, else when it came in
    is_evergreen: bool = False


def traits_of(
    kind: Kind,
    dated_at: int | None,
    recorded_at: int,
    *,
    importance: float,
    confidence: float,
    is_promoted: bool,
) -> Traits:
    """Those of an item as it was recorded; what was promoted counts as a fact."""
    return Traits(
        kind="fact" if is_promoted else kind,
        importance=importance,
        confidence=confidence,
        born_at=recorded_at if dated_at is None else dated_at,
        is_evergreen=dated_at is None or is_promoted,
    )


def fold_strength(born_at: int, touches: Iterable[Touch], policy: DecayPolicy) -> Strength:
    """The strength after all of them, in whatever order they are given."""
    strength = Strength(value=policy.strength_first, last_at=born_at)
    for touch in sorted(touches):
        strength = _touched(strength, touch, policy)
    return strength


def strength_at(strength: Strength, now: int, policy: DecayPolicy) -> float:
    """How strong it is at a moment, from the least to the most; to ask changes nothing.

    Only the hyperbolic curve fades this number; the others have their clock elsewhere.
    """
    share = 1.0
    if policy.curve == "hyperbolic":
        stability = stability_of(strength.spaced, policy)
        share = hyperbolic(days_between(strength.last_at, now), stability, policy)
    return _within(strength.value * share, policy)


def left_of(traits: Traits, strength: Strength, now: int, policy: RankingPolicy) -> float:
    """What is left of an item at a moment by the curve of the policy; it only falls untouched."""
    decay = policy.decay
    match decay.curve:
        case "hyperbolic":
            return strength_at(strength, now, decay)
        case "stability":
            days = stability_days(traits.importance, strength.accesses, decay)
            return exponential(days_between(strength.last_at, now), days)
        case "rates":
            rate = rate_of(traits.kind, traits.importance, decay)
            age = days_between(traits.born_at, now)
            return traits.confidence * exponential(rate * age, 1.0)
        case _:
            return _by_half_life(traits, now, policy)


def retention_of(left: float, policy: RankingPolicy) -> float:
    """The same as a share of 1, which a score is times or a sum is of."""
    return left / policy.decay.strength_most if policy.decay.curve == "hyperbolic" else left


def falls_below(
    least: float, traits: Traits, strength: Strength, policy: RankingPolicy
) -> int | None:
    """The moment from which less than this is left, if nothing touches it; None is never."""
    since, days = _days_to(least, traits, strength, policy)
    later = days * DAY
    return since + int(later) + 1 if later < LATEST else None


def _by_half_life(traits: Traits, now: int, policy: RankingPolicy) -> float:
    if traits.is_evergreen:
        return 1.0
    age = days_between(traits.born_at, now)
    return retention(age, policy.half_life_days, policy.retention_floor)


def _days_to(
    least: float, traits: Traits, strength: Strength, policy: RankingPolicy
) -> tuple[int, float]:
    """From which moment the days are counted, and how many; infinite where it never falls."""
    decay = policy.decay
    match decay.curve:
        case "hyperbolic":
            return strength.last_at, _hyperbolic_days(least, strength, decay)
        case "stability":
            days = stability_days(traits.importance, strength.accesses, decay)
            return strength.last_at, exponential_days_to(least, days)
        case "rates":
            return traits.born_at, _rates_days(least, traits, decay)
        case _:
            return traits.born_at, _half_life_days(least, traits, policy)


def _hyperbolic_days(least: float, strength: Strength, policy: DecayPolicy) -> float:
    if least <= policy.strength_least:
        return inf
    stability = stability_of(strength.spaced, policy)
    return hyperbolic_days_to(least / _within(strength.value, policy), stability, policy)


def _rates_days(least: float, traits: Traits, policy: DecayPolicy) -> float:
    if traits.confidence < least:
        return 0.0
    rate = rate_of(traits.kind, traits.importance, policy)
    if not rate or not traits.confidence:
        return inf
    return exponential_days_to(least / traits.confidence, 1.0) / rate


def _half_life_days(least: float, traits: Traits, policy: RankingPolicy) -> float:
    floor = policy.retention_floor
    if least > 1.0:
        return 0.0
    if traits.is_evergreen or least <= floor:
        return inf
    share = (least - floor) / (1.0 - floor)
    return exponential_days_to(share, 1.0) / log(2.0) * policy.half_life_days


def _touched(strength: Strength, touch: Touch, policy: DecayPolicy) -> Strength:
    if touch.kind == "recall":
        return _recalled(strength, touch.at, policy)
    share, is_fade = policy.suppression, touch.kind == "fade"
    if is_fade and strength.has_faded:
        return strength
    if is_fade:
        share = min(policy.fade_base + policy.fade_centrality * (1.0 - touch.nearness), 1.0)
    return msgspec.structs.replace(
        strength,
        value=_within(strength.value * share, policy),
        has_faded=strength.has_faded or is_fade,
    )


def _recalled(strength: Strength, at: int, policy: DecayPolicy) -> Strength:
    now = max(at, strength.last_at)
    value = strength_at(strength, now, policy)
    value += reinforcement(value, (now - strength.last_at) / HOUR, policy)
    before = strength.last_spaced_at
    is_spaced = before is None or now - before >= policy.spacing_hours * HOUR
    return Strength(
        value=_within(value, policy),
        spaced=strength.spaced + is_spaced,
        accesses=strength.accesses + 1,
        last_at=now,
        last_spaced_at=now if is_spaced else before,
        has_faded=strength.has_faded,
    )


def _within(value: float, policy: DecayPolicy) -> float:
    return min(max(value, policy.strength_least), policy.strength_most)
