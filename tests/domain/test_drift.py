"""Attention that moves: a distance, and whether somebody meant it."""

from __future__ import annotations

from hypothesis import assume, given
from hypothesis import strategies as st

from lethelog.domain.drift import DRIFT_MIN, distance, drift_of, shares_of

WEIGHTS = st.dictionaries(st.sampled_from("abcde"), st.floats(0.01, 100), max_size=5)
SHARES = WEIGHTS.map(shares_of)
SOME = SHARES.filter(bool)


def test_where_everything_stays_nothing_drifts() -> None:
    """The same shares are no distance."""
    found = drift_of({"tea": 0.5, "work": 0.5}, {"tea": 0.5, "work": 0.5}, ["tea"])
    assert (found.course, found.distance, found.moved) == ("stable", 0.0, ())


def test_below_three_in_ten_it_is_stable() -> None:
    """What rose and fell is told all the same."""
    found = drift_of({"tea": 0.7, "work": 0.3}, {"tea": 0.41, "work": 0.59})
    assert (found.course, found.distance) == ("stable", 0.29)
    assert [(each.topic, each.later) for each in found.moved] == [("tea", 0.41), ("work", 0.59)]


def test_from_three_in_ten_on_it_drifts() -> None:
    """Nobody decided anything about what moved."""
    found = drift_of({"tea": 0.7, "work": 0.3}, {"tea": 0.4, "work": 0.6}, ["garden"])
    assert (found.course, found.distance) == ("gradual_drift", DRIFT_MIN)


def test_what_was_decided_is_a_pivot() -> None:
    """A decision about a topic that fell counts as much as one about a topic that rose."""
    for topic in ("tea", "work"):
        found = drift_of({"tea": 1.0}, {"work": 1.0}, [topic])
        assert (found.course, found.distance) == ("deliberate_pivot", 1.0)
        assert [each.topic for each in found.moved if each.was_decided] == [topic]


def test_a_decision_about_what_hardly_moved_is_no_pivot() -> None:
    """Attention went elsewhere, and not because of it."""
    earlier, later = {"tea": 0.9, "home": 0.1}, {"work": 0.89, "home": 0.11}
    assert drift_of(earlier, later, ["home"]).course == "gradual_drift"


@given(SHARES)
def test_without_any_attention_there_is_no_distance(shares: dict[str, float]) -> None:
    """Nothing is known of where it would have been."""
    assert distance({}, shares) == distance(shares, {}) == 0.0
    assert drift_of({}, shares, list(shares)).course == "stable"


@given(SOME, SOME, SOME)
def test_it_is_a_distance(
    one: dict[str, float], two: dict[str, float], three: dict[str, float]
) -> None:
    """From 0 to 1, the same both ways, and no detour is shorter."""
    assert 0.0 <= distance(one, two) <= 1.0
    assert distance(one, two) == distance(two, one)
    assert distance(one, three) <= distance(one, two) + distance(two, three) + 1e-8


@given(WEIGHTS, st.floats(0.01, 100))
def test_only_proportions_count(weights: dict[str, float], times: float) -> None:
    """Who asks twice as much about everything has not moved."""
    assume(weights)
    more = {topic: weight * times for topic, weight in weights.items()}
    assert distance(shares_of(weights), shares_of(more)) == 0.0
