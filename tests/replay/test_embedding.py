"""Vectors that keep up with a memory: made once, told of, and asked again."""

from __future__ import annotations

import threading
from collections.abc import Sequence

import pytest

from lethelog.domain.errors import EmbedderFailed
from lethelog.memory import Memory
from lethelog.replay.embedding import BATCH_TEXTS
from lethelog.replay.meanings import ON_THE_SPOT_MAX
from lethelog.tests.embedding import DIM, NGrams, at_once
from lethelog.tests.replay.embedding_stories import (
    MANY,
    becomes,
    fill,
    held_by,
    texts,
)


def test_a_search_finds_by_meaning_what_has_no_word_of_it(memory: Memory) -> None:
    """The few texts that have no vector are embedded before the answer."""
    answer = memory.search("umbrelas")
    assert texts(answer)[0] == "a green umbrella"
    assert answer.found[0].signals.vector == 1.0
    assert answer.warning == ""


def test_a_question_of_stop_words_is_answered_by_meaning(memory: Memory) -> None:
    """On both paths alike; without vectors it has no answer."""
    first = memory.search("of the", record=False)
    memory.ask(lambda view: view.warm())
    assert memory.search("of the", record=False).found == first.found != ()
    memory.use_embedder(None)
    assert memory.search("of the").found == ()


def test_each_text_and_each_question_is_embedded_once(memory: Memory, embedder: NGrams) -> None:
    """However often it is asked, and for as long as nothing new comes in."""
    for _ in range(3):
        memory.search("umbrelas")
    memory.remember("milk")
    memory.search("umbrelas")
    assert sorted(embedder.documents) == sorted(
        ["a green umbrella", "tea and biscuits", "the kettle boils", "milk"]
    )
    assert embedder.questions == ["umbrelas"]


def test_names_of_authors_are_taken_out_of_a_question(memory: Memory, embedder: NGrams) -> None:
    """Only of those whom it names; in a text they stay, and no author stands in front of one."""
    memory.remember("Ada likes scones", author="Ada Lovelace")
    memory.search("What does Ada's kettle, says Lovelace, do? Will it boil?")
    memory.search("what is in the ada compiler")
    assert embedder.questions == [
        "What does kettle, says , do? Will it boil?",
        "what is in the ada compiler",
    ]
    assert "Ada likes scones" in embedder.documents


def test_many_texts_without_vectors_are_left_to_the_background(
    memory: Memory, embedder: NGrams
) -> None:
    """The first search only says so, the second sets it off; until it is done, words rank."""
    memory.search("tea", record=False)
    fill(memory, MANY)
    gate = threading.Event()
    embedder.before = held_by(gate)
    answer = memory.search("umbrelas", record=False)
    assert answer.found == ()
    assert "`lethelog embed` makes them all" in answer.warning
    gate.set()
    assert becomes(lambda: memory.search("umbrelas", record=False).warning == "")
    assert texts(memory.search("umbrelas", record=False))[0] == "a green umbrella"
    assert len(embedder.documents) == MANY + 3


def test_one_search_alone_starts_nothing(embedder: NGrams) -> None:
    """A command line would wait for it at its end."""
    with Memory.in_memory(embedder=embedder) as memory:
        fill(memory, ON_THE_SPOT_MAX + 1)
        before = threading.active_count()
        assert memory.search("tea", record=False).warning
        assert threading.active_count() == before
        assert embedder.documents == []


def test_embedding_all_tells_how_far_it_is(memory: Memory) -> None:
    """In parts of texts, and what came of it."""
    fill(memory, MANY)
    steps: list[tuple[int, int]] = []
    made = memory.embed(lambda done, total: steps.append((done, total)))
    assert (made.embedder, made.vectors, made.parts) == ("n-grams", MANY + 3, MANY + 3)
    assert steps[0] == (0, MANY + 3)
    assert steps[-1] == (MANY + 3, MANY + 3)
    assert [done for done, _ in steps] == sorted(done for done, _ in steps)
    [kept] = memory.vectors()
    assert (kept.vectors, kept.parts, kept.dim, kept.is_used) == (MANY + 3, MANY + 3, DIM, True)
    assert memory.status().vectors == (kept,)


def test_what_was_cut_short_goes_on_where_it_was(memory: Memory, embedder: NGrams) -> None:
    """What was embedded before the failure is kept."""
    fill(memory, MANY)

    def fail_in_the_middle(_: Sequence[str]) -> None:
        if len(embedder.documents) >= BATCH_TEXTS:
            raise ConnectionError("cut")

    embedder.before = fail_in_the_middle
    with pytest.raises(EmbedderFailed, match="cut"):
        memory.embed()
    assert memory.vectors()[0].vectors == BATCH_TEXTS
    embedder.before = at_once
    assert memory.embed().vectors == MANY + 3
    assert len(embedder.documents) == len(set(embedder.documents)) == MANY + 3


def test_the_recall_tells_by_whose_vectors_it_was_ranked(memory: Memory) -> None:
    """So it can be asked again with them; and without them that is said."""
    memory.search("umbrelas")
    explained = memory.explain()
    assert (explained.comparison.is_equal, explained.comparison.reasons) == (True, ())
    memory.use_embedder(None)
    again = memory.explain().comparison
    assert not again.is_equal
    assert "the embedder n-grams ranked this too" in again.reasons[0]


def test_a_recall_by_words_alone_is_asked_again_so(memory: Memory, embedder: NGrams) -> None:
    """Though there are vectors by now."""
    memory.use_embedder(None)
    memory.search("tea")
    memory.use_embedder(embedder)
    memory.embed()
    comparison = memory.explain().comparison
    assert (comparison.is_equal, comparison.reasons) == (True, ())


def test_an_earlier_day_is_searched_by_meaning_too(memory: Memory) -> None:
    """With the vectors of what was known then."""
    memory.embed()
    assert texts(memory.as_of(2).search("umbrelas")) == ["a green umbrella"]
    memory.remember("more umbrellas")
    fill(memory, ON_THE_SPOT_MAX + 1)
    assert texts(memory.as_of(2).search("umbrelas")) == ["a green umbrella"]
