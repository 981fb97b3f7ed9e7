"""Whether an item hides for being too weak, or for lying in the archive, in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ..domain.policy import RankingPolicy
from ..domain.pools import archived_at
from ..domain.query import Query
from ..domain.times import iso
from ..projections.standing import standing_of, strength_of
from .story import Reason

if TYPE_CHECKING:
    from ..projections.view import View  # it loads DuckDB


def faded(view: View, d: int, query: Query, *, now: int, policy: RankingPolicy) -> Iterator[Reason]:
    """A reason for each of both that keeps the item at a place out of an answer."""
    standing = None if query.with_faded else standing_of(view, now, policy, query.lifecycle)
    if standing is None:
        return
    row = int(standing.d.searchsorted(d))
    left, least = float(standing.left[row]), policy.decay.visible_min
    if left < least:
        yield Reason(because="faded", told=f"it is too weak: strength {left:.2f} of {least:.2f}")
    if standing.is_archived[row]:
        traits, strength = strength_of(view, d, policy.decay)
        since = archived_at(traits, strength, ranking=policy, lifecycle=query.lifecycle)
        when = "" if since is None else f" since {iso(min(since, now))}"
        yield Reason(because="archived", told=f"it is in the archive{when}")
