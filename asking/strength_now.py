"""How strong an item is at a moment, and how far it is trusted, by the policy in force."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from ..domain.decay import retention
from ..domain.pools import archived_at
from ..domain.times import days_between
from ..projections.standing import standing_of, strength_of
from .listing import ItemLine
from .question import Standpoint
from .story import Strength

if TYPE_CHECKING:
    from ..projections.view import View  # it loads DuckDB

_TRUST: Final = "SELECT coalesce((SELECT trust FROM distrust WHERE d = $d), 1e0)"


def strength_now(view: View, item: ItemLine, at: Standpoint, *, is_evergreen: bool) -> Strength:
    """As a search at that moment would count it."""
    ranking, lifecycle = at.policy.ranking, at.policy.lifecycle
    by_date = _by_date(None if is_evergreen else item.dated_at, at)
    standing = standing_of(view, at.now, ranking, lifecycle)
    if standing is None:
        return by_date
    row, curve = int(standing.d.searchsorted(item.position)), ranking.decay.curve
    traits, strength = strength_of(view, item.position, ranking.decay)
    told = replace(
        by_date,
        archived_at=archived_at(traits, strength, ranking=ranking, lifecycle=lifecycle),
        is_hidden=bool(standing.is_hidden[row]),
    )
    if curve == "half-life":
        return told
    return replace(
        told,
        share=float(standing.retention[row]),
        age_days=days_between(traits.born_at, at.now),
        curve=curve,
        left=float(standing.left[row]),
        recalls=strength.accesses,
        recalled_at=strength.last_at if strength.accesses else None,
    )


def trust_now(view: View, item: ItemLine, at: Standpoint) -> float:
    """What contradictions have left of it, and what the policy makes of the channel it came by."""
    standing = standing_of(view, at.now, at.policy.ranking, at.policy.lifecycle)
    if standing is not None:
        return float(standing.trust[standing.d.searchsorted(item.position)])
    [(trust,)] = view.rows(_TRUST, {"d": item.position})
    return float(trust)


def _by_date(dated_at: int | None, at: Standpoint) -> Strength:
    half_life_days, floor = at.policy.ranking.half_life_days, at.policy.ranking.retention_floor
    age_days = None if dated_at is None else days_between(dated_at, at.now)
    return Strength(
        share=1.0 if age_days is None else retention(age_days, half_life_days, floor),
        told_at=at.now,
        age_days=age_days,
        half_life_days=half_life_days,
        floor=floor,
    )
