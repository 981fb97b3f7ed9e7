"""Stories in which what was known before decides what an order means."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from lethelog.domain.events import Contradicted
from lethelog.tests.orders import contradict, conversation, correct, forget, mail, promote
from lethelog.tests.story import Act, asked, given, said

Kind = Callable[..., Act]


def test_spellings_of_a_name_are_one_source() -> None:
    """Case and spaces in the name of a source make no second source."""
    given(mail("Tea  Time", "tea")).when(mail("tea time", "tea")).then_nothing()


@pytest.mark.parametrize("kind", [mail, conversation])
def test_the_same_input_again_is_no_event_after_an_insertion(kind: Kind) -> None:
    """The older parts keep the places that they have in the newest version."""
    grown = kind("m", "tea", "sugar", "milk")
    given(kind("m", "tea", "milk"), grown).when(grown).then_nothing()


@pytest.mark.parametrize("kind", [mail, conversation])
def test_the_same_input_again_does_not_undo_a_correction(kind: Kind) -> None:
    """What somebody put right stays right when the old text is imported again."""
    old = kind("m", "tea", "milk")
    given(old, correct("milk", "cream")).when(old).then_nothing()


def test_a_fact_derived_by_the_rule_is_known_after_a_neighbour_was_forgotten() -> None:
    """Its recalls were not read for this order, which is not the same as gone."""
    turn = "conversation/c/1"
    recalls = [asked(q, "tea", path=turn) for q in ("drinks", "pots", "cups")]
    (
        given(
            said("tea", turn),
            said("milk", "conversation/c/2"),
            *recalls,
            promote("tea", text="they like tea", judge="rule"),
            forget("conversation/c/2"),
        )
        .when(contradict("they like tea"))
        .then_kinds(Contradicted)
    )
