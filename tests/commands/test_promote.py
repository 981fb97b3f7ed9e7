"""An item becomes evergreen when it has earned it, or when somebody answers for it."""

from __future__ import annotations

from math import log1p

import pytest

from lethelog.commands.promote import Promote, decide_promotion
from lethelog.domain.errors import InvalidInput, NotFound, Refused
from lethelog.domain.events import Judge, Promoted
from lethelog.domain.policy import PromotionPolicy
from lethelog.domain.times import DAY
from lethelog.tests.orders import contradict, mail, promote, supersede
from lethelog.tests.seals import IDENTITY
from lethelog.tests.story import TODAY, asked, given, item_of, recalled, said

# With three recalls and two queries of today, the rest of the score must come from relevance.
RELEVANCE_AT_THE_EDGE = (
    0.60 - 0.30 * log1p(3) / log1p(10) - 0.20 * log1p(2) / log1p(5) - 0.15
) / 0.35


def test_three_recalls_with_two_queries_are_enough() -> None:
    """The event keeps the parts of the score and the recalls that it rests on."""
    story = given(said("tea"), *recalled("tea", query="drinks", times=2), asked("pots", "tea"))
    story.when(promote("tea")).then_kinds(Promoted)
    [*_, last] = [recorded.event for recorded in story.log()]
    assert isinstance(last, Promoted)
    assert last.recalls == (2, 3, 4)
    assert (last.score.recalls, last.score.queries) == (3, 2)
    assert (last.score.relevance, last.score.recency) == (1.0, 1.0)


def test_one_query_repeated_is_not_diversity() -> None:
    """However often it is asked, in whatever case and spacing."""
    (
        given(
            said("tea"),
            *recalled("tea", query="drinks", times=9),
            *recalled("tea", query="  DRINKS ", times=9),
        )
        .when(promote("tea"))
        .then_nothing()
    )


def test_what_only_stood_beside_answers_earns_nothing() -> None:
    """However often; somebody who answers for it still may promote it."""
    beside = [asked(q, "tea", counts=False) for q in ("drinks", "pots", "cups", "tins")]
    story = given(said("tea"), *beside).when(promote("tea")).then_nothing()
    story.when(promote("tea", judge="person")).then_kinds(Promoted)
    [*_, last] = [recorded.event for recorded in story.log()]
    assert isinstance(last, Promoted)
    assert (last.recalls, last.score.total) == ((), 0.0)


def test_a_promotion_rests_on_the_recalls_that_count_alone() -> None:
    """Those beside are no part of its score either."""
    story = given(
        said("tea"),
        *recalled("tea", query="drinks", times=2),
        asked("cups", "tea", relevance=0.1, counts=False),
        asked("pots", "tea"),
        asked("tins", "tea", relevance=0.1, counts=False),
    )
    story.when(promote("tea")).then_kinds(Promoted)
    [*_, last] = [recorded.event for recorded in story.log()]
    assert isinstance(last, Promoted)
    assert last.recalls == (2, 3, 5)
    assert (last.score.recalls, last.score.queries, last.score.relevance) == (3, 2, 1.0)


def test_two_recalls_are_too_few() -> None:
    """Two different questions alone do not do it."""
    given(said("tea"), asked("drinks", "tea"), asked("pots", "tea")).when(
        promote("tea")
    ).then_nothing()


@pytest.mark.parametrize(("above_the_edge", "is_promoted"), [(0.0, True), (-1e-6, False)])
def test_a_score_at_the_threshold_is_enough(above_the_edge: float, *, is_promoted: bool) -> None:
    """Exactly at the edge is in; a hair below is out."""
    relevance = RELEVANCE_AT_THE_EDGE + above_the_edge
    story = given(
        said("tea"),
        *recalled("tea", query="drinks", times=2, relevance=relevance),
        asked("pots", "tea", relevance=relevance),
    )
    story.when(promote("tea")).then_kinds(*[Promoted] * is_promoted)


def test_what_was_asked_long_ago_does_not_count_as_recent() -> None:
    """The same recalls a year later earn nothing."""
    long_ago = [asked(q, "tea", at=TODAY - 365 * DAY, relevance=0.8) for q in ("a", "b", "b")]
    given(said("tea"), *long_ago).when(promote("tea")).then_nothing()


def test_a_promotion_rests_on_no_recall_outside_its_window() -> None:
    """Those of long ago are neither in its score nor among what it names."""
    window = PromotionPolicy(evidence_days=30.0)
    order = Promote(items=(item_of("tea"),), now=TODAY, policy=window)
    long_ago = [asked(q, "tea", at=TODAY - 31 * DAY) for q in ("a", "b")]
    enough = given(said("tea"), *long_ago, *(asked(q, "tea") for q in ("a", "b", "c")))
    [made] = decide_promotion(enough.log(), order, IDENTITY)
    assert isinstance(made, Promoted)
    assert (made.recalls, made.score.recalls) == ((4, 5, 6), 3)
    too_few = given(said("tea"), *long_ago, asked("c", "tea"))
    assert decide_promotion(too_few.log(), order, IDENTITY) == []
    too_few.when(promote("tea")).then_kinds(Promoted)


def test_what_was_contradicted_is_not_promoted_by_the_rule() -> None:
    """Somebody who answers for it still may."""
    (
        given(
            said("tea"),
            *recalled("tea", query="drinks", times=5),
            asked("pots", "tea"),
            contradict("tea", strength=0.1),
        )
        .when(promote("tea"))
        .then_nothing()
        .when(promote("tea", judge="person"))
        .then_kinds(Promoted)
    )


@pytest.mark.parametrize("judge", ["rule", "agent", "person"])
def test_what_is_evergreen_already_is_no_news(judge: Judge) -> None:
    """Taught without a date, or promoted before."""
    given(said("tea", dated_at=None)).when(promote("tea", judge=judge)).then_nothing()
    given(said("tea"), promote("tea", judge="agent")).when(
        promote("tea", judge=judge)
    ).then_nothing()


def test_several_items_need_a_text_to_become_one() -> None:
    """Which of them should stay would be a guess."""
    (
        given(said("tea"), said("milk"))
        .when(promote("tea", "milk", judge="agent"))
        .then_refused(InvalidInput, saying="only into a new text")
        .when(lambda story: story.desk.promote(text="out of nothing", judge="agent"))
        .then_refused(InvalidInput, saying="give at least one")
    )


def test_a_derived_fact_has_the_roots_of_all_that_it_was_made_from() -> None:
    """Saying it twice, in any order of the inputs, changes nothing."""
    story = given(said("tea"), said("milk"))
    story.when(promote("tea", "milk", text="tea with milk", judge="agent")).then_kinds(Promoted)
    [*_, last] = [recorded.event for recorded in story.log()]
    assert {lineage[-1] for lineage in last.roots} == {
        lineage[-1] for text in ("tea", "milk") for lineage in said(text).roots
    }
    story.when(promote("milk", "tea", text="tea with milk", judge="agent")).then_nothing()


def test_a_superseded_item_is_not_promoted() -> None:
    """The error names what took its place."""
    (
        given(said("tea"), said("milk"), supersede("tea", by="milk"))
        .when(promote("tea", judge="person"))
        .then_refused(Refused, saying=f"superseded by {item_of('milk')}; use that one")
        .when(promote("tea", "milk", text="both", judge="person"))
        .then_refused(Refused, saying="is superseded")
    )


def test_what_its_source_dropped_is_not_promoted() -> None:
    """Nothing took its place, and the error says so."""
    story = given(mail("m", "tea", "milk"))
    tea = story.item("tea")
    story.when(mail("m", "milk")).when(lambda now: now.desk.promote(tea))
    story.then_refused(Refused, saying="because its source dropped it")


def test_an_unknown_item_is_not_found() -> None:
    """The error tells where ids are shown."""
    given().when(lambda story: story.desk.promote(item_of("tea"))).then_refused(
        NotFound, saying="`lethelog search` shows ids"
    )
