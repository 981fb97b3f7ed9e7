"""An embedder that fails, or a file that does: a warning, words, and later another try."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from lethelog.domain.embedder import TextKind
from lethelog.domain.errors import Refused, StoreUnwritable
from lethelog.domain.times import SECOND
from lethelog.embedders.named import NoVectors
from lethelog.memory import Memory
from lethelog.replay.backoff import PAUSE_SECONDS, Backoff
from lethelog.tests.embedding import NGrams, at_once
from lethelog.tests.replay.embedding_stories import (
    MANY,
    Clock,
    failing,
    fill,
    texts,
)


def test_an_embedder_that_fails_is_a_warning_and_lexical_results(
    memory: Memory, embedder: NGrams
) -> None:
    """The same answer as without one, and nothing that is written is lost."""
    embedder.before = failing
    position = memory.remember("more tea").position
    answer = memory.search("tea")
    assert "nobody there" in answer.warning
    memory.flush()
    assert memory.journal.head() == position + 1
    memory.use_embedder(None)
    assert memory.search("tea", record=False).found == answer.found


@pytest.mark.parametrize("error", [ValueError("x"), MemoryError(), KeyError("y"), StopIteration()])
def test_whatever_an_embedder_raises_never_comes_out_of_a_search(
    memory: Memory, embedder: NGrams, error: Exception
) -> None:
    """Also where it fails for the question alone."""
    memory.embed()

    def fail(_: Sequence[str]) -> None:
        raise error

    embedder.before = fail
    assert texts(memory.search("kettle")) == ["the kettle boils"]
    assert "was asked for the vectors of 1 text" in memory.search("kettle").warning


def test_what_failed_is_tried_again_later(memory: Memory, embedder: NGrams, clock: Clock) -> None:
    """Not by each search, which would have to wait for it; and an order tries at once."""
    asked: list[int] = []

    def count(texts: Sequence[str]) -> None:
        asked.append(len(texts))
        failing(texts)

    embedder.before = count
    for _ in range(3):
        assert "nobody there" in memory.search("tea", record=False).warning
    assert len(asked) == 1
    clock.now += PAUSE_SECONDS * SECOND
    memory.search("tea", record=False)
    assert len(asked) == 2
    clock.now += PAUSE_SECONDS * SECOND
    memory.search("tea", record=False)
    assert len(asked) == 2
    embedder.before = at_once
    assert memory.embed().vectors == 3
    assert memory.search("tea", record=False).warning == ""


def test_waiting_grows_up_to_a_limit() -> None:
    """And starts anew once it went well."""
    now = 0
    backoff = Backoff(lambda: now)
    pauses: list[int] = []
    for _ in range(9):
        backoff.failed("x")
        start = now
        while backoff.waiting:
            now += 10 * SECOND
        pauses.append((now - start) // SECOND)
    assert pauses == [10, 20, 40, 80, 160, 320, 600, 600, 600]
    backoff.went_well()
    backoff.failed("y")
    assert backoff.waiting == "y"
    now += 10 * SECOND
    assert backoff.waiting == ""


def test_another_dimension_is_a_warning(memory: Memory, embedder: NGrams, clock: Clock) -> None:
    """The model behind the name was exchanged: of what there is nothing fits any more."""
    memory.embed()
    embedder.dim = 8
    memory.remember("milk")
    assert "vectors of 8 numbers came" in memory.search("umbrelas").warning
    clock.now += 2 * PAUSE_SECONDS * SECOND
    assert texts(memory.search("milk"))[0] == "milk"


def test_a_dimension_that_is_not_kept_to_is_a_warning(memory: Memory) -> None:
    """It says one thing and does another."""

    class Liar(NGrams):
        def embed(self, texts: Sequence[str], kind: TextKind) -> list[list[float]]:
            return [[*vector, 1.0] for vector in super().embed(texts, kind)]

    memory.use_embedder(None)
    memory.use_embedder(Liar())
    assert "instead of 24" in memory.search("tea").warning


def test_no_embedder_is_none(memory: Memory) -> None:
    """Neither before nor after there was one; the order to embed then says what is missing."""
    memory.use_embedder(NoVectors())
    assert memory.search("umbrelas").found == ()
    assert memory.search("tea").warning == ""
    with pytest.raises(Refused, match="has no embedder"):
        memory.embed()


def test_a_damaged_file_of_vectors_heals_itself(
    store: Path, embedder: NGrams, clock: Clock
) -> None:
    """It is a warning once, and then it is made anew."""
    with Memory.open(store, embedder=embedder, clock=clock) as memory:
        fill(memory, MANY)
        memory.embed()
    [path] = (store / "vectors").glob("*.sqlite")
    path.write_bytes(path.read_bytes()[:4096] + b"\xff" * (path.stat().st_size - 4096))
    with Memory.open(store, embedder=embedder, clock=clock) as memory:
        assert "cup number 7" in memory.search("number 7", record=False).found[0].text
        assert memory.embed().vectors == MANY
        assert memory.search("number 7", record=False).warning == ""


def test_a_place_that_cannot_be_written_is_a_warning(store: Path, embedder: NGrams) -> None:
    """And an error where it was ordered."""
    with Memory.open(store, embedder=embedder) as memory:
        memory.remember("tea")
        (store / "vectors").write_text("in the way", encoding="utf-8")
        assert "vectors" in memory.search("tea", record=False).warning
        with pytest.raises(StoreUnwritable):
            memory.embed()
