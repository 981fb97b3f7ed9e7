"""A conversation is a turn a line, and each turn can be told apart for ever."""

from __future__ import annotations

import json

import pytest

from lethelog.domain import times
from lethelog.domain.errors import InvalidInput
from lethelog.sources import conversation
from lethelog.sources.conversation import read_conversation
from lethelog.sources.document import Document
from lethelog.sources.text import CHUNK_CHARS_MAX

TURN: dict[str, object] = {"author": "Anna", "time": "2026-03-01T18:30:00Z", "text": "Tea?"}


def read(*turns: dict[str, object], name: str | None = "c1") -> Document:
    """These turns, read as a file of lines."""
    return read_conversation("\n".join(map(json.dumps, turns)).encode(), name=name)


def refused(*lines: object) -> str:
    """What the reader says against these lines."""
    text = "\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines)
    with pytest.raises(InvalidInput) as caught:
        read_conversation(text.encode(), name="c1")
    return str(caught.value)


def test_turns_with_ids_are_sources_of_their_own() -> None:
    """Their ids are their names, and what is missing next time is not taken back."""
    document = read(TURN | {"id": "a"}, TURN | {"id": 7, "session": "s1", "importance": 9})

    assert [passage.child for passage in document.passages] == ["a", "7"]
    assert (document.numbered, document.complete) == (False, False)
    last = document.passages[1]
    assert (last.author, last.text, last.session, last.importance) == ("Anna", "Tea?", "s1", 9.0)
    assert last.dated_at == times.parse("2026-03-01T18:30:00Z")


def test_turns_are_numbered_when_one_has_no_id() -> None:
    """Blank lines are no turns."""
    lines = [json.dumps(TURN | {"id": "a"}), "", " \t", json.dumps(TURN)]
    document = read_conversation("\r\n".join(lines).encode(), name="c1")

    assert [passage.child for passage in document.passages] == ["1", "2"]
    assert document.numbered


@pytest.mark.parametrize("author", ["author", "speaker", "role", "from", "name", "Speaker"])
@pytest.mark.parametrize("time", ["time", "timestamp", "date", "dated_at", "createdAt", "ts"])
@pytest.mark.parametrize("text", ["text", "content", "message", "body"])
def test_fields_go_by_their_usual_names(author: str, time: str, text: str) -> None:
    """In any spelling."""
    passage = read({author: "Anna", time: 1772389800, text: "Tea?"}).passages[0]

    assert (passage.author, passage.text) == ("Anna", "Tea?")
    assert passage.dated_at == times.parse("2026-03-01T18:30:00Z")


@pytest.mark.parametrize(
    "moment", [1772389800, 1772389800.0, 1772389800000, "1772389800.000", "2026-03-01T19:30+01:00"]
)
def test_times_are_iso_or_seconds_or_milliseconds(moment: object) -> None:
    """A number too large for seconds is milliseconds."""
    assert read(TURN | {"time": moment}).passages[0].dated_at == times.parse("2026-03-01T18:30Z")


def test_a_conversation_that_names_itself_on_all_lines_keeps_that_name() -> None:
    """Else it is that of the file; what the caller says goes first."""
    named = TURN | {"conversation": "tea talk"}

    assert read(named, named, name=None).path == "conversation/tea talk"
    assert read(named, named).named_by == "caller"
    mixed = "\n".join([json.dumps(named), json.dumps(TURN)]).encode()
    assert read_conversation(mixed, location="/c/talk.jsonl").path == "conversation/talk"
    with pytest.raises(InvalidInput, match="--name"):
        read_conversation(mixed)


def test_a_long_turn_is_cut_under_one_name() -> None:
    """Forgetting the turn forgets all of it; a short turn stays whole, with its lines."""
    document = read(TURN | {"text": "Tea is good. " * 200}, TURN | {"text": "a\n\nb"})

    assert [passage.child for passage in document.passages] == ["1", "1", "1", "2"]
    assert all(len(passage.text) <= CHUNK_CHARS_MAX for passage in document.passages)
    assert document.passages[3].text == "a\n\nb"


def test_a_kind_may_be_given_and_must_be_known() -> None:
    """An event when nothing is said."""
    assert [p.kind for p in read(TURN, TURN | {"kind": "decision"}).passages] == [
        "event",
        "decision",
    ]
    assert "has the kind 'rumour'; it must be one of event, fact," in refused(
        TURN | {"kind": "rumour"}
    )


@pytest.mark.parametrize("missing", ["author", "time", "text"])
def test_a_turn_that_lacks_a_field_is_refused_with_its_line_and_keys(missing: str) -> None:
    """So that the reader sees which key was meant."""
    turn = {key: value for key, value in TURN.items() if key != missing}
    error = refused(TURN, "", turn)

    assert f"line 3 of the input has no {missing}, only the keys" in error
    assert all(f"'{key}'" in error for key in turn)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"text": " \u200b\n"}, "has a text that says nothing"),
        ({"text": ["Tea?"]}, "has the text ['Tea?']; give it as a string"),
        ({"author": {"id": 1}}, "has the author {'id': '1'}; give a name"),
        ({"author": "\u200b"}, "has the author"),
        ({"importance": float("nan")}, "has the importance NaN"),
        ({"importance": 11}, "has the importance 11; give a number from 0 to 10"),
        ({"importance": "high"}, "has the importance 'high'"),
        ({"time": 10**30}, "has the time 1000000000000000000000000000000"),
        ({"time": "0000-01-01"}, "has the time '0000-01-01'"),
        ({"time": "yesterday"}, "has the time 'yesterday'"),
        ({"time": True}, "has the time True"),
    ],
)
def test_a_field_that_cannot_be_read_is_refused_with_its_line(
    change: dict[str, object], said: str
) -> None:
    """And with what was found there."""
    assert f"line 2 of the input {said}" in refused(TURN, TURN | change)


def test_two_turns_of_one_id_are_refused_with_both_lines() -> None:
    """Case and spacing do not make another source."""
    error = refused(TURN | {"id": "A 1"}, TURN | {"id": "b"}, TURN | {"id": "a  1"})

    assert "line 3 of the input has the id 'a 1', as has line 1 of the input" in error


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('{"author": "Anna", "te', "line 2 of the input is not JSON: unterminated string"),
        ("Anna: Tea?", "line 2 of the input is not JSON: expecting value (column 1)"),
        ("[1]", "line 2 of the input is not a JSON object"),
        ('{"text": "a", "text": "b"}', "line 2 of the input has the key 'text' twice"),
        ('{"a":' * 50_000, "line 2 of the input is nested deeper than 32"),
    ],
)
def test_a_line_that_is_not_a_json_object_is_refused_with_its_number(line: str, said: str) -> None:
    """Whatever is wrong with it."""
    assert said in refused(TURN, line)


def test_nothing_is_not_a_conversation() -> None:
    """Neither is white space."""
    assert "holds no turn" in refused("")
    assert "holds no turn" in refused("\n \n")


def test_more_turns_than_the_limit_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """The limit itself is allowed."""
    monkeypatch.setattr(conversation, "TURNS_MAX", 2)

    assert len(read(TURN, TURN).passages) == 2
    assert "has more than 2 turns" in refused(TURN, TURN, TURN)


def test_half_a_character_is_replaced() -> None:
    """Wherever it stands, all that is read can be stored."""
    document = read_conversation(
        rb'{"text": "te\ud800a", "author": "\udfff", "ts": 1, "id": "\ud800", "session": "\udfff"}',
        name="c\ud800",
    )
    passage = document.passages[0]

    assert passage.text == "te\ufffda"
    assert f"{document.path} {passage.author} {passage.child} {passage.session}".encode()
