"""Which items are active, which lie in the archive and since when, and when they are let go."""

from __future__ import annotations

from math import inf
from typing import Literal, TypeAlias

from .bounds import FOREVER
from .events import IMPORTANCE_MAX
from .mind_policy import LifecyclePolicy
from .policy import RankingPolicy
from .strength import LATEST, Strength, Traits, falls_below, left_of
from .times import DAY

Pool: TypeAlias = Literal["active", "archive"]


def pool_of(
    traits: Traits,
    strength: Strength,
    now: int,
    *,
    ranking: RankingPolicy,
    lifecycle: LifecyclePolicy,
) -> Pool:
    """Where an item lies at a moment; a recall brings it back from the archive."""
    if not _may_be_archived(traits, lifecycle):
        return "active"
    left = left_of(traits, strength, now, ranking)
    is_old = now - traits.born_at > lifecycle.archive_days * DAY
    return "archive" if is_old and left < least_left(traits.importance, lifecycle) else "active"


def archived_at(
    traits: Traits, strength: Strength, *, ranking: RankingPolicy, lifecycle: LifecyclePolicy
) -> int | None:
    """Since when it lies there, or from when on it will if nothing touches it; None is never."""
    if not _may_be_archived(traits, lifecycle):
        return None
    weak_at = falls_below(least_left(traits.importance, lifecycle), traits, strength, ranking)
    if weak_at is None:
        return None
    return max(weak_at, traits.born_at + int(lifecycle.archive_days * DAY) + 1)


def removal_at(
    traits: Traits, strength: Strength, *, ranking: RankingPolicy, lifecycle: LifecyclePolicy
) -> int | None:
    """When it is due to be let go, if nothing touches it; None is never."""
    if lifecycle.removal == "never" or lifecycle.remove_days >= FOREVER:
        return None
    since = archived_at(traits, strength, ranking=ranking, lifecycle=lifecycle)
    due = None if since is None else since + int(lifecycle.remove_days * DAY)
    return None if due is None or due >= LATEST else due


def least_left(importance: float, lifecycle: LifecyclePolicy) -> float:
    """Of how much must be left of an item of this importance for it to stay active."""
    if lifecycle.archive_by == "strength":
        return lifecycle.archive_strength
    weight = importance / IMPORTANCE_MAX
    return lifecycle.archive_strength / weight if weight else inf


def archives_any(lifecycle: LifecyclePolicy) -> bool:
    """Whether there can be anything in the archive."""
    return lifecycle.archive_strength > 0.0


def _may_be_archived(traits: Traits, lifecycle: LifecyclePolicy) -> bool:
    return (
        archives_any(lifecycle)
        and traits.importance < lifecycle.archive_importance
        and (lifecycle.archives_semantic == "yes" or not traits.is_evergreen)
    )
