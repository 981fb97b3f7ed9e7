"""What a backtest tells of promotions, rankings and recalls, in stories."""

from __future__ import annotations

from typing import Final

import pytest
from msgspec.structs import replace

from lethelog import Policy
from lethelog.domain.errors import InvalidInput
from lethelog.domain.events import Recalled
from lethelog.domain.mind_policy import DreamPolicy
from lethelog.domain.policy import (
    DEFAULT,
    ContradictionPolicy,
    PromotionPolicy,
    RankingPolicy,
)
from lethelog.domain.times import DAY
from lethelog.tests.hindsight.other_lives import Life, the_outcome
from lethelog.tests.story import TODAY

EASY: Final = Policy(
    name="easy",
    promotion=PromotionPolicy(name="easy", recalls_min=2, queries_min=1, score_min=0.3),
)
FADING: Final = Policy(name="fading", ranking=RankingPolicy(name="fading"))
"""Under it what is old is worth nothing in the end."""
PATIENT: Final = Policy(name="patient", ranking=RankingPolicy(half_life_days=365.0))


def tea_asked_for(*questions: str, policy: Policy = DEFAULT) -> Life:
    """One old item, and the questions that returned it, a day between them."""
    life = Life(policy)
    life.items += life.memory.remember("tea in the tin", dated_at=TODAY - 90 * DAY).items
    for question in questions:
        life.now += DAY
        life.memory.search(question)
        life.memory.flush()
    return life


def test_a_dream_that_came_late_is_told_apart_from_what_was_earned() -> None:
    """Where the last recall was that it needed, and where it was really decided."""
    life = tea_asked_for("tea", "tin", "tea tin", "the tea")
    life.memory.dream()
    [earned] = the_outcome(life, DEFAULT).promoted
    assert (earned.text, earned.position, earned.recalls) == ("tea in the tin", 4, (2, 3, 4))
    assert earned.really is not None
    assert (earned.really.position, earned.really.judge) == (6, "rule")
    assert earned.earned_at < earned.really.decided_at == life.now


def test_what_a_stricter_policy_drops_is_told_with_what_it_lacked() -> None:
    """At the moment when it was really promoted, and not later."""
    life = tea_asked_for("tea", "tin", "tea tin")
    life.memory.dream()
    life.memory.search("tea")
    strict = replace(EASY, name="strict", promotion=PromotionPolicy(recalls_min=5))
    outcome = the_outcome(life, strict)
    [dropped] = outcome.dropped
    assert (dropped.item, dropped.missing) == (life.items[0], ("3 of 5 recalls",))
    assert dropped.really.position == 5
    assert (outcome.promoted, outcome.promoted_shared) == ((), 0.0)


def test_a_policy_whose_dreams_promote_nothing_drops_all_that_was_promoted() -> None:
    """As ktao's, which draws facts from texts instead."""
    life = tea_asked_for("tea", "tin", "tea tin")
    life.memory.dream()
    outcome = the_outcome(life, replace(DEFAULT, dream=DreamPolicy(phases=("collect",))))
    assert outcome.promoted == ()
    assert [each.missing for each in outcome.dropped] == [("a dream that promotes",)]


def test_what_another_promoted_is_told_with_who_it_was() -> None:
    """A person's word stays under every policy, and comes where it came."""
    life = tea_asked_for("tea", "tin")
    life.memory.promote(life.items[0])
    [earned] = the_outcome(life, EASY).promoted
    assert earned.really is not None
    assert (earned.really.judge, earned.really.position) == ("person", 4)
    later = tea_asked_for("tea")
    later.memory.promote(later.items[0])
    later.memory.search("tin")
    assert the_outcome(later, EASY).promoted == ()


def test_what_is_contradicted_or_superseded_earns_nothing_from_then_on() -> None:
    """As in a dream; what had earned it before has it."""
    life = tea_asked_for("tea")
    life.memory.contradict(life.items[0])
    life.memory.search("tin")
    assert the_outcome(life, EASY).promoted == ()
    later = tea_asked_for("tea", "tin")
    later.memory.correct(later.items[0], "tea in the jar")
    later.memory.search("the tin", with_superseded=True)
    assert [each.position for each in the_outcome(later, EASY).promoted] == [3]
    strict = replace(EASY, promotion=replace(EASY.promotion, recalls_min=3))
    assert the_outcome(later, strict).promoted == ()


def test_another_ranking_is_told_with_both_that_come_first() -> None:
    """An old text with more of the words, where age counts less."""
    life = Life(FADING)
    [old] = life.memory.remember("tea, tea and tea again", dated_at=TODAY - 90 * DAY).items
    [new] = life.memory.remember("tea with much else in it", dated_at=TODAY).items
    life.memory.search("tea")
    [first] = the_outcome(life, PATIENT).firsts
    assert (first.query, first.really, first.here) == ("tea", new, old)
    assert (first.really_text, first.here_text) == (
        "tea with much else in it",
        "tea, tea and tea again",
    )


def test_contradictions_cost_what_the_policy_says() -> None:
    """With the ranking that there was, another trust alone brings another item first."""
    life = Life(DEFAULT)
    [one] = life.memory.remember("tea at four", dated_at=TODAY).items
    [two] = life.memory.remember("tea at five", dated_at=TODAY).items
    life.memory.contradict(one)
    life.memory.search("tea")
    lenient = Policy(name="lenient", contradiction=ContradictionPolicy(penalty_full=0.0))
    outcome = the_outcome(life, lenient)
    assert [(first.really, first.here) for first in outcome.firsts] == [(two, one)]
    assert (outcome.reruns, the_outcome(life, DEFAULT).reruns) == (1, 0)


def test_what_is_promoted_earlier_comes_first_from_then_on() -> None:
    """With the ranking that there was, it no longer fades and passes what is newer."""
    life = tea_asked_for("tea", "tin", policy=FADING)
    [new] = life.memory.remember("tea of now", dated_at=life.now).items
    life.memory.search("tea of the tin")
    outcome = the_outcome(life, replace(EASY, ranking=FADING.ranking))
    assert [(first.really, first.here) for first in outcome.firsts] == [(new, life.items[0])]
    assert outcome.reruns == 1


def test_policies_are_compared_with_each_other_too() -> None:
    """Each by its name; two that agree share everything."""
    life = tea_asked_for("tea", "tin")
    found = life.memory.backtest(DEFAULT, EASY, replace(EASY, name="same"))
    assert [(pair.one, pair.other, pair.promoted_shared) for pair in found.pairs] == [
        ("default", "easy", 0.0),
        ("default", "same", 0.0),
        ("easy", "same", 1.0),
    ]
    assert (found.recalls, found.earlier, found.unknown, found.promoted) == (2, 0, 0, 0)


def test_the_newest_recalls_are_replayed_upon_what_was_recorded_before() -> None:
    """Earlier recalls are evidence, and earlier promotions stay."""
    life = tea_asked_for("tea", "tin", "tea tin")
    found = life.memory.backtest(EASY, recalls=1)
    [earned] = found.outcomes[0].promoted
    assert (found.recalls, found.earlier) == (1, 2)
    assert (earned.position, earned.recalls) == (4, (2, 3, 4))
    life.memory.dream()
    life.memory.search("tea")
    assert the_outcome(life, EASY, recalls=1).promoted == ()


def test_a_recall_of_the_first_version_counts_as_it_was() -> None:
    """It did not keep how it was asked, so it cannot be asked again."""
    life = tea_asked_for("tea")
    memory = life.memory
    memory.flush()
    *_, recorded = memory.journal.read()
    assert isinstance(recorded.event, Recalled)
    memory.journal.append([replace(recorded.event, asked=None)])
    found = memory.backtest(replace(PATIENT, promotion=EASY.promotion))
    assert (found.recalls, found.unknown, found.outcomes[0].reruns) == (2, 1, 1)
    assert [each.recalls for each in found.outcomes[0].promoted] == [(2, 3)]


def test_what_was_forgotten_is_no_part_of_it() -> None:
    """Neither a text, nor a question that was asked from a forgotten conversation."""
    life = tea_asked_for("tea", "tin")
    memory = life.memory
    memory.search("tea tin", asked_from="conversation/c")
    memory.remember("tea, a secret", dated_at=TODAY, within="conversation/c")
    memory.search("secret")
    memory.forget("conversation/c")
    found = memory.backtest(EASY, PATIENT)
    assert found.recalls == 3
    assert "secret tea" not in repr(found)
    assert "a secret" not in repr(found)
    assert [each.recalls for each in found.outcomes[0].promoted] == [(2, 3)]


def test_each_step_is_told_and_no_event_is_left() -> None:
    """So a person sees how far it is; the store is what it was."""
    life = tea_asked_for("tea", "tin", "tea tin")
    before, steps = life.memory.status(), list[None]()
    life.memory.backtest(EASY, PATIENT, step=lambda: steps.append(None))
    assert len(steps) == 6
    assert life.memory.status() == before
    assert life.memory.search("tea", record=False).found[0].is_evergreen is False


def test_a_memory_without_recalls_has_nothing_to_replay() -> None:
    """All that is compared agrees."""
    found = Life(DEFAULT).memory.backtest(EASY)
    assert (found.recalls, found.outcomes[0].promoted_shared) == (0, 1.0)


def test_what_cannot_be_replayed_is_refused() -> None:
    """No policy, two of one name, one out of bounds, no recall."""
    memory = Life(DEFAULT).memory
    with pytest.raises(InvalidInput, match="give at least one"):
        memory.backtest()
    with pytest.raises(InvalidInput, match="several of the policies are called 'easy'"):
        memory.backtest(EASY, replace(EASY, ranking=PATIENT.ranking))
    with pytest.raises(InvalidInput, match="take at least 1"):
        memory.backtest(EASY, recalls=0)
    with pytest.raises(InvalidInput, match="allowed is above 0"):
        memory.backtest(Policy(ranking=RankingPolicy(half_life_days=0.0)))


ALWAYS: Final = Policy(name="always", ranking=RankingPolicy(diverse="always", mmr_lambda=0.1))
ASKED: Final = Policy(name="asked", ranking=RankingPolicy(mmr_lambda=0.1))


def test_who_asked_for_diversity_gets_it_under_every_policy() -> None:
    """Whoever did not gets it where the policy gives it to everybody, and loses it elsewhere."""
    life = Life(ALWAYS)
    for text in ("tea in the tin", "tea, in the tin", "a pot of tea"):
        life.items += life.memory.remember(text, dated_at=TODAY).items
    life.memory.search("tea in the tin", limit=2)
    life.memory.search("tea in the tin", limit=2, diverse=True)
    life.memory.flush()
    assert life.recalls() == [[0, 2], [0, 2]]
    outcome = the_outcome(life, ASKED)
    assert (outcome.reruns, outcome.hits_shared) == (2, (0.5 + 1.0) / 2)
