"""Laws of relevance, importance and diversity."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lethelog.domain.events import IMPORTANCE_MAX
from lethelog.domain.policy import RankingPolicy
from lethelog.domain.ranking import (
    LIKE_ENOUGH,
    diversify,
    importance_factor,
    is_asked_for,
    jaccard,
    relevance,
)

POLICY = RankingPolicy()
raw_scores = st.floats(min_value=0.0, max_value=1e6)
weights = st.floats(min_value=1e-3, max_value=1e3)
shares = st.floats(min_value=0.0, max_value=1.0)
word_sets = st.frozensets(st.sampled_from("abcdef"))
candidates = st.lists(st.tuples(shares, word_sets), max_size=12)


@given(raw_scores, weights)
def test_relevance_is_a_share(bm25: float, weight: float) -> None:
    """Whatever BM25 gives lies in 0..1 afterwards."""
    assert 0.0 <= relevance(bm25, weight, POLICY) <= 1.0


@pytest.mark.parametrize(
    ("has_word", "likeness", "counts"),
    [(True, 0.0, True), (False, 0.0, False), (False, LIKE_ENOUGH, True)],
)
def test_what_has_neither_word_nor_meaning_is_not_asked_for(
    *, has_word: bool, likeness: float, counts: bool
) -> None:
    """One of the two is enough."""
    assert is_asked_for(has_word=has_word, likeness=likeness) is counts


@given(raw_scores, raw_scores, weights)
def test_relevance_rises_with_the_match(one: float, other: float, weight: float) -> None:
    """A better match is never less relevant."""
    worse, better = sorted((one, other))
    assert relevance(worse, weight, POLICY) <= relevance(better, weight, POLICY)


@given(weights)
def test_a_match_of_the_full_weight_is_half_relevant(weight: float) -> None:
    """That is what `half_score_at` 1 means; no match is none."""
    assert relevance(weight, weight, POLICY) == 0.5
    assert relevance(0.0, weight, POLICY) == 0.0
    assert relevance(1.0, 0.0, POLICY) == 0.0


@given(st.floats(min_value=0.0, max_value=IMPORTANCE_MAX))
def test_importance_keeps_between_its_floor_and_all(importance: float) -> None:
    """The least important item keeps `1 - importance_weight`."""
    assert 0.8 <= importance_factor(importance, POLICY) <= 1.0
    assert importance_factor(IMPORTANCE_MAX, POLICY) == 1.0
    assert importance_factor(0.0, POLICY) == 0.8


@given(word_sets, word_sets)
def test_likeness_is_a_share_and_goes_both_ways(
    left: frozenset[str], right: frozenset[str]
) -> None:
    """Nothing in common is 0, the same words are 1."""
    assert 0.0 <= jaccard(left, right) <= 1.0
    assert jaccard(left, right) == jaccard(right, left)
    assert jaccard(left, left) == (1.0 if left else 0.0)


@given(candidates, st.integers(0, 14), shares)
def test_diversity_picks_each_item_at_most_once(
    found: list[tuple[float, frozenset[str]]], limit: int, weight: float
) -> None:
    """As many as asked for or as there are, and a shorter limit gives the start of the same."""
    scores, words = [score for score, _ in found], [each for _, each in found]
    chosen = diversify(scores, words, limit=limit, mmr_lambda=weight)
    assert len(chosen) == len(set(chosen)) == min(limit, len(found))
    assert set(chosen) <= set(range(len(found)))
    everything = diversify(scores, words, limit=len(found), mmr_lambda=weight)
    assert chosen == everything[: len(chosen)]


@given(candidates)
def test_relevance_alone_keeps_the_plain_order(found: list[tuple[float, frozenset[str]]]) -> None:
    """With lambda 1 nothing but the score counts, and ties stay as they came."""
    in_order = sorted(found, key=lambda each: -each[0])
    scores, words = [score for score, _ in in_order], [each for _, each in in_order]
    chosen = diversify(scores, words, limit=len(found), mmr_lambda=1.0)
    assert chosen == list(range(len(found)))


def test_the_second_of_two_alike_gives_way_to_something_new() -> None:
    """A slightly worse item with other words comes before a repetition."""
    words = [frozenset("ab"), frozenset("ab"), frozenset("cd")]
    assert diversify([0.9, 0.9, 0.8], words, limit=2, mmr_lambda=0.7) == [0, 2]
