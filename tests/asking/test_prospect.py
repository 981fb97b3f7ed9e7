"""How much an item is worth now, and how far it is on its way to a promotion."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

import pytest
from hypothesis import given as for_all
from hypothesis import settings

from lethelog.asking.candidates import promotion_candidates
from lethelog.asking.prospect import prospect
from lethelog.domain.policy import DEFAULT, Policy, RankingPolicy
from lethelog.domain.times import DAY, iso
from lethelog.memory import Memory
from lethelog.tests.histories import Step, histories, lived
from lethelog.tests.story import TODAY
from lethelog.tests.tables import new_view

LATER = TODAY + 99 * DAY


@pytest.fixture
def memory() -> Iterator[Memory]:
    """A store in memory where it is always the same day."""
    with Memory.in_memory(clock=lambda: TODAY) as opened:
        yield opened


def ask(memory: Memory, *questions: str) -> None:
    """Several searches, each of them recorded."""
    for question in questions:
        memory.search(question)


def test_half_of_what_fades_of_an_item_is_left_after_a_half_life(memory: Memory) -> None:
    """At the clock that is asked by, with the policy in force; what never fades is all there."""
    floor = DEFAULT.ranking.retention_floor
    [tea] = memory.remember("tea", dated_at=TODAY - 30 * DAY).items
    [pot] = memory.remember("pot").items
    strength = memory.why(tea).strength
    assert (strength.age_days, strength.half_life_days, strength.floor) == (30, 30, floor)
    assert strength.share == floor + (1 - floor) / 2
    memory.adopt(Policy(ranking=RankingPolicy(half_life_days=15)))
    strength = memory.why(tea).strength
    assert (strength.share, strength.floor) == (0.25, 0)
    strength = memory.why(pot).strength
    assert (strength.share, strength.age_days, strength.told_at) == (1, None, TODAY)


def test_on_an_earlier_day_more_was_left() -> None:
    """The clock is that of the day that is asked about."""
    now = TODAY
    with Memory.in_memory(policy=Policy(), clock=lambda: now) as aging:
        [tea] = aging.remember("tea", dated_at=TODAY).items
        now += 30 * DAY
        aging.remember("pot")
        now += 30 * DAY
        assert aging.as_of(2).why(tea).strength.share == 0.5
        assert aging.why(tea).strength.share == 0.25


def test_the_confidence_is_that_of_whoever_vouches_for_an_item(memory: Memory) -> None:
    """Its source unless somebody promoted it."""
    [tea] = memory.remember("tea", dated_at=TODAY).items
    assert (memory.why(tea).confidence, memory.why(tea).confidence_from) == (1, "source")
    memory.promote(tea, judge="agent", confidence=0.4)
    assert (memory.why(tea).confidence, memory.why(tea).confidence_from) == (0.4, "agent")


def test_an_item_is_true_from_when_to_when(memory: Memory) -> None:
    """As far as that is known; whether it was so on a day is told where a day is asked about."""
    [four] = memory.remember("tea at four").items
    memory.correct(four, "tea at five", since=iso(TODAY + DAY))
    told = memory.why(four)
    assert (told.true_from_at, told.true_until_at, told.is_true) == (None, TODAY + DAY, None)
    assert memory.as_of(valid=iso(TODAY)).why(four).is_true
    assert memory.as_of(valid=iso(TODAY + DAY)).why(four).is_true is False


def test_an_item_that_was_never_recalled_lacks_everything(memory: Memory) -> None:
    """And says so; what never fades needs no promotion."""
    [tea] = memory.remember("tea", dated_at=TODAY).items
    [pot] = memory.remember("pot").items
    found = memory.why(tea).prospect
    assert found is not None
    assert found.missing == (
        "0 of 3 recalls",
        "0 of 2 different queries",
        "score 0.000 of 0.60",
    )
    assert memory.why(pot).prospect is None


def test_what_has_earned_a_promotion_lacks_nothing(memory: Memory) -> None:
    """It waits for a dream, and afterwards has no prospect but a promotion."""
    [tea] = memory.remember("tea in the tin", dated_at=TODAY).items
    ask(memory, "tea", "tin", "tea tin")
    found = memory.why(tea).prospect
    assert found is not None
    assert found.missing == ()
    memory.dream()
    told = memory.why(tea)
    assert (told.prospect, told.promotion is not None) == (None, True)


def test_what_is_doubted_or_replaced_is_not_promoted(memory: Memory) -> None:
    """However often it is recalled."""
    [tea] = memory.remember("tea in the tin", dated_at=TODAY).items
    ask(memory, "tea", "tin", "tea tin")
    memory.contradict(tea)
    memory.correct(tea, "coffee")
    found = memory.why(tea).prospect
    assert found is not None
    assert found.missing == ("free of contradictions", "not superseded")


@settings(max_examples=40)
@for_all(histories(unblocking=False))
def test_why_says_of_a_promotion_what_a_dream_says(steps: list[Step]) -> None:
    """The same score and the same that is missing, whatever happened before."""
    life = lived(steps)
    life.desk.clock = lambda: LATER
    policy = life.desk.policy
    with closing(new_view()) as view:
        view.apply(life.log())
        items = promotion_candidates(view, policy.promotion, nearly=True)
        dream = life.desk.consider(items, dry_run=True)
        for judged in (*dream.promoted, *dream.passed_over):
            told = prospect(view, judged.item, LATER, policy)
            assert (told.score, told.missing) == (judged.score, judged.missing)
