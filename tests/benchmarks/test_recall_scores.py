"""The measures of recall, on rankings small enough to be counted by hand."""

from __future__ import annotations

import pytest

from lethelog.benchmarks.recall_scores import Ranking, best_sessions, percentile, scores, table


def ranking(*found: str, evidence: str) -> Ranking:
    """What was found, and what should have been: one letter a name."""
    return Ranking(conversation="c", group="g", evidence=frozenset(evidence), found=found)


def test_scores_are_means_over_questions() -> None:
    """Recall is a share of the evidence, a hit is any of it, and the first one gives the rank."""
    found = scores([ranking("x", "a", *"uvw", "b", evidence="ab"), ranking("x", evidence="a")])
    assert found["questions"] == 2
    assert (found["recall@5"], found["recall@10"]) == (25.0, 50.0)
    assert (found["hit@5"], found["mrr"]) == (50.0, 25.0)
    assert found["ndcg@10"] == pytest.approx(30.2, abs=0.1)


def test_only_the_depths_asked_for_are_counted() -> None:
    """A bench of sessions says nothing about fifty of them."""
    found = scores([ranking("a", evidence="a")], (5, 10))
    assert [name for name in found if name.startswith("recall")] == ["recall@5", "recall@10"]


def test_all_of_no_evidence_is_found_and_none_of_it_is_a_hit() -> None:
    """So count the protocols that look at such questions at all."""
    nothing = ranking("a", evidence="")
    assert (nothing.recall(5), nothing.hit(5)) == (1.0, 0.0)


def test_a_session_is_worth_its_best_three_turns_and_each_less_than_the_one_before() -> None:
    """Three good turns beat one that is a little better, and a fourth adds nothing."""
    hits = [("one", 1.0), ("three", 0.9), ("three", 0.8), ("three", 0.8), ("three", 0.8)]
    assert best_sessions(hits) == ("three", "one")
    three = 0.9 + 0.5 * 0.8 + 0.25 * 0.8
    assert best_sessions([("four", three), *hits]) == ("four", "three", "one")


def test_equal_sessions_stand_in_the_order_in_which_they_appear() -> None:
    """No order is made up where the scores give none."""
    assert best_sessions([("b", 1.0), ("a", 1.0)]) == ("b", "a")
    assert best_sessions([]) == ()


def test_a_percentile_is_one_of_the_values() -> None:
    """Half of the values do not exceed the median, and one value is every percentile."""
    assert percentile([4.0, 1.0, 3.0, 2.0], 0.5) == 2.0
    assert percentile([4.0, 1.0, 3.0, 2.0], 0.95) == 4.0
    assert percentile([7.0], 0.5) == 7.0


def test_a_table_has_one_line_a_group_and_whole_numbers_of_questions() -> None:
    """Shares have one place, counts have none."""
    head, line = table({"all": {"questions": 3, "mrr": 33.33}}).splitlines()
    assert head.split() == ["questions", "mrr"]
    assert line.split() == ["all", "3", "33.3"]
