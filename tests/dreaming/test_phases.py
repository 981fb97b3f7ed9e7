"""Each phase does what its name says, and says what it did."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from lethelog.domain.dreams import Dream
from lethelog.domain.errors import BudgetSpent
from lethelog.domain.events import ConfidenceRevised, Promoted, Superseded
from lethelog.domain.identity import ItemId
from lethelog.domain.judge import Extracted, Verdict
from lethelog.domain.kinds import Kind
from lethelog.domain.mind_policy import ConsolidationPolicy
from lethelog.domain.policy import DEFAULT
from lethelog.domain.presets import KTAO, PRESETS
from lethelog.memory import Memory
from lethelog.tests.dreaming.nights import (
    BICYCLE,
    OTHER,
    TEA,
    Told,
    live,
    news,
    phase,
    policy_of,
    sleeper,
    told,
)


def city(
    memory: Memory, text: str, value: str, *, kind: Kind = "fact", dated_at: int | None = None
) -> ItemId:
    """Where Ana lives is said in a text, and by its key."""
    told = memory.remember(
        text, kind=kind, dated_at=dated_at, subject="Ana", attribute="city", value=value
    )
    return told.items[0]


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_a_dream_runs_the_phases_of_its_policy_in_their_order(preset: str) -> None:
    """Under each preset, and the same dream again adds no event."""
    policy = PRESETS[preset]
    with sleeper(*policy.dream.phases, base=policy) as (memory, _):
        live(memory, *TEA, *BICYCLE, "My phone is a Pixel 6.", OTHER, "so what")
        memory.remember("Ana's phone is a Nokia", subject="Ana", attribute="phone", value="Nokia")
        begun: list[str] = []
        dream = memory.dream(progress=lambda name, _done, _all: begun.append(name))
        assert begun == [each.phase for each in dream.phases] == list(policy.dream.phases)
        head = memory.journal.head()
        memory.dream()
        assert memory.journal.head() == head


def test_facts_are_drawn_from_what_came_in_since() -> None:
    """Each text is read once; what was replaced or says nothing is left out before that."""
    with sleeper("collect", "filter", "extract") as (memory, _):
        items = live(memory, "Ben's phone is a Pixel 6.", "ok then", TEA[0])
        memory.correct(items[2], BICYCLE[0])
        head = memory.journal.head()
        dream = memory.dream()
        assert told(dream) == {"collect": (2, 0), "filter": (4, 2), "extract": (2, 1)}
        [made] = news(memory, after=head)
        assert isinstance(made, Promoted)
        assert made.derived_from == (items[0],)
        assert (made.subject, made.attribute, made.value) == ("Ben", "phone", "a Pixel 6")
        assert told(memory.dream())["filter"] == (0, 0)


def test_what_cannot_be_seen_any_more_is_not_read() -> None:
    """What is too weak, or in the archive, is left out before a judge is paid for it, and told."""
    with sleeper("collect", "filter", "extract", "classify", base=KTAO) as (memory, clock):
        live(memory, TEA[0])
        clock.sleep(30)
        live(memory, TEA[1], "ok then")
        judge = Told(facts=[Extracted(text="Ana likes tea")])
        dream = memory.dream(judge=judge)
        assert judge.asked == [TEA[1]]
        assert told(dream)["filter"] == (3, 2)
        assert phase(dream, "filter").details == ("1 too short", "1 hidden")
        assert told(memory.dream(judge=judge))["filter"] == (0, 0)


def test_what_is_left_out_does_not_stand_in_the_way_of_the_rest() -> None:
    """However much of it there is at the beginning, the next dream goes on behind it."""
    one_at_a_time = replace(KTAO, consolidation=ConsolidationPolicy(items_max=1))
    with sleeper("collect", "filter", "extract", base=one_at_a_time) as (memory, _):
        live(memory, "ok then", TEA[0])
        judge = Told()
        memory.dream(judge=judge)
        memory.dream(judge=judge)
        assert judge.asked == [TEA[0]]


def test_what_is_let_out_of_quarantine_is_read_once() -> None:
    """Also behind what came in after it and was read before."""
    with sleeper("collect", "extract") as (memory, _):
        [held] = memory.remember(OTHER, kind="event", origin="web").items
        live(memory, TEA[0])
        judge = Told()
        memory.dream(judge=judge)
        assert judge.asked == [TEA[0]]
        memory.release(held)
        memory.dream(judge=judge)
        memory.dream(judge=judge)
        assert judge.asked == [TEA[0], OTHER]


def test_nobody_pays_twice_for_a_text() -> None:
    """A text that states nothing is not read again by the same judge, and by another it is."""
    with sleeper("collect", "extract") as (memory, _):
        live(memory, *TEA[:3])
        judge = Told()
        memory.dream(judge=judge)
        memory.dream(judge=judge)
        assert len(judge.asked) == 3
        live(memory, TEA[3])
        memory.dream(judge=judge)
        assert judge.asked[3:] == [TEA[3]]


def test_what_no_budget_was_left_for_is_read_in_the_next_dream() -> None:
    """The judge is asked once more at most, and what it said is told."""
    with sleeper("collect", "extract") as (memory, _):
        live(memory, *TEA[:3])
        spent = Told(fails=BudgetSpent("the budget is spent"))
        dream = memory.dream(judge=spent)
        assert phase(dream, "extract").details == ("3 open", "the budget is spent")
        judge = Told(facts=[Extracted(text="Ana likes tea")])
        assert told(memory.dream(judge=judge))["extract"] == (3, 3)


def test_facts_are_classified_by_how_sure_they_are() -> None:
    """Sure ones are facts, others beliefs, and what hardly anything speaks for is left out."""
    facts = [
        Extracted(text=f"Ana likes {what}", confidence=sure)
        for what, sure in (("tea", 0.95), ("milk", 0.5), ("rain", 0.1))
    ]
    with sleeper("collect", "extract", "classify") as (memory, _):
        live(memory, TEA[0])
        head = memory.journal.head()
        done = phase(memory.dream(judge=Told(facts=facts)), "classify")
        kinds = [event.kind for event in news(memory, after=head) if isinstance(event, Promoted)]
        assert kinds == ["fact", "belief"]
        assert (done.seen, done.details) == (3, ("1 belief", "1 fact", "1 too weak"))


def test_a_belief_is_held_against_what_was_said_of_the_same() -> None:
    """By its key alone, where rules judge; a second dream weighs nothing twice."""
    with sleeper("verify") as (memory, _):
        belief = city(memory, "Ana may live in Rome", "Rome", kind="belief")
        city(memory, "Ana has a flat in Rome", "rome")
        head = memory.journal.head()
        assert told(memory.dream())["verify"] == (1, 1)
        [revised] = news(memory, after=head)
        assert isinstance(revised, ConfidenceRevised)
        assert (revised.item, revised.speaks_for, revised.judge) == (belief, True, "rule")
        assert told(memory.dream())["verify"] == (1, 0)


def test_a_belief_without_a_key_needs_a_judge() -> None:
    """Who is asked once about each text that is near to it; neither gives way to the other."""
    with sleeper("verify") as (memory, _):
        [belief] = memory.remember("Ana drinks green tea in the morning", kind="belief").items
        live(memory, "Ana drinks no green tea in the morning", OTHER)
        judge = Told(verdict=Verdict(relation="contradiction", confidence=0.5))
        head = memory.journal.head()
        memory.dream(judge=judge)
        memory.dream(judge=judge)
        [revised] = news(memory, after=head)
        assert isinstance(revised, ConfidenceRevised)
        assert (revised.item, revised.speaks_for, revised.strength) == (belief, False, 0.5)
        assert len(judge.asked) == 1


def test_beliefs_that_are_sure_or_doubtful_are_told() -> None:
    """Somebody answers for what follows: they are proposed, and nothing is done."""
    with sleeper("verify") as (memory, _):
        [sure] = memory.remember(OTHER, kind="belief", confidence=0.9).items
        [doubtful] = memory.remember(TEA[0], kind="belief", confidence=0.1).items
        head = memory.journal.head()
        assert phase(memory.dream(), "verify").details == ("1 sure enough", "1 doubtful")
        asked = [(each.about.what, each.about.items) for each in memory.propose()]
        assert asked == [("fact", (sure,)), ("forget", (doubtful,))]
        assert memory.journal.head() == head


def test_keyed_facts_are_put_in_order() -> None:
    """What was told before there was a rule for it is found by the dream."""
    with sleeper("settle") as (memory, clock):
        city(memory, "Ana lives in Rome", "Rome", dated_at=clock())
        clock.sleep(1)
        city(memory, "Ana lives in Bonn", "Bonn", dated_at=clock())
        settled = [event for event in memory.journal.read() if isinstance(event.event, Superseded)]
        assert len(settled) == 1
        assert told(memory.dream())["settle"] == (2, 0)


def test_a_snapshot_is_looked_at_and_not_recalled() -> None:
    """It tells how many items and tokens it would hold."""
    with sleeper("snapshot") as (memory, _):
        memory.remember("Ana likes tea")
        head = memory.journal.head()
        done = phase(memory.dream(), "snapshot")
        assert done.seen == 1
        assert done.details[0].endswith("of 2,000 tokens")
        memory.flush()
        assert memory.journal.head() == head


def test_the_default_does_what_it_always_did() -> None:
    """It collects and promotes, and tells of both."""
    with sleeper(*DEFAULT.dream.phases) as (memory, _):
        [tea, *_] = live(memory, TEA[0], OTHER)
        for question in ("green tea", "a cup of tea", "who drinks tea"):
            memory.search(question)
        dream = memory.dream()
        assert [each.item for each in dream.promoted] == [tea]
        assert told(dream) == {"collect": (2, 0), "promote": (1, 1)}
        assert phase(dream, "collect").details == ("1 of them recalled",)


def test_what_is_derived_is_no_evidence_for_a_promotion() -> None:
    """It is found and recalled, and never a candidate."""
    with sleeper("cluster", "promote") as (memory, _):
        items = live(memory, *TEA[:3])
        memory.dream()
        for question in ("green tea", "a cup of tea", "who drinks tea"):
            memory.search(question)
        assert {each.item for each in memory.dream().promoted} <= set(items)


def test_a_policy_of_no_phases_dreams_nothing() -> None:
    """It may be switched off."""
    with sleeper() as (memory, _):
        assert memory.dream() == Dream(promoted=(), passed_over=(), is_dry_run=False)
    assert policy_of().dream.phases == ()
