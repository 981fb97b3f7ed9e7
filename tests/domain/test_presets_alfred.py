"""What alfred published, held against the formulas here: decay, diversity, and the window."""

from __future__ import annotations

from typing import Final

import pytest

from lethelog.domain.decay import retention
from lethelog.domain.identity import QueryHash
from lethelog.domain.presets import PRESETS
from lethelog.domain.promotion import Evidence, promotion_score
from lethelog.domain.ranking import diversify, jaccard
from lethelog.domain.times import DAY

ALFRED: Final = PRESETS["alfred"]
NOW: Final = 20_000 * DAY

# Its own texts and scores were not found; these are made so that its outcome, A, D and E, follows.
NOTES: Final = {
    "A": (0.90, "the router in the hall has a guest network on channel six"),
    "B": (0.85, "the router in the hall has a guest network on channel nine"),
    "C": (0.80, "the router in the kitchen has a guest network on channel nine"),
    "D": (0.70, "names are looked up at the small server under the stairs"),
    "E": (0.60, "every cable of this house is drawn on paper inside a cupboard"),
}
WORDS: Final = {name: frozenset(text.split()) for name, (_, text) in NOTES.items()}


def best_three(mmr_lambda: float) -> str:
    """The names of the three notes that are taken, in their order."""
    scores = [score for score, _ in NOTES.values()]
    taken = diversify(scores, list(WORDS.values()), limit=3, mmr_lambda=mmr_lambda)
    return "".join(list(NOTES)[i] for i in taken)


@pytest.mark.parametrize(
    ("age_days", "theirs", "digits"),
    [(0, 1.0, 9), (30, 0.50, 9), (60, 0.25, 9), (90, 0.125, 9), (180, 0.016, 3)],
)
def test_what_is_left_after_days_is_what_they_say(
    age_days: int, theirs: float, digits: int
) -> None:
    """A half after 30 days, and 1.6 % after half a year."""
    ranking = ALFRED.ranking
    ours = retention(age_days, ranking.half_life_days, ranking.retention_floor)
    assert round(ours, digits) == theirs


def test_a_week_leaves_a_percent_more_than_the_design_beside_it_prints() -> None:
    """84 % does not follow from a half-life of 30 days; the formula rules."""
    assert round(retention(7, ALFRED.ranking.half_life_days), 4) == 0.8507


def test_a_day_that_is_still_to_come_counts_as_now() -> None:
    """An appointment has not faded yet."""
    assert retention(-10, ALFRED.ranking.half_life_days) == 1.0


def test_three_of_five_notes_are_a_d_and_e() -> None:
    """B and C say nearly what A says, so what is less relevant and new goes before them."""
    assert ALFRED.ranking.mmr_lambda == 0.7
    assert best_three(ALFRED.ranking.mmr_lambda) == "ADE"
    assert best_three(1.0) == "ABC"


def test_the_notes_are_as_alike_as_the_outcome_needs() -> None:
    """Worked by hand: 0.7 of the score without 0.3 of the nearest, for each step after A."""
    assert jaccard(WORDS["A"], WORDS["B"]) == pytest.approx(10 / 12)
    assert jaccard(WORDS["A"], WORDS["C"]) == pytest.approx(9 / 13)
    steps = {
        name: 0.7 * score - 0.3 * jaccard(WORDS["A"], WORDS[name])
        for name, (score, _) in NOTES.items()
    }
    assert steps["D"] > steps["E"] > max(steps["B"], steps["C"])


def test_a_recall_of_more_than_thirty_days_ago_is_no_evidence() -> None:
    """One of exactly thirty days still is."""
    evidence = [
        Evidence(days, QueryHash(str(days)), 1.0, NOW - days * DAY) for days in (1, 30, 31, 90)
    ]
    score = promotion_score(evidence, NOW, ALFRED.promotion)
    assert (score.recalls, score.queries) == (2, 2)
