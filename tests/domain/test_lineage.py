"""What is left of a history without some sources, and the tags by which all this is found."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lethelog.domain.events import (
    Contradicted,
    Event,
    Hit,
    Promoted,
    Recalled,
    Recorded,
    SourceForgotten,
    Superseded,
)
from lethelog.domain.identity import SourceUid
from lethelog.domain.lineage import item_tag, items_of, live, prune, source_tag, tags_of
from lethelog.domain.policy import PromotionPolicy
from lethelog.domain.promotion import promotion_score
from lethelog.domain.times import DAY
from lethelog.tests.histories import SOURCES, Step, histories, lived
from lethelog.tests.seals import IDENTITY
from lethelog.tests.story import TODAY, asked, item_of, said

A_FEW = settings(max_examples=25)
ROOTS = (IDENTITY.lineage("fact/tea"),)


def uid(path: str) -> SourceUid:
    """The uid of one source."""
    return IDENTITY.lineage(path)[-1]


def recorded(*events: Event) -> list[Recorded]:
    """The events at positions from 1."""
    return [Recorded(position, event) for position, event in enumerate(events, start=1)]


def promoted(*recalls: int, days_later: int = 0, recalls_min: int = 3) -> Promoted:
    """Tea became evergreen by the rule, resting on the recalls at these positions."""
    policy = PromotionPolicy(recalls_min=recalls_min)
    return Promoted(
        recorded_at=TODAY + days_later * DAY,
        roots=ROOTS,
        item=item_of("tea"),
        score=promotion_score([], TODAY, policy),
        policy=policy,
        recalls=recalls,
    )


def kinds(log: Sequence[Recorded]) -> list[str]:
    """The events that are left, by the names of their types."""
    return [type(each.event).__name__ for each in log]


@A_FEW
@given(histories(unblocking=True))
def test_forgetting_nothing_keeps_all(steps: list[Step]) -> None:
    """The history comes back as it is, event by event."""
    log = lived(steps).history()
    assert prune(log, []) == log


@A_FEW
@given(
    histories(unblocking=False),
    st.sets(st.sampled_from(SOURCES)),
    st.sets(st.sampled_from(SOURCES)),
)
def test_forgetting_two_sets_in_turn_is_forgetting_them_at_once(
    steps: list[Step], first: set[str], then: set[str]
) -> None:
    """The order of forgetting does not count, and forgetting twice is forgetting once."""
    log = lived(steps).history()
    one, other = set(map(uid, first)), set(map(uid, then))
    at_once = prune(log, one | other)
    assert prune(prune(log, one), other) == at_once
    assert prune(prune(log, other), one) == at_once
    assert prune(at_once, one | other) == at_once


@A_FEW
@given(histories(unblocking=False))
def test_a_live_history_is_one_without_what_it_forgot(steps: list[Step]) -> None:
    """While nothing is learned again, the places of the notices do not matter."""
    life = lived(steps)
    assert live(life.history()) == prune(life.history(), life.forgotten())


@A_FEW
@given(histories(unblocking=True))
def test_tags_name_every_item_and_every_source_above(steps: list[Step]) -> None:
    """So all that came from a source, at any depth, is found by one tag."""
    for each in lived(steps).history():
        tags = tags_of(each.event)
        assert len(tags) == len(set(tags))
        for lineage in each.event.roots:
            assert {source_tag(level) for level in lineage} <= set(tags)
        assert {item_tag(item) for item in items_of(each.event)} <= set(tags)


def test_what_holds_a_source_takes_it_along() -> None:
    """A turn goes with its conversation, and the conversation stays without the turn."""
    log = recorded(said("yes", "conversation/c/1"), said("no", "conversation/c/2"))
    assert prune(log, [uid("conversation/c")]) == []
    assert prune(log, [uid("conversation/c/1")]) == log[1:]


def test_a_recall_loses_the_hits_that_are_gone_and_stays() -> None:
    """It still tells that something was asked, and what else it returned."""
    log = recorded(said("tea"), said("milk"), asked("drinks", "tea", "milk"))
    left = prune(log, [uid("fact/tea")])[-1].event
    assert isinstance(left, Recalled)
    assert [hit.item for hit in left.hits] == [item_of("milk")]


def test_what_lost_its_successor_is_current_again() -> None:
    """A supersession and a contradiction need both ends."""
    supersession = Superseded(recorded_at=TODAY, item=item_of("tea"), by=item_of("milk"))
    contradiction = Contradicted(recorded_at=TODAY, item=item_of("tea"), by=item_of("milk"))
    log = recorded(said("tea"), said("milk"), supersession, contradiction)
    assert prune(log, [uid("fact/milk")]) == log[:1]


def test_a_promotion_falls_with_the_recalls_that_earned_it() -> None:
    """Two recalls of three were asked from the conversation that is forgotten."""
    log = recorded(
        said("tea"),
        asked("drinks", "tea", asked_from="conversation/c/1"),
        asked("pots", "tea", asked_from="conversation/c/2"),
        asked("cups", "tea"),
        promoted(2, 3, 4),
    )
    assert kinds(prune(log, [uid("conversation/c")])) == ["ChunkIngested", "Recalled"]
    assert kinds(prune(log, [uid("conversation/x")])) == kinds(log)


def test_a_promotion_once_undone_stays_undone_when_a_weak_recall_goes_too() -> None:
    """The mean of what is left would rise when the weak one goes; the order would count."""
    log = recorded(
        said("tea"),
        asked("drinks", "tea", asked_from="conversation/strong"),
        asked("pots", "tea", relevance=0.0, asked_from="conversation/weak"),
        asked("drinks", "tea"),
        asked("cups", "tea"),
        promoted(2, 3, 4, 5, days_later=30, recalls_min=2),
    )
    strong, weak = uid("conversation/strong"), uid("conversation/weak")
    assert "Promoted" not in kinds(prune(log, [strong]))
    assert "Promoted" not in kinds(prune(log, [strong, weak]))


def test_a_recall_that_does_not_count_is_no_ground() -> None:
    """Three stay that returned it, and one of them only beside an answer."""
    log = recorded(
        said("tea"),
        asked("drinks", "tea", asked_from="conversation/c"),
        asked("pots", "tea"),
        asked("cups", "tea"),
        asked("tins", "tea", counts=False),
        promoted(2, 3, 4, 5),
    )
    assert "Promoted" not in kinds(prune(log, [uid("conversation/c")]))


@pytest.mark.parametrize("judge", ["person", "agent", "model"])
def test_what_somebody_judged_stands_without_recalls(judge: str) -> None:
    """It rests on their judgement, not on counting."""
    decided = msgspec.structs.replace(promoted(2), judge=judge)
    log = recorded(said("tea"), asked("drinks", "tea", asked_from="conversation/c"), decided)
    assert kinds(prune(log, [uid("conversation/c")])) == ["ChunkIngested", "Promoted"]


def test_a_derived_fact_falls_with_any_of_its_inputs_at_any_depth() -> None:
    """Each step names the roots of all that it read."""
    log = recorded(said("tea"), *_chain_of_facts(depth=4), said("milk"))
    assert prune(log, [uid("fact/tea")]) == log[-1:]


def test_what_rests_on_a_fact_that_falls_falls_in_its_turn() -> None:
    """Step by step, though none of the later facts names the forgotten conversation."""
    steps = _chain_of_facts(depth=4)
    earned = msgspec.structs.replace(steps[0], judge="rule", recalls=(2,))
    question = asked("drinks", "tea", asked_from="conversation/c")
    contradiction = Contradicted(recorded_at=TODAY, item=item_of("tea"), by=steps[-1].item)
    log = recorded(said("tea"), question, earned, *steps[1:], contradiction)
    assert prune(log, [uid("conversation/c")]) == log[:1]


def test_what_was_learned_again_is_not_what_was_forgotten() -> None:
    """A notice takes what came before it and nothing that came later."""
    again = recorded(said("tea"), asked("drinks", "tea"), _forgotten("fact/tea"), said("tea"))
    left = live(again)
    assert kinds(left) == ["Recalled", "SourceForgotten", "ChunkIngested"]
    assert items_of(left[0].event) == ()


def test_an_item_counts_from_its_first_birth() -> None:
    """A recall between two births of one item keeps its hit on the first."""
    log = recorded(said("tea"), asked("drinks", "tea"), _forgotten("fact/tea"), said("tea"))
    assert prune(log, []) == log


def _chain_of_facts(depth: int) -> list[Promoted]:
    names = ["tea", *(f"step {number}" for number in range(depth))]
    return [
        Promoted(
            recorded_at=TODAY,
            roots=ROOTS,
            item=item_of(name),
            score=promotion_score([], TODAY, PromotionPolicy()),
            policy=PromotionPolicy(),
            judge="agent",
            derived_from=(item_of(before),),
            text=name,
        )
        for before, name in pairwise(names)
    ]


def _forgotten(path: str) -> SourceForgotten:
    return SourceForgotten(
        recorded_at=TODAY, roots=(IDENTITY.lineage(path),), source=uid(path), items=()
    )


def test_a_hit_is_what_makes_a_recall_concern_an_item() -> None:
    """A hit on several items carries a tag for each, once."""
    hit = Hit(item=item_of("tea"), rank=1, score=1.0, relevance=1.0)
    recall = msgspec.structs.replace(asked("drinks"), hits=(hit, hit))
    assert tags_of(recall) == [item_tag(item_of("tea"))]
