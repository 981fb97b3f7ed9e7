"""Texts without a key that may not hold beside each other are judged by whoever can judge."""

from __future__ import annotations

import msgspec
import pytest

from lethelog.domain.errors import BudgetSpent
from lethelog.domain.events import Contradicted, Superseded
from lethelog.domain.mind_policy import Phase
from lethelog.domain.presets import PRESETS
from lethelog.dreaming import conflicts, looking
from lethelog.tests.dreaming.nights import (
    FOUR,
    OTHER,
    THREE,
    TWO,
    Told,
    judge_of,
    learn,
    news,
    phase,
    sleeper,
    told,
)


@pytest.mark.parametrize("name", ["settle", "verify"])
def test_a_judge_is_asked_what_free_texts_are_to_each_other(name: Phase) -> None:
    """Of an update the later text stays, with who judged and why; and nobody is asked again."""
    with sleeper(name) as (memory, _):
        two, three, _ = learn(memory, TWO, THREE, OTHER)
        judge, head = judge_of("update"), memory.journal.head()
        dream = memory.dream(judge=judge)
        assert judge.asked == [f"{TWO} / {THREE}"]
        [event] = news(memory, after=head)
        assert isinstance(event, Superseded)
        assert (event.item, event.by, event.reason) == (two, three, "updated")
        assert (event.judge, event.note) == ("model", "told: read twice")
        assert phase(dream, name).changed == 1
        assert told(memory.dream(judge=judge))[name][1] == 0
        assert len(judge.asked) == 1


def test_a_contradiction_takes_trust_from_the_earlier_one() -> None:
    """As much as the judge is sure; a second dream asks and adds nothing."""
    with sleeper("settle") as (memory, _):
        two, three = learn(memory, TWO, THREE)
        judge, head = judge_of("contradiction"), memory.journal.head()
        memory.dream(judge=judge)
        memory.dream(judge=judge)
        [event] = news(memory, after=head)
        assert isinstance(event, Contradicted)
        assert (event.item, event.by, event.strength) == (two, three, 0.7)
        assert (event.judge, event.reason) == ("model", "told: read twice")
        assert len(judge.asked) == 1


def test_that_two_texts_can_both_be_true_is_kept() -> None:
    """No event follows, and neither that judge, nor another, nor an agent is asked again."""
    with sleeper("settle") as (memory, _):
        learn(memory, TWO, THREE)
        judge, head = judge_of("none"), memory.journal.head()
        memory.dream(judge=judge)
        memory.dream(judge=judge)
        other = judge_of("none")
        other.name = "another"
        memory.dream(judge=other)
        assert memory.journal.head() == head
        assert (len(judge.asked), len(other.asked)) == (1, 0)
        assert all(each.about.what != "relation" for each in memory.propose())


def test_rules_never_decide_about_free_texts() -> None:
    """Not even where their form would do for it: that is for keys."""
    with sleeper("settle") as (memory, _):
        learn(memory, "Ben's phone is a Pixel.", "Ben's phone is now a Nokia.", TWO, THREE)
        head = memory.journal.head()
        assert told(memory.dream())["settle"] == (0, 0)
        assert memory.journal.head() == head


def test_a_dry_run_tells_what_it_would_ask() -> None:
    """By the items and the sign; it asks nobody and changes nothing."""
    with sleeper("settle") as (memory, _):
        two, three = learn(memory, TWO, THREE)
        judge, head = judge_of("update"), memory.journal.head()
        done = phase(memory.dream(judge=judge, dry_run=True), "settle")
        assert (done.changed, done.details) == (
            0,
            ("1 open", f"{two[:8]} and {three[:8]}: three where the earlier one says two"),
        )
        assert judge.asked == []
        assert memory.journal.head() == head


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_an_agent_is_asked_and_its_verdict_is_recorded(preset: str) -> None:
    """Under each preset, as JSON out and JSON in; then there is nothing more to ask."""
    policy = PRESETS[preset]
    with sleeper(*policy.dream.phases, base=policy) as (memory, _):
        two, three = learn(memory, TWO, THREE)
        asked = [each for each in memory.propose() if each.about.what == "relation"]
        assert [each.about.items for each in asked] == [(two, three)]
        verdict = {"relation": "update", "confidence": 1.0, "reason": "it grew"}
        about = msgspec.to_builtins(asked[0].about)
        answers = [{"about": about, "by": "ana's agent", "relation": verdict}]
        head = memory.journal.head()
        memory.accept_from(msgspec.json.encode(answers))
        [event] = news(memory, after=head)
        assert isinstance(event, Superseded)
        assert (event.item, event.by, event.judge) == (two, three, "agent")
        assert event.note == "ana's agent: it grew"
        assert all(each.about.what != "relation" for each in memory.propose())


def test_so_many_pairs_are_asked_about_in_one_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """The next dreams go on; in the end each pair was asked about once."""
    monkeypatch.setattr(conflicts, "PAIRS_MAX", 2)
    with sleeper("settle") as (memory, _):
        learn(memory, TWO, THREE, FOUR, "The flat in Basel has five rooms")
        judge, counts = judge_of("none"), list[int]()
        for _ in range(5):
            before = len(judge.asked)
            memory.dream(judge=judge)
            counts.append(len(judge.asked) - before)
        assert max(counts) <= 2
        assert (sum(counts), counts[-1]) == (6, 0)
        assert len(set(judge.asked)) == 6


def test_so_many_texts_are_looked_at_in_one_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """What came in since comes first, then the newest of those before; it tells what is left."""
    monkeypatch.setattr(looking, "TEXTS_MAX", 2)
    with sleeper("settle") as (memory, _):
        learn(memory, TWO, THREE, OTHER, "Ana likes tea")
        judge = judge_of("none")
        assert phase(memory.dream(judge=judge), "settle").details == ("2 texts left",)
        assert judge.asked == []
        learn(memory, FOUR)
        assert phase(memory.dream(judge=judge), "settle").details == ("1 texts left",)
        assert len(judge.asked) == 3
        assert phase(memory.dream(judge=judge), "settle").details == ()
        assert phase(memory.dream(judge=judge), "settle").seen == 0
        assert len(judge.asked) == 3


def test_what_no_budget_was_left_for_is_asked_in_the_next_dream() -> None:
    """And it is told that it is open."""
    with sleeper("settle") as (memory, _):
        learn(memory, TWO, THREE)
        spent = Told(fails=BudgetSpent("the budget is spent"))
        done = phase(memory.dream(judge=spent), "settle")
        assert (done.changed, done.details) == (0, ("1 open", "the budget is spent"))
        judge = judge_of("update")
        assert phase(memory.dream(judge=judge), "settle").changed == 1
