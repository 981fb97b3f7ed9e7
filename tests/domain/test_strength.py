"""How strong an item is by what became of it, whatever order it is told in."""

from __future__ import annotations

from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from lethelog.domain.kinds import Kind
from lethelog.domain.mind_policy import DecayPolicy
from lethelog.domain.policy import RankingPolicy
from lethelog.domain.presets import AGENTERNAL, ALFRED, DUDUCLAW, KTAO
from lethelog.domain.strength import (
    Strength,
    Touch,
    Traits,
    falls_below,
    fold_strength,
    left_of,
    retention_of,
    strength_at,
)
from lethelog.domain.times import DAY
from lethelog.tests.story import TODAY

DECAY = AGENTERNAL.ranking.decay
POLICIES = [policy.ranking for policy in (ALFRED, AGENTERNAL, KTAO, DUDUCLAW)]
BORN = TODAY - 100 * DAY

moments = st.integers(0, 300).map(lambda half_days: BORN + (half_days - 20) * DAY // 2)
touches = st.lists(
    st.builds(
        Touch,
        at=moments,
        kind=st.sampled_from(["recall", "recall", "rival", "fade"]),
        nearness=st.sampled_from([0.0, 0.5, 1.0]),
    ),
    max_size=12,
)
traits = st.builds(
    Traits,
    kind=st.sampled_from(get_args(Kind)),
    importance=st.sampled_from([0.0, 2.0, 5.0, 10.0]),
    confidence=st.sampled_from([0.0, 0.3, 1.0]),
    born_at=st.just(BORN),
    is_evergreen=st.booleans(),
)
policies = st.sampled_from(POLICIES)


def test_a_recall_after_a_day_makes_it_stronger_and_last_longer() -> None:
    """Stability from 1 to 1.5, and the clock begins anew."""
    born = fold_strength(BORN, [], DECAY)
    recalled = fold_strength(BORN, [Touch(BORN + DAY, "recall")], DECAY)
    assert strength_at(born, BORN + DAY, DECAY) == pytest.approx(1 / 1.1)
    assert recalled.value == pytest.approx(0.9091 + 0.15 * (1 - 0.4545) * 0.6321, abs=1e-4)
    assert (recalled.spaced, recalled.accesses, recalled.last_at) == (1, 1, BORN + DAY)


def test_a_recall_too_soon_after_the_last_adds_no_stability() -> None:
    """Twelve hours must lie between."""
    hours = [0, 1, 11, 12, 13, 24]
    seen = [Touch(BORN + hour * DAY // 24, "recall") for hour in hours]
    assert fold_strength(BORN, seen, DECAY).spaced == 3


def test_a_rival_takes_three_in_a_hundred_down_to_the_least() -> None:
    """After 76 times less than a tenth is left, and never less than the least."""

    def after(times: int) -> float:
        return fold_strength(BORN, [Touch(BORN, "rival")] * times, DECAY).value

    assert [after(1), after(10)] == pytest.approx([0.97, 0.7374], abs=1e-4)
    assert after(75) > 0.1 > after(76)
    assert after(1_000) == 0.05


@pytest.mark.parametrize(("nearness", "left"), [(1.0, 0.5), (0.9, 0.54), (0.65, 0.64), (0.0, 0.9)])
def test_what_stands_in_the_middle_of_a_cluster_fades_most(nearness: float, left: float) -> None:
    """0.5 + 0.4 (1 - nearness)."""
    folded = fold_strength(BORN, [Touch(BORN, "fade", nearness)], DECAY)
    assert folded.value == pytest.approx(left)


def test_what_was_gathered_once_loses_nothing_when_its_cluster_grows() -> None:
    """Else what is alike to much would be hidden within days, for being typical."""
    times = [Touch(BORN + number, "fade", 0.9) for number in range(5)]
    recalled = [*times[:2], Touch(BORN + 2, "recall"), *times[2:]]
    assert fold_strength(BORN, times, DECAY).value == pytest.approx(0.54)
    assert fold_strength(BORN, recalled, DECAY).value == pytest.approx(0.54)


@given(touches, st.randoms(use_true_random=False))
def test_the_order_in_which_touches_are_told_does_not_matter(
    seen: list[Touch], chance: st.DataObject
) -> None:
    """Also not of those at the same time."""
    shuffled = list(seen)
    chance.shuffle(shuffled)  # type: ignore[attr-defined] # it is a Random
    assert fold_strength(BORN, shuffled, DECAY) == fold_strength(BORN, seen, DECAY)


@given(touches, moments)
def test_to_ask_changes_nothing(seen: list[Touch], now: int) -> None:
    """What is left is counted from the last access, however often it is asked for."""
    folded = fold_strength(BORN, seen, DECAY)
    once = strength_at(folded, now, DECAY)
    assert strength_at(folded, now, DECAY) == once
    told = Strength(value=once, spaced=folded.spaced, last_at=max(now, folded.last_at))
    assert strength_at(told, max(now, folded.last_at), DECAY) == pytest.approx(once)


@given(touches, traits, policies, st.tuples(moments, moments))
def test_what_is_left_only_falls_and_stays_within_its_bounds(
    seen: list[Touch], item: Traits, policy: RankingPolicy, both: tuple[int, int]
) -> None:
    """Under every curve, and as a share it is from 0 to 1."""
    sooner, later = sorted(both)
    folded = fold_strength(BORN, seen, policy.decay)
    left = [left_of(item, folded, at, policy) for at in (sooner, later)]
    assert left[0] >= left[1]
    assert all(0.0 <= retention_of(each, policy) <= 1.0 for each in left)
    assert policy.decay.strength_least <= folded.value <= policy.decay.strength_most


@given(touches, traits, policies, st.sampled_from([0.01, 0.05, 0.1, 0.5, 0.99, 1.5]))
def test_the_moment_is_known_at_which_less_than_that_is_left(
    seen: list[Touch], item: Traits, policy: RankingPolicy, least: float
) -> None:
    """A day before it is not so, and a day later it is; or it never comes."""
    folded = fold_strength(BORN, seen, policy.decay)
    moment = falls_below(least, item, folded, policy)
    if moment is None:
        assert left_of(item, folded, TODAY + 10**9 * DAY, policy) >= least * (1 - 1e-9)
        return
    begin = folded.last_at if policy.decay.curve in {"hyperbolic", "stability"} else BORN
    if moment > begin + DAY:
        assert left_of(item, folded, moment - DAY, policy) >= least
    assert left_of(item, folded, moment + DAY, policy) < least


@given(touches)
def test_under_another_curve_an_item_is_as_strong_as_it_was_made(seen: list[Touch]) -> None:
    """Its constants are those of a policy that says nothing of strength."""
    folded = fold_strength(BORN, seen, DecayPolicy())
    assert strength_at(folded, TODAY, DecayPolicy()) == 1.0


def test_a_longer_gap_is_a_property_of_the_policy() -> None:
    """The constants are the only thing that the fold looks at beside the touches."""
    seen = [Touch(BORN, "recall"), Touch(BORN + DAY, "recall")]
    assert fold_strength(BORN, seen, replace(DECAY, spacing_hours=48.0)).spaced == 1
