"""A question is embedded before the read model is asked, which others can use meanwhile."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Final

import pytest

from lethelog.asking.several import search_several
from lethelog.memory import Memory
from lethelog.tests.embedding import NGrams
from lethelog.tests.replay.embedding_stories import (
    MANY,
    PATIENCE_SECONDS,
    becomes,
    fill,
    held_by,
)

WAYS: Final[dict[str, Callable[[Memory], object]]] = {
    "search": lambda memory: memory.search("umbrelas"),
    "why": lambda memory: memory.why(memory.facts()[0].item, asked="umbrelas"),
    "decisions": lambda memory: memory.decisions("umbrelas"),
    "context": lambda memory: memory.context("umbrelas"),
    "as of search": lambda memory: memory.as_of(3).search("umbrelas"),
    "as of why": lambda memory: memory.as_of(3).why(memory.facts()[0].item, asked="umbrelas"),
    "as of decisions": lambda memory: memory.as_of(3).decisions("umbrelas"),
    "as of context": lambda memory: memory.as_of(3).context("umbrelas"),
    "several": lambda memory: search_several({"one": memory}, "umbrelas"),
    "several as of": lambda memory: search_several({"one": memory.as_of(3)}, "umbrelas"),
}


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
def test_nobody_waits_while_a_question_is_embedded(
    memory: Memory, embedder: NGrams, way: Callable[[Memory], object]
) -> None:
    """Another thread gets its answer before the embedder has given its own."""
    memory.embed()
    answered: list[bool] = []

    def ask_beside(_: Sequence[str]) -> None:
        done = threading.Event()
        other = threading.Thread(target=lambda: memory.ask(lambda _: done.set()))
        other.start()
        answered.append(done.wait(PATIENCE_SECONDS))

    embedder.before = ask_beside
    way(memory)
    assert answered == [True]
    assert embedder.questions == ["umbrelas"]


def test_a_question_of_an_earlier_day_is_embedded_as_it_was_read_then(
    memory: Memory, embedder: NGrams
) -> None:
    """Who is named by it is known by what had been written up to there."""
    memory.remember("it rains", author="Umbrelas")
    memory.embed()
    memory.as_of(3).search("umbrelas of green")
    assert embedder.questions == ["umbrelas of green"]
    memory.search("umbrelas of green")
    assert embedder.questions == ["umbrelas of green", "of green"]


def test_stores_searched_together_get_the_vectors_that_they_lack(
    memory: Memory, embedder: NGrams
) -> None:
    """The few at once, and many in the background, as where one is searched alone."""
    with Memory.in_memory(embedder=embedder) as other:
        other.remember("an umbrella stand")
        both = {"one": memory, "other": other}
        assert search_several(both, "umbrelas", record=False).warning == ""
        assert len(embedder.documents) == 4
        fill(other, MANY)
        gate = threading.Event()
        embedder.before = held_by(gate)
        assert search_several(both, "umbrelas", record=False).warning
        gate.set()
        assert becomes(lambda: not search_several(both, "umbrelas", record=False).warning)


def test_who_wrote_in_any_of_the_stores_is_no_part_of_what_is_embedded(
    memory: Memory, embedder: NGrams
) -> None:
    """So each of them embeds the same question, once."""
    with Memory.in_memory(embedder=embedder) as other:
        other.remember("an umbrella stand", author="Ana")
        search_several({"one": memory, "other": other}, "umbrelas of Ana")
    assert embedder.questions == ["umbrelas of"] * 2
