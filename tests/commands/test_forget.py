"""A source goes with everything that was made from it, and may not come again."""

from __future__ import annotations

import pytest

from lethelog.domain.errors import Conflict, NotFound, Refused
from lethelog.domain.events import SourceForgotten, SourceUnblocked
from lethelog.tests.orders import (
    conversation,
    correct,
    forget,
    mail,
    named_turns,
    promote,
    remember,
    supersede,
    unblock,
)
from lethelog.tests.story import Act, asked, given, said

LONG = "the kettle stands in the second cupboard from the left"


def test_forgetting_a_source_forgets_what_was_derived_from_it_at_any_depth() -> None:
    """A fact made from a fact made from the source is gone, its other inputs stay."""
    (
        given(
            said("tea"),
            said("milk"),
            promote("tea", "milk", text="they drink tea with milk", judge="agent"),
            promote("they drink tea with milk", text="they are British", judge="agent"),
            promote("they are British", "milk", text="they will queue", judge="agent"),
        )
        .when(forget("fact/tea"))
        .then_kinds(SourceForgotten)
        .then_forgotten("tea", "they drink tea with milk", "they are British", "they will queue")
        .then_current("milk")
    )


def test_forgetting_a_conversation_forgets_all_its_turns() -> None:
    """What holds a source takes it along."""
    (
        given(conversation("c", "hello", "bye"), mail("m", "tea"))
        .when(forget("conversation/c"))
        .then_forgotten("hello", "bye")
        .then_current("tea")
    )


def test_forgetting_one_turn_leaves_the_others() -> None:
    """A turn is the smallest thing that can be forgotten alone."""
    (
        given(conversation("c", "hello", "bye"))
        .when(forget("conversation/c/1"))
        .then_forgotten("hello")
        .then_current("bye")
    )


def test_what_was_superseded_by_the_forgotten_is_current_again() -> None:
    """Its successor was never there."""
    (
        given(said("tea"), said("milk"), supersede("tea", by="milk"))
        .when(forget("fact/milk"))
        .then_forgotten("milk")
        .then_current("tea")
    )


def test_a_conversation_from_which_something_was_only_asked_can_be_forgotten() -> None:
    """Its questions stop counting, though it told nothing."""
    (
        given(said("tea"), asked("drinks", "tea", asked_from="conversation/c/1"))
        .when(forget("conversation/c"))
        .then_kinds(SourceForgotten)
        .then_forgotten()
        .then_current("tea")
    )


def test_an_unknown_source_is_not_found() -> None:
    """Nothing came from it, so there is nothing to forget."""
    given(said("tea")).when(forget("fact/milk")).then_refused(NotFound, saying="nothing here came")


def test_forgetting_twice_is_forgetting_once() -> None:
    """The second time is no news."""
    given(said("tea"), forget("fact/tea")).when(forget("fact/tea")).then_nothing()


@pytest.mark.parametrize(
    "later",
    [
        conversation("c", "hello", "bye"),
        asked("drinks", asked_from="conversation/c"),
        promote("hello", text="they greet", judge="agent"),
        correct("hello", "good day"),
    ],
)
def test_what_came_after_the_plan_is_a_conflict(later: Act) -> None:
    """Whoever approved the plan has not seen it."""
    (
        given(conversation("c", "hello"), later)
        .when(forget("conversation/c", planned_at=1))
        .then_refused(Conflict, saying="after the plan was made; plan again")
    )


def test_what_came_from_elsewhere_after_the_plan_is_no_conflict() -> None:
    """A plan is about one source alone."""
    (
        given(conversation("c", "hello"), said("tea"))
        .when(forget("conversation/c", planned_at=1))
        .then_forgotten("hello")
    )


@pytest.mark.parametrize(
    ("learned", "path"),
    [
        (mail("m", "tea", "milk"), "email/m"),
        (conversation("c", "hello", "bye"), "conversation/c"),
        (named_turns("c", a="hello", b="bye"), "conversation/c"),
        (remember("tea", within="conversation/c"), "conversation/c"),
    ],
)
def test_a_forgotten_source_is_not_learned_again(learned: Act, path: str) -> None:
    """The same input is refused, and the error says how to allow it."""
    (
        given(learned, forget(path))
        .when(learned)
        .then_refused(Refused, saying=f"was forgotten on .* `lethelog unblock {path}`")
        .when(mail("another", "milk"))
        .then_learned("milk")
    )


def test_spellings_of_a_forgotten_source_are_refused_too() -> None:
    """Case, spaces and Unicode forms do not get around the block."""
    story = given(mail("Ré Sumé ΐ", "tea"), forget("email/ré sumé ΐ"))
    for name in ("RÉ  SUMÉ Ϊ́", "Re\u0301 Sume\u0301 ι\u0308\u0301"):
        story.when(mail(name, "milk")).then_refused(Refused, saying="was forgotten")


def test_a_forgotten_turn_stays_out_of_a_conversation_that_comes_again() -> None:
    """Numbered or named, the others are no news and the forgotten one is left out."""
    numbered = conversation("c", "hello", "my secret", "bye")
    given(numbered, forget("conversation/c/2")).when(numbered).then_nothing()
    named = named_turns("c", a="hello", b="my secret", c="bye")
    given(named, forget("conversation/c/b")).when(named).then_nothing()


def test_a_forgotten_turn_stays_out_when_the_others_move() -> None:
    """A turn that takes the number of a forgotten one is not mistaken for it."""
    (
        given(conversation("c", "hello", "my secret", "bye"), forget("conversation/c/2"))
        .when(conversation("c", "hello", "news", "my secret", "bye"))
        .then_learned("news")
        .then_current("hello", "bye", "news")
    )


def test_a_long_forgotten_text_is_known_under_any_name() -> None:
    """Another file with the same words is refused, as is a part of one."""
    (
        given(mail("m", LONG), forget("email/m"))
        .when(mail("copy", LONG.upper()))
        .then_refused(Refused, saying="was forgotten with another source and stays blocked")
        .when(mail("more", "tea", LONG))
        .then_learned("tea")
    )


def test_a_short_forgotten_text_may_be_said_elsewhere() -> None:
    """Many say yes."""
    given(mail("m", "yes"), forget("email/m")).when(mail("n", "yes")).then_learned("yes")


def test_a_block_can_be_waived_at_once() -> None:
    """Forgotten without a block, the same input is new."""
    learned = mail("m", LONG)
    given(learned, forget("email/m", block=False)).when(learned).then_learned(LONG)


def test_an_unblocked_source_is_learned_anew() -> None:
    """It comes back as if it had never been seen, its long texts too."""
    learned = mail("m", "tea", LONG)
    (
        given(learned, forget("email/m"))
        .when(unblock("email/m"))
        .then_kinds(SourceUnblocked)
        .when(learned)
        .then_learned("tea", LONG)
        .then_current("tea", LONG)
        .when(learned)
        .then_nothing()
    )


def test_what_was_not_forgotten_itself_cannot_be_unblocked() -> None:
    """A turn of a forgotten conversation is blocked by that; unblocking twice is once too often."""
    story = given(conversation("c", "hello"), forget("conversation/c"))
    story.when(unblock("conversation/c/1")).then_refused(NotFound, saying="is not blocked")
    story.when(unblock("conversation/c")).then_kinds(SourceUnblocked)
    story.when(unblock("conversation/c")).then_refused(NotFound, saying="is not blocked")


def test_unblocking_a_conversation_leaves_a_turn_blocked_that_was_forgotten_alone() -> None:
    """Each forgetting is allowed again by itself."""
    learned = named_turns("c", a="hello", b="my secret")
    (
        given(learned, forget("conversation/c/b"), forget("conversation/c"))
        .when(unblock("conversation/c"))
        .when(learned)
        .then_learned("hello")
    )
