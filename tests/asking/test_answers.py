"""Why an item is what it is, what the memory holds, and which items may have earned more."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from lethelog.asking.candidates import promotion_candidates
from lethelog.asking.listing import find_item, list_facts, list_sources
from lethelog.asking.question import Standpoint
from lethelog.asking.status import status
from lethelog.asking.why import why
from lethelog.domain.errors import InvalidInput, NotFound
from lethelog.domain.policy import DEFAULT, PromotionPolicy
from lethelog.keeping.upkeep import forgettings
from lethelog.projections.view import View
from lethelog.tests.orders import (
    contradict,
    conversation,
    correct,
    forget,
    mail,
    promote,
    supersede,
    unblock,
)
from lethelog.tests.story import TODAY, Story, asked, given, item_of, recalled, said
from lethelog.tests.tables import new_view

NOW = Standpoint(TODAY, DEFAULT)
EARNED = (*recalled("tea", query="drinks", times=2), asked("pots", "tea"))


@contextmanager
def view_of(story: Story) -> Iterator[View]:
    """A read model of all that happened in a story."""
    view = new_view()
    try:
        view.apply(story.log())
        yield view
    finally:
        view.close()


def test_the_story_of_an_item_tells_all_that_happened_to_it() -> None:
    """Where it came from, who asked, why it was promoted, what was made of it."""
    happened = given(
        said("tea", "conversation/c/1"),
        asked("drinks", "tea", path="conversation/c/1", asked_from="conversation/d"),
        said("hello", "conversation/d"),
        promote("tea", judge="agent"),
        contradict("tea", by="hello", strength=0.5),
        promote("tea", "hello", text="they greet with tea", judge="agent"),
    )
    with view_of(happened) as view:
        told = why(view, happened.item("tea"), NOW)
        made = why(view, happened.item("they greet with tea"), NOW)
    assert told.sources == ("conversation/c/1",)
    assert told.is_evergreen
    assert told.trust == 0.75
    assert [(each.query, each.asked_from) for each in told.recalls] == [
        ("drinks", "conversation/d")
    ]
    assert told.promotion is not None
    assert told.promotion.rests_on == (2,)
    assert [each.by_text for each in told.contradictions] == ["hello"]
    assert [each.text for each in told.led_to] == ["they greet with tea"]
    assert [each.text for each in made.made_from] == ["tea", "hello"]
    assert made.sources == ("conversation/c/1", "conversation/d")


def test_the_story_of_one_step_tells_the_whole_chain() -> None:
    """From any of its items: what came before, what came after, what is current."""
    happened = given(
        said("a"), said("b"), said("c"), supersede("a", by="b"), supersede("b", by="c")
    )
    with view_of(happened) as view:
        for text in ("a", "b", "c"):
            told = why(view, item_of(text), NOW)
            assert [(step.text, step.by_text) for step in told.chain] == [("a", "b"), ("b", "c")]
            assert told.current is not None
            assert told.current.text == "c"


def test_a_chain_may_end_in_nothing() -> None:
    """Its source no longer says it."""
    happened = given(mail("m", "tea", "milk"), mail("m", "milk"))
    with view_of(happened) as view:
        [(tea,)] = view.rows("SELECT item FROM item WHERE text = 'tea'")
        assert why(view, tea, NOW).current is None


def test_the_same_statement_from_two_sources_is_recognised() -> None:
    """After one is forgotten only the other is named."""
    happened = given(said("tea", "email/a"), said("Tea", "email/b"))
    with view_of(happened) as view:
        assert [each.source for each in why(view, happened.item("tea"), NOW).also_said_by] == [
            "email/b"
        ]
    happened.when(forget("email/b"))
    with view_of(happened) as view:
        assert why(view, happened.item("tea"), NOW).also_said_by == ()


def test_an_item_is_found_by_the_start_of_its_id() -> None:
    """None and several are errors that say so."""
    with view_of(given(*(said(f"tea {number}") for number in range(40)))) as view:
        assert find_item(view, item_of("tea 7").upper()) == item_of("tea 7")
        with pytest.raises(NotFound, match="`lethelog search` shows ids"):
            find_item(view, "0")
        with pytest.raises(NotFound):
            find_item(view, " ")
        starts = [item_of(f"tea {number}")[0] for number in range(40)]
        twice = next(start for start in starts if starts.count(start) > 1)
        with pytest.raises(InvalidInput, match="fits several items"):
            find_item(view, twice)


def test_facts_are_all_that_does_not_fade() -> None:
    """Taught, promoted, derived; not what was superseded."""
    happened = given(
        said("tea"),
        said("taught", dated_at=None),
        said("wrong", dated_at=None),
        said("episode"),
        *EARNED,
        promote("tea"),
        promote("tea", "taught", text="derived", judge="agent"),
        correct("wrong", "right"),
    )
    with view_of(happened) as view:
        facts = {fact.text: fact.learned for fact in list_facts(view)}
    assert facts == {"taught": "taught", "tea": "promoted", "derived": "derived", "right": "taught"}


def test_sources_are_listed_with_all_that_hold_them() -> None:
    """Each with the number of items below it, as long as there are any."""
    happened = given(conversation("c", "hello", "bye"), mail("m", "tea", "milk"))
    with view_of(happened) as view:
        assert {line.source: line.items for line in list_sources(view)} == {
            "conversation/c": 2,
            "conversation/c/1": 1,
            "conversation/c/2": 1,
            "email/m": 2,
        }
    happened.when(forget("conversation/c"))
    with view_of(happened) as view:
        assert [line.source for line in list_sources(view)] == ["email/m"]


def test_candidates_are_current_episodes_with_enough_recalls() -> None:
    """Nearly means: with any recall. What is evergreen or superseded is none."""
    policy = PromotionPolicy()
    once = asked("drinks", "milk", "fact", "old")
    happened = given(
        said("tea"), said("milk"), said("fact", dated_at=None), said("old"), *EARNED, once
    )
    happened.when(supersede("old", by="milk"))
    with view_of(happened) as view:
        assert promotion_candidates(view, policy) == (item_of("tea"),)
        nearly = (item_of("tea"), item_of("milk"))
        assert promotion_candidates(view, policy, nearly=True) == nearly
    happened.when(promote("tea"))
    with view_of(happened) as view:
        assert promotion_candidates(view, policy) == ()


def test_the_status_counts_what_there_is() -> None:
    """Forgettings stay counted, blocks only as long as they are in force."""
    happened = given(
        said("tea"), said("milk"), *EARNED, promote("tea"), contradict("milk"), mail("m", "sugar")
    )
    happened.when(forget("email/m")).when(supersede("milk", by="tea"))
    with view_of(happened) as view:
        told = status(
            view,
            store="here",
            journal_bytes=7,
            checkpoint="",
            **forgettings(happened.journal),
        )
    assert (told.items, told.evergreen, told.superseded, told.contradicted) == (2, 1, 1, 1)
    assert (told.sources, told.recalls, told.promotions) == (2, 3, 1)
    assert (told.forgotten, told.blocked, told.position) == (1, 1, len(happened.log()))
    happened.when(unblock("email/m"))
    with view_of(happened) as view:
        told = status(
            view,
            store="here",
            journal_bytes=7,
            checkpoint="",
            **forgettings(happened.journal),
        )
    assert (told.forgotten, told.blocked) == (1, 0)
