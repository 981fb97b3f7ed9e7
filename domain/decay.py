"""How strength fades with age."""

from __future__ import annotations


def retention(age_days: float, half_life_days: float, floor: float = 0.0) -> float:
    """Share of strength left, which ends at the floor; an age before zero counts as now."""
    share: float = 2.0 ** (-max(age_days, 0.0) / half_life_days)
    return floor + (1.0 - floor) * share
