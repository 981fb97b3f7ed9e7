"""What speaks against an item, what takes its place, and how it is put right."""

from __future__ import annotations

import pytest

from lethelog.domain.errors import InvalidInput, NotFound, Refused
from lethelog.domain.events import ChunkIngested, Contradicted, Superseded
from lethelog.tests.orders import contradict, correct, mail, promote, remember, supersede
from lethelog.tests.story import Act, given, item_of, said


def test_a_contradiction_takes_its_share_of_trust() -> None:
    """Half the trust for evidence of full strength, less for weaker."""
    story = given(said("tea"), said("milk"), contradict("tea"), contradict("tea", strength=0.5))
    against = [r.event for r in story.log() if isinstance(r.event, Contradicted)]
    assert [each.penalty for each in against] == [0.5, 0.25]


def test_one_item_speaks_once_against_another() -> None:
    """Saying it twice is no second piece of evidence; somebody's judgement alone is."""
    (
        given(said("tea"), said("milk"), contradict("tea", by="milk"))
        .when(contradict("tea", by="milk", strength=0.3))
        .then_nothing()
        .when(contradict("tea"))
        .then_kinds(Contradicted)
    )


def test_a_contradiction_carries_the_roots_of_both_ends() -> None:
    """So it goes with either."""
    story = given(said("tea"), said("milk"), contradict("tea", by="milk"))
    [*_, last] = [recorded.event for recorded in story.log()]
    assert set(last.roots) == {*said("tea").roots, *said("milk").roots}


@pytest.mark.parametrize("strength", [0.0, -0.1, 1.1, float("nan")])
def test_a_strength_is_above_nothing_and_at_most_all(strength: float) -> None:
    """Anything else is no strength."""
    given(said("tea")).when(contradict("tea", strength=strength)).then_refused(
        InvalidInput, saying="above 0 and at most 1"
    )


def test_nothing_speaks_against_itself_or_takes_its_own_place() -> None:
    """A ring of one is a ring."""
    story = given(said("tea"))
    story.when(contradict("tea", by="tea")).then_refused(InvalidInput, saying="itself")
    story.when(supersede("tea", by="tea")).then_refused(InvalidInput, saying="itself")


def test_what_is_unknown_neither_speaks_nor_is_spoken_of() -> None:
    """Both ends must be there."""
    story, milk = given(said("tea")), item_of("milk")
    tea = story.item("tea")
    acts: tuple[Act, ...] = (
        lambda now: now.desk.contradict(milk),
        lambda now: now.desk.contradict(tea, by=milk),
        lambda now: now.desk.supersede(milk, by=tea),
        lambda now: now.desk.supersede(tea, by=milk),
        lambda now: now.desk.correct(milk, "tea"),
    )
    for act in acts:
        story.when(act).then_refused(NotFound, saying="there is no item")


def test_the_newer_item_takes_the_place_of_the_older() -> None:
    """Saying it twice is no news."""
    (
        given(said("tea"), said("milk"))
        .when(supersede("tea", by="milk"))
        .then_superseded(("tea", "milk"))
        .then_current("milk")
        .when(supersede("tea", by="milk"))
        .then_nothing()
    )


def test_supersessions_never_close_to_a_ring() -> None:
    """What was superseded takes nobody's place, so every chain ends."""
    story = given(said("a"), said("b"), said("c"), supersede("a", by="b"), supersede("b", by="c"))
    story.when(supersede("b", by="a")).then_refused(Refused, saying="is superseded")
    story.when(supersede("c", by="a")).then_refused(Refused, saying="is superseded")
    story.when(supersede("c", by="b")).then_refused(Refused, saying="is superseded")
    story.when(supersede("b", by="c")).then_nothing().then_current("c")


def test_both_ends_must_be_current() -> None:
    """An item gives way once."""
    (
        given(said("a"), said("b"), said("c"), supersede("a", by="b"))
        .when(supersede("a", by="c"))
        .then_refused(Refused, saying="use that one")
        .when(contradict("a", by="c"))
        .then_refused(Refused, saying="use that one")
        .when(contradict("c", by="a"))
        .then_kinds(Contradicted)
    )


def test_a_correction_is_learned_and_takes_its_place_at_once() -> None:
    """Old and new are in one append, so nobody ever sees both as current."""
    (
        given(said("tea"))
        .when(correct("tea", "milk"))
        .then_kinds(ChunkIngested, Superseded)
        .then_superseded(("tea", "milk"))
        .then_current("milk")
    )


def test_a_correction_said_twice_changes_nothing() -> None:
    """The text is known and took the place already."""
    given(said("tea"), correct("tea", "milk")).when(correct("tea", "milk")).then_nothing()


def test_a_correction_may_be_known_already() -> None:
    """Then only the place is taken."""
    (
        given(said("tea"), remember("milk"))
        .when(correct("tea", "milk"))
        .then_kinds(Superseded)
        .then_current("milk")
    )


def test_a_correction_can_be_corrected_and_taken_back() -> None:
    """Each step is one more link of the chain; the first text comes back as a new item."""
    (
        given(remember("tea"), correct("tea", "milk"))
        .when(correct("milk", "tea"))
        .then_superseded(("milk", "tea"))
        .then_current("tea")
    )


def test_what_gave_way_is_not_corrected() -> None:
    """The error names what is current."""
    (
        given(said("tea"), correct("tea", "milk"))
        .when(lambda story: story.desk.correct(item_of("tea"), "cream"))
        .then_refused(Refused, saying="is superseded by .*; use that one")
    )


def test_a_derived_fact_can_be_corrected() -> None:
    """Whatever it was made from."""
    (
        given(mail("m", "tea"), promote("tea", text="they like tea", judge="agent"))
        .when(correct("they like tea", "they like milk"))
        .then_superseded(("they like tea", "they like milk"))
        .then_current("tea", "they like milk")
    )


def test_an_empty_correction_is_no_text() -> None:
    """There is nothing to learn in it."""
    given(said("tea")).when(correct("tea", "  ")).then_refused(InvalidInput, saying="is empty")
