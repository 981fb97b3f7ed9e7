"""What is made of the texts themselves: clusters put into words, and facts read out of a text."""

from __future__ import annotations

from typing import Unpack

import pytest

from lethelog.commands.promote import Told
from lethelog.domain.errors import InvalidInput, NotFound, Refused
from lethelog.domain.events import Judge, Promoted, Superseded
from lethelog.domain.identity import ItemId
from lethelog.tests.orders import forget, promote, supersede, twice
from lethelog.tests.story import Act, Story, asked, given, item_of, said

NEAR = (0.9, 0.8)


def made(*texts: str, judge: Judge = "rule", **told: Unpack[Told]) -> Act:
    """A new fact from several items, told in full."""
    return lambda story: story.desk.promote(*map(item_of, texts), judge=judge, **told)


def promoted(story: Story) -> Promoted:
    """The newest promotion."""
    events = [recorded.event for recorded in story.log()]
    return next(each for each in reversed(events) if isinstance(each, Promoted))


def test_a_cluster_needs_no_recalls() -> None:
    """The rule made it of the texts: it rests on no recall, and keeps how near each was."""
    story = given(said("tea"), said("milk"), asked("drinks", "tea"))
    story.when(made("tea", "milk", text="tea", nearness=NEAR)).then_kinds(Promoted)
    event = promoted(story)
    assert (event.nearness, event.recalls, event.score.recalls) == (NEAR, (), 0)
    assert event.derived_from == (item_of("tea"), item_of("milk"))


def test_a_rule_that_goes_by_recalls_still_needs_them() -> None:
    """Only what rests on the texts is exempt."""
    given(said("tea"), said("milk")).when(made("tea", "milk", text="both")).then_nothing()
    story = given(said("My name is Ana."))
    story.when(made("My name is Ana.", text="My name is Ana.", rests_on="texts"))
    story.then_kinds(Promoted)
    assert promoted(story).nearness == ()


@pytest.mark.parametrize("words", ["tea with milk", "milk with tea"])
def test_a_cluster_is_put_into_words_once(words: str) -> None:
    """Whatever the words: two who do it at once would each find others."""
    first = made("tea", "milk", text="tea with milk", nearness=NEAR)
    again = made("milk", "tea", text=words, nearness=NEAR, kind="belief", judge="model")
    given(said("tea"), said("milk"), first).when(again).then_nothing()


def test_a_cluster_that_grew_takes_the_place_of_the_smaller_one() -> None:
    """In the same step, and only once."""
    small = made("tea", "milk", text="small", nearness=NEAR)
    story = given(said("tea"), said("milk"), said("jam"), small)
    old = story.item("small")
    grown = made("tea", "milk", "jam", text="grown", nearness=(*NEAR, 0.7), replaces=(old,))
    story.when(grown).then_kinds(Promoted, Superseded).then_superseded(("small", "grown"))
    [*_, last] = [recorded.event for recorded in story.log()]
    assert isinstance(last, Superseded)
    assert (last.reason, last.judge, last.roots) == ("merged", "rule", promoted(story).roots)
    story.when(grown).then_nothing()


def test_what_gave_way_already_is_not_replaced_again() -> None:
    """Nothing is half done: the new one is not made either."""
    small = made("tea", "milk", text="small", nearness=NEAR)
    story = given(said("tea"), said("milk"), said("jam"), said("other"), small)
    old = story.item("small")
    story.when(supersede("small", by="other"))
    story.when(made("tea", "jam", text="grown", nearness=NEAR, replaces=(old,)))
    story.then_refused(Refused, saying="is superseded by")
    story.when(made("tea", "jam", text="grown", nearness=NEAR, replaces=(ItemId("none"),)))
    story.then_refused(NotFound, saying="there is no item 'none'")


def test_a_belief_gives_way_to_the_fact_that_is_made_of_it() -> None:
    """Which refines it; twice is once, though the belief is no longer current."""
    fact = made("tea", text="tea, for sure", judge="agent", replaces=(item_of("tea"),))
    story = given(said("tea")).when(twice(fact)).then_kinds(Promoted, Superseded)
    story.then_current("tea, for sure")
    [*_, last] = [recorded.event for recorded in story.log()]
    assert isinstance(last, Superseded)
    assert last.reason == "refined"


def test_what_was_only_read_counts_among_the_roots() -> None:
    """So forgetting it takes what was made; it is no input for that."""
    story = given(said("tea"), said("milk"))
    order = made("tea", text="tea", judge="model", read=(item_of("milk"),))
    story.when(order).then_kinds(Promoted)
    assert promoted(story).derived_from == (item_of("tea"),)
    assert len(promoted(story).roots) == 2
    story.when(forget("fact/milk")).then_forgotten("milk", "tea")


def test_a_key_is_kept_with_the_fact() -> None:
    """Subject, attribute, value, scope, and since when."""
    key: Told = {
        "text": "Ana is called Ana.",
        "subject": "Ana",
        "attribute": "name",
        "value": "Ana",
        "scope": "work",
        "valid_from": 7,
    }
    order = made("tea", judge="model", **key)
    story = given(said("tea")).when(order)
    event = promoted(story)
    assert {name: getattr(event, name) for name in key} == key


@pytest.mark.parametrize(
    ("told", "saying"),
    [
        (Told(text="t", nearness=(0.5,)), "give one for each, or none"),
        (Told(text="t", nearness=(0.5, 1.5)), "a nearness is from 0 to 1"),
        (Told(text="t", nearness=(0.5, float("nan"))), "a nearness is from 0 to 1"),
        (Told(text="t", confidence=1.5), "a confidence is from 0 to 1"),
        (Told(nearness=(0.5, 0.5)), "give the text too"),
        (Told(subject="Ana"), "give the text too"),
        (Told(text="t", replaces=(item_of("tea"),)), "replaces none of them"),
    ],
)
def test_what_no_promotion_can_hold_is_refused(told: Told, saying: str) -> None:
    """Before anything is decided."""
    story = given(said("tea"), said("milk")).when(made("tea", "milk", judge="agent", **told))
    story.then_refused(InvalidInput, saying=saying)


def test_saying_it_again_after_an_input_was_replaced_changes_nothing() -> None:
    """It was made when all of its inputs were current."""
    both = promote("tea", "milk", text="both", judge="agent")
    again = made("tea", "milk", text="both", judge="agent")
    given(said("tea"), said("milk"), said("oat"), both, supersede("milk", by="oat")).when(
        again
    ).then_nothing()
