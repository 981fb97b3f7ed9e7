"""Whatever somebody types is a question: it is answered, or it gets an error that it earned."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lethelog import InvalidInput, Memory
from lethelog.domain.query import QUERY_CHARS_MAX

NAMED = {
    "operators": "tea AND NOT (milk OR coffee) NEAR/3 *:* ^2 ~ + - && || !",
    "quotes": '"tea" \'milk\' "unclosed `tick` \u201ccurly\u201d',
    "a statement": "tea'; DROP TABLE item; -- $t0 ? :name {terms} {filters}",
    "NUL": "tea\x00milk",
    "control characters": "tea\x07\x1b[31m milk\x7f",
    "half a surrogate": "tea \ud83d milk",
    "mixed scripts": "tea \u8336 \u0447\u0430\u0439 \u0634\u0627\u06cc \U0001f375 caf\u00e9",
    "right to left": "\u202e\u05d0\u05d9\u05e4\u05d4 tea \u05d4\u05ea\u05d4\u202c",
    "one letter many times": "a" * QUERY_CHARS_MAX,
    "as many words as there is room for": " ".join(f"w{n}" for n in range(1_500)),
    "marks on marks": "e" + "\u0301" * 500 + " tea",
    "a path": "../../etc/passwd tea %s %n",
    "a number too large": "9" * 400 + " tea",
    "times without end": "last " * 1_000 + "week " * 500,
}
NOTHING_TO_LOOK_UP = {
    "stop words": "what is it that you and they were about",
    "punctuation": "?!... --- ;;;",
    "space of a kind": "\u200b\u2060?",
}


@pytest.fixture(scope="module", params=["tables", "memory"])
def memory(request: pytest.FixtureRequest) -> Iterator[Memory]:
    """A few turns, searched in the tables or in memory."""
    turns = [
        {"author": "Ann", "time": "2026-01-01T10:00:00Z", "text": text}
        for text in (
            "Green tea with milk",
            "\u6211\u559d\u8336",
            "\U0001f375 is on the table",
            "\u05ea\u05d4",
        )
    ]
    with Memory.in_memory() as opened:
        opened.ingest(
            "\n".join(map(json.dumps, turns)).encode(), name="c", source_kind="conversation"
        )
        if request.param == "memory":
            opened.warm()
        yield opened


@pytest.mark.parametrize("question", NAMED.values(), ids=NAMED)
def test_it_is_answered(memory: Memory, question: str) -> None:
    """With what is there; the words between the oddities count."""
    found = memory.search(question).found
    assert ("tea" in question.replace("\x00", " ").split()) <= bool(found)


@pytest.mark.parametrize("question", NOTHING_TO_LOOK_UP.values(), ids=NOTHING_TO_LOOK_UP)
def test_nothing_is_found_where_nothing_is_looked_up(memory: Memory, question: str) -> None:
    """An empty answer is no error."""
    assert memory.search(question).found == ()


def test_only_emoji_find_the_same_emoji(memory: Memory) -> None:
    """They are words like others."""
    assert [each.text for each in memory.search("\U0001f375\U0001f375").found][:1] == [
        "\U0001f375 is on the table"
    ]


@pytest.mark.parametrize("length", [QUERY_CHARS_MAX + 1, 1_000_000])
def test_a_question_that_is_too_long_is_refused_with_its_length(
    memory: Memory, length: int
) -> None:
    """Before anything is done with it."""
    with pytest.raises(InvalidInput, match=f"{length} characters; {QUERY_CHARS_MAX} are allowed"):
        memory.search("x" * length)


@settings(max_examples=100)
@given(st.text(min_size=1, max_size=200))
def test_any_text_is_a_question(memory: Memory, text: str) -> None:
    """Unless it is empty."""
    if text.strip():
        assert len(memory.search(text, record=False).found) <= 5
