"""Laws of forgetting curves."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lethelog.domain.decay import retention

ages = st.floats(min_value=-1e6, max_value=1e6)
half_lives = st.floats(min_value=0.01, max_value=1e5)
floors = st.floats(min_value=0.0, max_value=1.0)


@given(ages, ages, half_lives, floors)
def test_decay_never_rises_with_age(
    one: float, other: float, half_life: float, floor: float
) -> None:
    """Of two ages the greater leaves no more."""
    young, old = sorted((one, other))
    assert retention(old, half_life, floor) <= retention(young, half_life, floor)


@given(st.floats(min_value=-1e9, max_value=0.0), half_lives, floors)
def test_the_future_counts_as_now(age: float, half_life: float, floor: float) -> None:
    """What has not happened yet has lost nothing."""
    assert retention(age, half_life, floor) == 1.0


@given(half_lives)
def test_half_is_left_at_the_half_life(half_life: float) -> None:
    """Once gives a half, twice a quarter."""
    assert retention(half_life, half_life) == 0.5
    assert retention(2 * half_life, half_life) == pytest.approx(0.25)


@given(half_lives, floors)
def test_what_fades_ends_at_the_floor(half_life: float, floor: float) -> None:
    """At the half-life half of what lies above it is left, and in the end nothing of that."""
    assert retention(half_life, half_life, floor) == pytest.approx((1.0 + floor) / 2.0)
    assert retention(10_000.0 * half_life, half_life, floor) == floor


@given(ages, half_lives, floors)
def test_what_is_left_is_a_share(age: float, half_life: float, floor: float) -> None:
    """Never below the floor and never above 1."""
    assert floor <= retention(age, half_life, floor) <= 1.0
