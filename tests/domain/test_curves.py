"""The curves against what was published, and the laws that all of them keep."""

from __future__ import annotations

from collections.abc import Callable
from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lethelog.domain.curves import (
    exponential,
    exponential_days_to,
    hyperbolic,
    hyperbolic_days_to,
    rate_of,
    reinforcement,
    stability_days,
    stability_of,
)
from lethelog.domain.mind_policy import DecayPolicy
from lethelog.domain.presets import AGENTERNAL, DUDUCLAW, KTAO

HYPERBOLIC, STABILITY, RATES = (p.ranking.decay for p in (AGENTERNAL, DUDUCLAW, KTAO))

days = st.floats(0, 10_000)
shares = st.floats(0.001, 1)


@pytest.mark.parametrize(
    ("spaced", "stability", "after_30_days"),
    [(0, 1.0, 0.25), (1, 1.5, 0.333), (2, 2.414, 0.446), (4, 5.0, 0.625), (6, 8.348, 0.736)],
)
def test_a_recall_well_spaced_makes_an_item_fade_slower(
    spaced: int, stability: float, after_30_days: float
) -> None:
    """1 + 0.5 n^1.5, and half is gone in ten times as many days."""
    found = stability_of(spaced, HYPERBOLIC)
    assert found == pytest.approx(stability, abs=1e-3)
    assert hyperbolic(30, found, HYPERBOLIC) == pytest.approx(after_30_days, abs=1e-3)
    assert hyperbolic(10 * found, found, HYPERBOLIC) == pytest.approx(0.5)


@pytest.mark.parametrize(
    ("strength", "hours", "added"),
    [(0.5, 24, 0.0711), (1.0, 24, 0.0474), (1.0, 6, 0.0166), (1.8, 168, 0.0150), (2.0, 72, 0.0)],
)
def test_a_recall_adds_less_the_sooner_it_comes_and_the_stronger_the_item_is(
    strength: float, hours: float, added: float
) -> None:
    """0.15 (1 - s/2) (1 - e^(-h/24))."""
    assert reinforcement(strength, hours, HYPERBOLIC) == pytest.approx(added, abs=1e-4)


@pytest.mark.parametrize(
    ("accesses", "importance", "found"),
    [(0, 5, 14.0), (20, 5, 39.574), (0, 2, 5.6), (0, 8, 22.4), (0, 0, 2.8), (1000, 10, 144.07)],
)
def test_stability_grows_with_accesses_and_importance(
    accesses: int, importance: float, found: float
) -> None:
    """Base 14 days, a fifth to twice as long by importance."""
    assert stability_days(importance, accesses, STABILITY) == pytest.approx(found, abs=5e-3)


def test_stability_has_a_cap() -> None:
    """No item stays for longer than the policy lets it."""
    assert stability_days(10, 10**12, STABILITY) == 365


@pytest.mark.parametrize(
    ("kind", "half_life_days"), [("fact", 87), ("belief", 10), ("summary", 28), ("event", 5)]
)
def test_each_kind_has_its_half_life(kind: str, half_life_days: float) -> None:
    """0.008, 0.07, 0.025 and 0.15 a day, at importance 0."""
    rate = rate_of(kind, 0.0, RATES)  # type: ignore[arg-type] # parametrised words
    assert exponential_days_to(0.5, 1.0) / rate == pytest.approx(half_life_days, abs=0.5)


def test_what_is_important_goes_at_half_the_rate() -> None:
    """A fact of importance 10 halves in 173 days."""
    assert rate_of("fact", 10.0, RATES) == pytest.approx(0.004)


@given(days, days, st.integers(0, 100))
def test_every_curve_only_falls(one: float, other: float, spaced: int) -> None:
    """From all there is to nothing, and never below or above."""
    sooner, later = sorted((one, other))
    stability = stability_of(spaced, HYPERBOLIC)
    curves: tuple[Callable[[float], float], ...] = (
        lambda at: hyperbolic(at, stability, HYPERBOLIC),
        lambda at: exponential(at, stability),
    )
    for share in curves:
        assert 0.0 <= share(later) <= share(sooner) <= share(0.0) == share(-1.0) == 1.0


@given(shares, st.integers(0, 50))
def test_each_curve_has_its_inverse(share: float, spaced: int) -> None:
    """After so many days exactly that much is left."""
    stability = stability_of(spaced, HYPERBOLIC)
    there = hyperbolic_days_to(share, stability, HYPERBOLIC)
    assert hyperbolic(there, stability, HYPERBOLIC) == pytest.approx(share)
    assert exponential(exponential_days_to(share, stability), stability) == pytest.approx(share)
    assert hyperbolic_days_to(0.0, stability, HYPERBOLIC) == exponential_days_to(0.0, 1.0) == inf


@given(st.floats(0.05, 2.0), st.floats(0, 10_000), st.floats(0, 10_000))
def test_a_recall_never_lifts_above_the_most(strength: float, one: float, other: float) -> None:
    """And waiting longer never adds less."""
    sooner, later = sorted((one, other))
    assert reinforcement(strength, sooner, HYPERBOLIC) >= 0.0
    assert reinforcement(strength, sooner, HYPERBOLIC) <= reinforcement(strength, later, HYPERBOLIC)
    assert strength + reinforcement(strength, later, HYPERBOLIC) <= HYPERBOLIC.strength_most


def test_a_policy_that_says_nothing_adds_nothing() -> None:
    """The default of a constant changes nothing."""
    assert reinforcement(1.0, 1_000.0, DecayPolicy()) == 0.0
