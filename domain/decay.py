"""How strength fades with age."""

from __future__ import annotations


def retention(age_days: float, half_life_days: float) -> float:
    """Share of strength left; an age before zero counts as now."""
    share: float = 2.0 ** (-max(age_days, 0.0) / half_life_days)
    return share
