"""Whether attention has moved from some topics to others, and whether somebody meant it to."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final, Literal, TypeAlias

import msgspec

Course: TypeAlias = Literal["stable", "gradual_drift", "deliberate_pivot"]

DRIFT_MIN: Final = 0.3
"""From which distance on it is a drift: three in ten of all attention went elsewhere. A judgement;
no source that we know gives one."""

MOVED_MIN: Final = 0.05
"""From which change of its share on a topic counts as rising or falling. A judgement likewise."""

_DIGITS: Final = 9
"""Sums of shares differ beyond them by their order."""

Shares: TypeAlias = Mapping[str, float]
"""How much of all attention each topic has; they add up to 1, or there are none."""


class Movement(msgspec.Struct, frozen=True, kw_only=True):
    """One topic that has risen or fallen, from one share of all attention to another."""

    topic: str
    earlier: float
    later: float
    was_decided: bool  # a decision about it was made or reversed in between


class Drift(msgspec.Struct, frozen=True, kw_only=True):
    """How far attention has moved, from 0 to 1, and where it went; what moved most comes first."""

    course: Course
    distance: float
    moved: tuple[Movement, ...]


def shares_of(weights: Mapping[str, float]) -> dict[str, float]:
    """Each weight as a share of all of them; nothing where they weigh nothing."""
    total = sum(weights[topic] for topic in sorted(weights))
    return {topic: weights[topic] / total for topic in sorted(weights)} if total > 0.0 else {}


def distance(earlier: Shares, later: Shares) -> float:
    """The total variation between them: what part of all attention is elsewhere now.

    What has no attention at all, earlier or later, is no distance from anything.
    """
    if not earlier or not later:
        return 0.0
    topics = sorted(earlier.keys() | later.keys())
    apart = sum(abs(later.get(each, 0.0) - earlier.get(each, 0.0)) for each in topics)
    return round(min(apart / 2.0, 1.0), _DIGITS)


def drift_of(earlier: Shares, later: Shares, decided: Collection[str] = ()) -> Drift:
    """What became of the attention, where these are the topics that were decided in between.

    Far enough it is a drift, and a deliberate one where a topic that rose or fell was decided.
    """
    apart = distance(earlier, later)
    moved = _moved(earlier, later, frozenset(decided)) if earlier and later else []
    if apart < DRIFT_MIN:
        course: Course = "stable"
    elif any(each.was_decided for each in moved):
        course = "deliberate_pivot"
    else:
        course = "gradual_drift"
    return Drift(course=course, distance=apart, moved=tuple(moved))


def _moved(earlier: Shares, later: Shares, decided: frozenset[str]) -> list[Movement]:
    found = [
        Movement(
            topic=topic,
            earlier=earlier.get(topic, 0.0),
            later=later.get(topic, 0.0),
            was_decided=topic in decided,
        )
        for topic in sorted(earlier.keys() | later.keys())
        if round(abs(later.get(topic, 0.0) - earlier.get(topic, 0.0)), _DIGITS) >= MOVED_MIN
    ]
    return sorted(
        found, key=lambda each: (-round(abs(each.later - each.earlier), _DIGITS), each.topic)
    )
