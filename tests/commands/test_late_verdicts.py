"""A verdict is recorded whole, once, and only while it is about what it was asked about."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from lethelog.domain.errors import InvalidInput
from lethelog.domain.events import Contradicted
from lethelog.domain.proposal import ANSWERS_MAX, Answer
from lethelog.tests.commands.answers import ANSWERS, accept, accepted, related
from lethelog.tests.orders import correct, forget, supersede
from lethelog.tests.story import given, item_of, said


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        (each, text)
        for each in ANSWERS
        for text in ("tea", "coffee")
        if item_of(text) in each.about.items
    ],
)
def test_what_changed_since_it_was_asked_is_not_judged(answer: Answer, text: str) -> None:
    """Nothing is recorded, and the outcome says what took its place."""
    story = given(said("tea"), said("coffee"), said("cocoa"), supersede(text, by="cocoa"))
    assert accepted(story, answer) == ["changed"]
    story.then_nothing()
    [outcome] = story.desk.accept([answer]).outcomes
    assert f"superseded by {item_of('cocoa')}" in outcome.why


@pytest.mark.parametrize("answer", ANSWERS)
def test_what_is_gone_since_it_was_asked_is_not_judged(answer: Answer) -> None:
    """Forgotten, or of another store."""
    story = given(said("tea"), said("coffee"), forget("fact/tea"))
    assert accepted(story, answer) == ["gone"]
    assert accepted(given(), answer) == ["gone"]
    story.then_nothing()


@pytest.mark.parametrize("answer", ANSWERS)
def test_the_same_verdict_twice_is_known(answer: Answer) -> None:
    """In one list or in two."""
    story = given(said("tea"), said("coffee"))
    assert accepted(story, answer, answer) == ["recorded", "known"]
    assert accepted(story, answer) == ["known"]
    story.then_nothing()


def test_one_that_came_too_late_does_not_keep_the_others_out() -> None:
    """Each stands for itself."""
    story = given(said("tea"), said("coffee"), said("jam"), correct("jam", "honey"))
    late, good = related("update", "jam", "tea"), related("update", "tea", "coffee")
    assert accepted(story, late, good) == ["changed", "recorded"]


def test_one_that_is_no_answer_keeps_all_out() -> None:
    """Before anything is recorded: whoever wrote it should look at the rest too."""
    story = given(said("tea"), said("coffee"))
    good = related("update", "tea", "coffee")
    broken = msgspec.structs.replace(good, relation=None)
    story.when(accept(good, broken)).then_refused(InvalidInput, saying="no verdict")
    story.when(accept(*[good] * (ANSWERS_MAX + 1)))
    story.then_refused(InvalidInput, saying=f"at most {ANSWERS_MAX} at once")


def test_forgetting_one_side_takes_the_verdict_and_its_reason() -> None:
    """The reason may tell what stood there."""
    story = given(said("tea"), said("coffee"), accept(ANSWERS[0]), forget("fact/coffee"))
    kinds = [type(recorded.event) for recorded in story.log()]
    assert Contradicted not in kinds


def test_answers_come_in_as_a_file(tmp_path: Path) -> None:
    """Or as the bytes of one."""
    story = given(said("tea"), said("coffee"))
    written = msgspec.json.encode([ANSWERS[0]])
    file = tmp_path / "answers.json"
    file.write_bytes(written)
    assert [each.became for each in story.desk.accept_from(file).outcomes] == ["recorded"]
    assert [each.became for each in story.desk.accept_from(written).outcomes] == ["known"]


@pytest.mark.parametrize(
    ("given_bytes", "saying"),
    [
        (b"", "is no list of answers"),
        (b"{}", "is no list of answers"),
        (b'[{"about": 1}]', "is no list of answers"),
        (b"\xff", "is no list of answers"),
        (msgspec.json.encode([msgspec.structs.replace(ANSWERS[0], judge="rule")]), "say `agent`"),
        (msgspec.json.encode([ANSWERS[0]]).replace(b"relation", b"relations"), "no list of answe"),
    ],
)
def test_a_file_that_holds_something_else_is_refused(given_bytes: bytes, saying: str) -> None:
    """Nobody outside may speak for the rules."""
    story = given(said("tea"), said("coffee"))
    story.when(lambda now: now.desk.accept_from(given_bytes))
    story.then_refused(InvalidInput, saying=saying)
