"""Laws of the score by which a recalled item becomes evergreen."""

from __future__ import annotations

from collections.abc import Sequence
from math import log1p

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lethelog.domain.bounds import FOREVER
from lethelog.domain.identity import QueryHash
from lethelog.domain.policy import PromotionPolicy
from lethelog.domain.promotion import Evidence, is_still_earned, promotion_score, shortfalls
from lethelog.domain.times import DAY

NOW = 20_000 * DAY
POLICY = PromotionPolicy()

pieces = st.builds(
    Evidence,
    position=st.integers(1, 1_000),
    query_hash=st.sampled_from([QueryHash(each) for each in "abcdefg"]),
    relevance=st.floats(min_value=0.0, max_value=1.0),
    recalled_at=st.integers(NOW - 90 * DAY, NOW + DAY),
)
policies = st.builds(
    PromotionPolicy,
    recalls_min=st.integers(1, 4),
    queries_min=st.integers(1, 3),
    score_min=st.floats(min_value=0.0, max_value=0.9),
    evidence_days=st.sampled_from([FOREVER, 30.0]),
)


def recalls(queries: str, *, relevance: float = 1.0, days_ago: int = 0) -> list[Evidence]:
    """One recall for each letter, which stands for its query."""
    return [
        Evidence(position, QueryHash(query), relevance, NOW - days_ago * DAY)
        for position, query in enumerate(queries, start=1)
    ]


@given(st.lists(pieces, max_size=30))
def test_every_part_is_a_share(evidence: list[Evidence]) -> None:
    """The four parts and their sum lie in 0..1, however many recalls there are."""
    score = promotion_score(evidence, NOW, POLICY)
    parts = (score.frequency, score.relevance, score.diversity, score.recency)
    assert all(0.0 <= part <= 1.0 for part in parts)
    assert 0.0 <= score.total <= 1.0 + 1e-12


@pytest.mark.parametrize("count", [1, 2, 3, 9, 10, 50])
def test_frequency_follows_the_worked_formula(count: int) -> None:
    """`log1p(n) / log1p(norm)` and never more than 1; diversity likewise."""
    score = promotion_score(recalls("abcdefghij" * (count // 10 + 1))[:count], NOW, POLICY)
    score_of_one_query = promotion_score(recalls("a" * count), NOW, POLICY)
    assert score.frequency == min(log1p(count) / log1p(10), 1.0)
    assert score.diversity == min(log1p(min(count, 10)) / log1p(5), 1.0)
    assert score_of_one_query.diversity == log1p(1) / log1p(5)


def test_the_sum_is_weighted_as_the_policy_says() -> None:
    """Three recalls with two queries, half relevant, two weeks ago: worked by hand."""
    score = promotion_score(recalls("aab", relevance=0.5, days_ago=14), NOW, POLICY)
    frequency, diversity = log1p(3) / log1p(10), log1p(2) / log1p(5)
    by_hand = 0.30 * frequency + 0.35 * 0.5 + 0.20 * diversity + 0.15 * 0.5
    assert score.total == pytest.approx(by_hand)


def test_no_recall_is_no_score() -> None:
    """Nothing is divided by nothing."""
    assert promotion_score([], NOW, POLICY).total == 0.0


def test_what_is_missing_is_said_in_words() -> None:
    """Each threshold that is not reached is named with what there is."""
    assert shortfalls(promotion_score(recalls("aa", days_ago=365), NOW, POLICY), POLICY) == [
        "2 of 3 recalls",
        "1 of 2 different queries",
        "score 0.565 of 0.60",
    ]


@given(st.lists(pieces, max_size=8), st.floats(1.0, 90.0))
def test_what_is_too_old_is_as_if_it_were_not_there(evidence: list[Evidence], days: float) -> None:
    """Neither recalls nor questions, relevance nor recency know of it."""
    policy = msgspec.structs.replace(POLICY, evidence_days=days)
    young = [each for each in evidence if NOW - each.recalled_at <= days * DAY]
    assert promotion_score(evidence, NOW, policy) == promotion_score(young, NOW, POLICY)


def test_a_window_is_told_where_it_leaves_too_little() -> None:
    """Else nobody would see why four recalls are two."""
    policy = msgspec.structs.replace(POLICY, evidence_days=30.0)
    evidence = [*recalls("a"), *recalls("bcd", days_ago=31)]
    assert shortfalls(promotion_score(evidence, NOW, policy), policy)[:2] == [
        "1 of 3 recalls within 30 days",
        "1 of 2 different queries within 30 days",
    ]


def test_what_was_too_old_when_it_was_decided_can_be_forgotten_without_harm() -> None:
    """The promotion never rested on it; what was young enough then is so for ever."""
    policy = msgspec.structs.replace(POLICY, evidence_days=30.0)
    young = [*recalls("a"), *recalls("bc", days_ago=30)]
    assert is_still_earned(young, NOW, policy, rested_on=3)
    assert not is_still_earned(young[:2], NOW, policy, rested_on=3)


@given(st.lists(pieces, min_size=1, max_size=8), st.data(), policies)
def test_less_evidence_never_earns_more(
    evidence: list[Evidence], data: st.DataObject, policy: PromotionPolicy
) -> None:
    """What is undone with some of the recalls stays undone with fewer, whichever went first."""
    some = data.draw(_parts_of(evidence), label="after one forgetting")
    fewer = data.draw(_parts_of(some), label="after the next")
    if is_still_earned(fewer, NOW, policy, rested_on=len(evidence)) and len(some) < len(evidence):
        assert is_still_earned(some, NOW, policy, rested_on=len(evidence))


def test_a_weak_recall_that_goes_does_not_make_the_rest_better() -> None:
    """The mean is taken over all recalls that the promotion rested on."""
    policy = msgspec.structs.replace(POLICY, recalls_min=2)
    strong = recalls("ab", days_ago=30)
    weak = recalls("c", relevance=0.0, days_ago=30)
    assert not is_still_earned([*strong, *weak], NOW, policy, rested_on=4)
    assert not is_still_earned(strong, NOW, policy, rested_on=4)
    assert is_still_earned(strong, NOW, policy, rested_on=2)


def _parts_of(whole: Sequence[Evidence]) -> st.SearchStrategy[list[Evidence]]:
    keep = st.lists(st.booleans(), min_size=len(whole), max_size=len(whole))
    return keep.map(
        lambda kept: [each for each, is_kept in zip(whole, kept, strict=True) if is_kept]
    )
