"""A backtest tells what another policy would really have made of the same life."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from lethelog.domain.bounds import FOREVER
from lethelog.domain.policy import (
    ContradictionPolicy,
    Policy,
    PromotionPolicy,
    RankingPolicy,
)
from lethelog.tests.hindsight.other_lives import STEPS, Step, lived, the_outcome

POLICIES: Final = st.builds(
    Policy,
    name=st.just("other"),
    ranking=st.builds(
        RankingPolicy,
        k1=st.sampled_from([0.0, 1.2]),
        half_life_days=st.sampled_from([1.0, 30.0, 30.0, 365.0]),
        mmr_lambda=st.sampled_from([0.7, 0.1]),
        author_weight=st.sampled_from([0.0, 0.3]),
        diverse=st.sampled_from(["asked", "always"]),
    ),
    promotion=st.builds(
        PromotionPolicy,
        recalls_min=st.integers(1, 3),
        queries_min=st.integers(1, 2),
        score_min=st.sampled_from([0.2, 0.4, 0.5, 0.6]),
        evidence_days=st.sampled_from([FOREVER, 4.0]),
    ),
    contradiction=st.builds(ContradictionPolicy, penalty_full=st.sampled_from([0.0, 0.5, 1.0])),
)


@st.composite
def two_policies(draw: st.DrawFn) -> tuple[Policy, Policy]:
    """Often with one ranking, so that only promotions and trust tell them apart."""
    one, other = draw(POLICIES), draw(POLICIES)
    return one, replace(other, ranking=one.ranking) if draw(st.booleans()) else other


def shared(one: Sequence[int], other: Sequence[int]) -> float:
    """How much of the longer list both have."""
    longest = max(len(one), len(other))
    return len(set(one) & set(other)) / longest if longest else 1.0


@settings(max_examples=12)
@given(STEPS, two_policies(), st.lists(st.booleans(), min_size=1, max_size=3))
def test_it_tells_what_the_same_life_under_that_policy_comes_to(
    steps: list[Step], policies: tuple[Policy, Policy], dreams: list[bool]
) -> None:
    """Every promotion with its score, and every ranking, whenever the real life dreamt."""
    policy, other = policies
    real, instead = lived(steps, policy, dreams), lived(steps, other)
    outcome = the_outcome(real, other)
    earned = {real.items.index(each.item): each.score for each in outcome.promoted}
    assert set(earned) == set(instead.promoted())
    for place, score in instead.promoted().items():
        assert earned[place].total == pytest.approx(score.total)
        assert earned[place].recalls == score.recalls
    dropped = {real.items.index(each.item) for each in outcome.dropped}
    assert dropped == set(real.promoted()) - set(instead.promoted())
    both = list(zip(real.recalls(), instead.recalls(), strict=True))
    assert outcome.others_first == sum(one[:1] != two[:1] for one, two in both)
    assert outcome.hits_shared == pytest.approx(fmean([shared(*pair) for pair in both] or [1.0]))


@settings(max_examples=6)
@given(STEPS, POLICIES, st.integers(1, 12))
def test_the_policy_that_was_in_force_all_along_changes_nothing(
    steps: list[Step], policy: Policy, recalls: int
) -> None:
    """Over a life that dreamt after each search; over its newest recalls alone likewise."""
    life = lived(steps, policy)
    digest = life.memory.status().digest
    for most in (None, recalls):
        outcome = the_outcome(life, policy, most)
        assert all(each.really is not None for each in outcome.promoted)
        assert (outcome.dropped, outcome.firsts, outcome.reruns) == ((), (), 0)
        assert (outcome.promoted_shared, outcome.hits_shared) == (1.0, 1.0)
    assert len(the_outcome(life, policy).promoted) == len(life.promoted())
    assert life.memory.status().digest == digest
