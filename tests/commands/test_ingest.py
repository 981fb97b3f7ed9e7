"""A document comes in again: only what changed is news."""

from __future__ import annotations

import pytest

from lethelog.domain.errors import Refused
from lethelog.domain.events import ChunkIngested, Superseded
from lethelog.sources.document import Document, Passage
from lethelog.tests.orders import conversation, forget, learn, mail, named_turns, remember
from lethelog.tests.story import Act, given


@pytest.mark.parametrize(
    "document",
    [
        mail("m", "tea", "milk"),
        mail("m", "tea", "tea"),
        conversation("c", "hello", "hello", "bye"),
        named_turns("c", a="hello", b="hello"),
        remember("tea"),
        remember("tea", within="conversation/c"),
    ],
)
def test_the_same_input_again_is_no_event(document: Act) -> None:
    """Whatever kind of document it is."""
    given(document).when(document).then_nothing()


def test_a_changed_paragraph_supersedes_only_itself() -> None:
    """Its neighbours stay the items that they are."""
    (
        given(mail("m", "tea", "milk", "sugar"))
        .when(mail("m", "tea", "cream", "sugar"))
        .then_kinds(ChunkIngested, Superseded)
        .then_superseded(("milk", "cream"))
        .then_current("tea", "sugar", "cream")
    )


def test_a_new_paragraph_supersedes_nothing() -> None:
    """It comes in beside what was known."""
    (
        given(mail("m", "tea", "milk"))
        .when(mail("m", "tea", "sugar", "milk"))
        .then_kinds(ChunkIngested)
        .then_current("tea", "milk", "sugar")
    )


def test_a_paragraph_missing_from_a_complete_document_has_no_successor() -> None:
    """Its source no longer says it, and nothing took its place."""
    (
        given(mail("m", "tea", "milk"))
        .when(mail("m", "tea"))
        .then_kinds(Superseded)
        .then_superseded(("milk", None))
        .then_current("tea")
    )


def test_a_turn_missing_from_a_conversation_stays() -> None:
    """A part of a conversation tells nothing about the rest of it."""
    given(conversation("c", "hello", "bye")).when(conversation("c", "hello")).then_nothing()
    given(named_turns("c", a="hello", b="bye")).when(named_turns("c", b="bye")).then_nothing()


def test_a_turn_inserted_in_a_numbered_conversation_does_not_shift_the_others() -> None:
    """The numbers of the later turns change, what they are does not."""
    (
        given(conversation("c", "hello", "bye"))
        .when(conversation("c", "hello", "and how are you?", "bye"))
        .then_learned("and how are you?")
        .then_superseded()
        .then_current("hello", "bye", "and how are you?")
    )


def test_a_turn_with_an_id_is_the_one_of_that_id() -> None:
    """Only a text under the same id is replaced, wherever it stands."""
    (
        given(named_turns("c", a="hello", b="bye"))
        .when(named_turns("c", b="see you", d="hello"))
        .then_superseded(("bye", "see you"))
        .then_current("hello", "see you", "hello")
    )


def test_what_comes_back_is_a_new_item() -> None:
    """From tea to milk and to tea again: the first tea stays superseded by the milk."""
    (
        given(mail("m", "tea"), mail("m", "milk"))
        .when(mail("m", "tea"))
        .then_kinds(ChunkIngested, Superseded)
        .then_superseded(("milk", "tea"))
        .then_current("tea")
        .when(mail("m", "tea"))
        .then_nothing()
    )


def test_equal_texts_in_one_source_are_two_items() -> None:
    """What is said twice is told twice, and one of them can go."""
    (
        given()
        .when(mail("m", "tea", "tea"))
        .then_learned("tea", "tea")
        .then_current("tea", "tea")
        .when(mail("m", "tea"))
        .then_superseded(("tea", None))
        .then_current("tea")
    )


def test_equal_texts_in_two_sources_are_two_items() -> None:
    """Each can be forgotten without the other."""
    given(mail("one", "tea")).when(mail("two", "tea")).then_learned("tea")


def test_several_documents_are_learned_together_or_not_at_all() -> None:
    """One that is refused leaves no event of the others."""
    allowed = Document(source_kind="fact", name="y", passages=(Passage(text="milk"),))
    blocked = Document(source_kind="fact", name="x", passages=(Passage(text="tea"),))
    (
        given(learn(blocked), forget("fact/x"))
        .when(learn(allowed, blocked))
        .then_refused(Refused, saying="was forgotten on .* and stays blocked")
    )


def test_two_files_of_one_name_are_refused() -> None:
    """They may be two sources, and only the caller knows."""
    (
        given(mail("notes", "tea", location="/a/notes.eml", named_by="file"))
        .when(mail("notes", "milk", location="/b/notes.eml", named_by="file"))
        .then_refused(
            Refused, saying="was learned from /a/notes.eml, not /b/notes.eml; give --name"
        )
    )


def test_two_files_of_one_name_are_one_source_when_the_caller_says_so() -> None:
    """The name was given on purpose."""
    (
        given(mail("notes", "tea", location="/a/notes.eml", named_by="file"))
        .when(mail("notes", "milk", location="/b/notes.eml", named_by="caller"))
        .then_superseded(("tea", "milk"))
    )
