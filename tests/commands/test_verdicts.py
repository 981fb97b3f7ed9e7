"""Verdicts of an agent or a model come in, and become the events that follow from them."""

from __future__ import annotations

import pytest

from lethelog.domain.events import ConfidenceRevised, Contradicted, Promoted, Superseded
from lethelog.domain.judge import Extracted, Relation
from lethelog.domain.proposal import Answer, matter
from lethelog.domain.times import parse
from lethelog.tests.commands.answers import NEAR, accept, accepted, distilled, extracted, related
from lethelog.tests.story import given, item_of, said


def test_a_contradiction_speaks_against_the_earlier_one() -> None:
    """As strong as whoever judged was sure, and with the name and the reason."""
    story = given(said("tea"), said("coffee"))
    assert accepted(story, related("contradiction", "tea", "coffee", confidence=0.6)) == [
        "recorded"
    ]
    [*_, last] = [recorded.event for recorded in story.log()]
    assert isinstance(last, Contradicted)
    assert (last.item, last.by) == (item_of("tea"), item_of("coffee"))
    assert (last.strength, last.judge) == (0.6, "agent")
    assert last.reason == "ana's agent: read twice"


@pytest.mark.parametrize(("relation", "reason"), [("update", "updated"), ("refinement", "refined")])
def test_an_update_and_a_refinement_take_the_place_of_the_earlier_one(
    relation: Relation, reason: str
) -> None:
    """Both stay in the story."""
    story = given(said("tea"), said("coffee"))
    assert accepted(story, related(relation, "tea", "coffee")) == ["recorded"]
    [*_, last] = [recorded.event for recorded in story.log()]
    assert isinstance(last, Superseded)
    assert (last.reason, last.judge, last.note) == (reason, "agent", "ana's agent: read twice")


@pytest.mark.parametrize(
    ("relation", "speaks_for"),
    [("contradiction", False), ("update", False), ("refinement", True)],
)
def test_what_is_said_after_a_belief_is_evidence(relation: Relation, *, speaks_for: bool) -> None:
    """For it or against it, as strong as whoever judged was sure; neither gives way."""
    story = given(said("tea"), said("coffee"))
    answer = related(relation, "tea", "coffee", confidence=0.6, phase="verify")
    assert accepted(story, answer) == ["recorded"]
    [*_, last] = [recorded.event for recorded in story.log()]
    assert isinstance(last, ConfidenceRevised)
    assert (last.item, last.by) == (item_of("tea"), item_of("coffee"))
    assert (last.speaks_for, last.strength, last.judge) == (speaks_for, 0.6, "agent")
    story.then_current("tea", "coffee")
    assert accepted(story, answer) == ["known"]


@pytest.mark.parametrize(
    "answer",
    [
        related("none", "tea", "coffee"),
        related("none", "tea", "coffee", phase="verify"),
        related("contradiction", "tea", "coffee", confidence=0.0),
        Answer(about=matter("cluster", "distil", [item_of("tea")]), declined=True),
        extracted("tea"),
    ],
)
def test_where_there_is_nothing_to_record_it_is_noted_that_it_was_asked(answer: Answer) -> None:
    """So nobody need be asked again."""
    story = given(said("tea"), said("coffee"))
    assert accepted(story, answer) == ["declined"]
    assert story.then_nothing().desk.declined() == {answer.about.id}


def test_a_text_that_stands_for_several_is_made_of_them() -> None:
    """It keeps their nearness, who judged, and rests on no recall."""
    story = given(said("tea"), said("more tea"))
    answer = distilled("Tea is liked.", "tea", "more tea", nearness=NEAR)
    assert accepted(story, answer) == ["recorded"]
    [*_, last] = [recorded.event for recorded in story.log()]
    assert isinstance(last, Promoted)
    assert (last.text, last.kind, last.confidence) == ("Tea is liked.", "preference", 0.7)
    assert (last.judge, last.nearness, last.recalls) == ("model", NEAR, ())
    assert last.reason == "openai:tiny@https://a.example/v1"
    assert accepted(story, answer) == ["known"]
    story.then_nothing()


def test_what_schemas_are_made_of_is_a_schema() -> None:
    """Whatever kind the judge says."""
    story = given(said("tea"), said("more tea"))
    accepted(story, distilled("Tea.", "tea", "more tea", phase="schemas", nearness=NEAR))
    [*_, last] = [recorded.event for recorded in story.log()]
    assert isinstance(last, Promoted)
    assert last.kind == "schema"


def test_a_cluster_that_grew_takes_the_place_of_the_smaller_one() -> None:
    """In the same step."""
    story = given(said("tea"), said("more tea"))
    story.when(accept(distilled("Tea.", "tea", "more tea", nearness=NEAR)))
    old = story.item("Tea.")
    story.when(said("jam"))
    grown = distilled("Tea, jam.", "tea", "jam", nearness=NEAR, replaces=[old])
    story.when(accept(grown)).then_kinds(Promoted, Superseded)
    story.then_superseded(("Tea.", "Tea, jam."))


def test_a_belief_that_became_sure_is_a_fact() -> None:
    """It takes the place of the belief; the same answer again is known."""
    story = given(said("tea"))
    answer = distilled("Tea it is.", "tea", phase="verify", what="fact")
    assert accepted(story, answer) == ["recorded"]
    story.then_kinds(Promoted, Superseded).then_current("Tea it is.")
    assert accepted(story, answer) == ["known"]


def test_all_facts_of_a_text_are_recorded_at_once() -> None:
    """Each once, with its key and since when."""
    ana = Extracted(
        text="Ana lives in Basel.",
        subject="Ana",
        attribute="home",
        value="Basel",
        valid_from="2026-03-01",
        confidence=0.5,
    )
    tea = Extracted(text="Ana likes tea.", kind="preference")
    story = given(said("letter"))
    assert accepted(story, extracted("letter", ana, tea, tea)) == ["recorded"]
    one, other = (recorded.event for recorded in story.then_kinds(Promoted, Promoted).log()[-2:])
    assert isinstance(one, Promoted)
    assert isinstance(other, Promoted)
    assert (one.subject, one.attribute, one.value) == ("Ana", "home", "Basel")
    assert (one.valid_from, one.confidence) == (parse("2026-03-01"), 0.5)
    assert (other.text, other.kind, other.derived_from) == (
        *("Ana likes tea.", "preference"),
        (item_of("letter"),),
    )
    assert accepted(story, extracted("letter", tea, ana)) == ["known"]
