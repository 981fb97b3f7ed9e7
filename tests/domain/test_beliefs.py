"""How evidence moves what is believed, and what follows from that."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lethelog.domain.beliefs import Evidence, confidence_after, evidence_under, proposed
from lethelog.domain.mind_policy import BeliefPolicy
from lethelog.domain.presets import KTAO

SHARES = st.floats(0, 1)
EVIDENCE = st.builds(
    Evidence,
    speaks_for=st.booleans(),
    strength=SHARES,
    step=SHARES,
    steps=st.sampled_from(["share", "whole"]),
    least=SHARES,
)


def heard(policy: BeliefPolicy, first: float, said: str, *, strength: float = 1.0) -> float:
    """How sure a belief is after what spoke for it, each a plus, or against it."""
    return confidence_after(
        first, [evidence_under(policy, speaks_for=each == "+", strength=strength) for each in said]
    )


@given(SHARES, st.lists(EVIDENCE, max_size=20))
def test_confidence_stays_a_share(first: float, evidence: list[Evidence]) -> None:
    """From 0 to 1, whatever comes in."""
    assert 0.0 <= confidence_after(first, evidence) <= 1.0


@given(SHARES, EVIDENCE)
def test_evidence_moves_a_belief_its_own_way(first: float, evidence: Evidence) -> None:
    """What speaks for it never makes it less sure, what speaks against it never more."""
    after = confidence_after(first, [evidence])
    assert after >= first if evidence.speaks_for else after <= first


@given(SHARES, SHARES, SHARES)
def test_stronger_evidence_moves_it_further(first: float, one: float, other: float) -> None:
    """In either direction, and none at all moves nothing."""
    less, more = sorted((one, other))
    policy = BeliefPolicy()
    assert heard(policy, first, "+", strength=less) <= heard(policy, first, "+", strength=more)
    assert heard(policy, first, "-", strength=less) >= heard(policy, first, "-", strength=more)
    assert heard(policy, first, "+-", strength=0.0) == first


def test_by_shares_nothing_is_ever_settled() -> None:
    """A fifth of what is missing, and three tenths of what is there."""
    policy = BeliefPolicy()
    assert heard(policy, 0.6, "+") == pytest.approx(0.68)
    assert heard(policy, 0.6, "-") == pytest.approx(0.42)
    assert heard(policy, 0.6, "+" * 9) < 1.0


def test_one_confirmation_is_enough_under_ktao() -> None:
    """Its own program sets what is confirmed to 1, which proposes a fact."""
    assert heard(KTAO.beliefs, 0.6, "+") == 1.0
    assert proposed("belief", 1.0, KTAO.beliefs) == "fact"


def test_contradictions_under_ktao_cost_as_much_as_its_program_takes() -> None:
    """0.6, 0.3, and then the floor of 0.1, which proposes to forget it."""
    after = [heard(KTAO.beliefs, 0.6, "-" * times) for times in range(4)]
    assert after == pytest.approx([0.6, 0.3, 0.1, 0.1])
    assert proposed("belief", after[-1], KTAO.beliefs) == "forget"


def test_what_is_below_the_floor_stays_there() -> None:
    """Evidence against something never makes it surer."""
    assert heard(KTAO.beliefs, 0.05, "-") == 0.05


@pytest.mark.parametrize(
    ("confidence", "expected"),
    [(0.86, "fact"), (0.85, None), (0.5, None), (0.2, None), (0.19, "forget")],
)
def test_the_thresholds_themselves_propose_nothing(confidence: float, expected: str | None) -> None:
    """Above 0.85 a fact, below 0.2 to be forgotten; and a fact is never up for either."""
    assert proposed("belief", confidence, BeliefPolicy()) == expected
    assert proposed("fact", confidence, BeliefPolicy()) is None
