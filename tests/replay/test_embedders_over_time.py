"""Vectors over the life of a store: exchanged, shared by processes, cut short, kept."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from lethelog.memory import Memory
from lethelog.replay.embedding import BATCH_TEXTS
from lethelog.tests.embedding import NGrams
from lethelog.tests.journal.other_process import other_process, other_processes
from lethelog.tests.replay.embedding_stories import (
    MANY,
    PATIENCE_SECONDS,
    becomes,
    fill,
    held_by,
    texts,
)

EMBEDS: Final = """
from lethelog.memory import Memory
from lethelog.tests.embedding import NGrams
embedder = NGrams()
with Memory.open(path, embedder=embedder) as memory:
    memory.search("tea", record=False)
    answer("opened")
    for line in sys.stdin:
        made = memory.embed()
        answer(made.vectors, made.parts, len(embedder.documents))
"""


def test_the_next_embedder_is_used_once_all_texts_have_its_vectors(memory: Memory) -> None:
    """Until then the one before is; no event is touched, and its file goes."""
    memory.embed()
    head, gate = memory.journal.head(), threading.Event()
    another = NGrams("another", dim=32, before=held_by(gate))
    memory.use_embedder(another)
    answer = memory.search("umbrelas", record=False)
    assert (texts(answer)[0], answer.warning) == ("a green umbrella", "")
    assert [each.embedder for each in memory.vectors()] == ["n-grams"]
    gate.set()
    assert becomes(lambda: [each.embedder for each in memory.vectors()] == ["another"])
    assert texts(memory.search("umbrelas", record=False))[0] == "a green umbrella"
    assert memory.journal.head() == head
    assert another.questions == ["umbrelas"]


def test_the_file_of_the_embedder_before_is_removed(store: Path, embedder: NGrams) -> None:
    """There is one file, and what is in it is of the other."""
    with Memory.open(store, embedder=embedder) as memory:
        memory.remember("tea")
        memory.embed()
        [before] = (store / "vectors").glob("*.sqlite")
        memory.use_embedder(NGrams("another"))
        assert memory.embed().embedder == "another"
        [after] = (store / "vectors").glob("*.sqlite")
    assert before != after


def test_a_memory_closes_while_its_texts_are_embedded(store: Path, embedder: NGrams) -> None:
    """After the batch that is at work; the rest comes with the next one that opens it."""
    started, gate = threading.Event(), threading.Event()

    def wait(_: Sequence[str]) -> None:
        started.set()
        gate.wait(PATIENCE_SECONDS)

    embedder.before = wait
    with Memory.open(store, embedder=embedder) as memory:
        fill(memory, MANY)
        memory.search("x", record=False)
        memory.search("x", record=False)
        assert started.wait(PATIENCE_SECONDS)
        threading.Timer(0.05, gate.set).start()
    assert len(embedder.documents) in (BATCH_TEXTS, 2 * BATCH_TEXTS)
    with Memory.open(store, embedder=embedder) as memory:
        assert memory.embed().vectors == MANY


def test_a_rebuild_keeps_the_vectors(store: Path, embedder: NGrams) -> None:
    """They belong to the items, whose ids are in the journal."""
    with Memory.open(store, embedder=embedder) as memory:
        memory.remember("a green umbrella")
        memory.search("umbrelas", record=False)
        assert memory.rebuild().is_equal
        assert memory.search("umbrelas", record=False).warning == ""
    with Memory.open(store, embedder=embedder) as memory:
        assert texts(memory.search("umbrelas", record=False)) == ["a green umbrella"]
    assert embedder.documents == ["a green umbrella"]


def test_processes_share_the_work(store: Path, embedder: NGrams) -> None:
    """Each does a part of it, and none does what is done already."""
    with Memory.open(store, embedder=embedder) as memory:
        fill(memory, MANY)
        with other_processes(EMBEDS, store, count=2) as others:
            assert [other.answer() for other in others] == ["opened"] * 2
            for other in others:
                other.tell()
            told = [tuple(map(int, other.answer().split())) for other in others]
        assert [(vectors, parts) for vectors, parts, _ in told] == [(MANY, MANY)] * 2
        assert MANY <= sum(seen for *_, seen in told) <= MANY + 2 * BATCH_TEXTS
        assert memory.search("cup", record=False).warning == ""
        assert embedder.documents == []


def test_a_process_that_is_killed_loses_one_batch_at_most(store: Path, embedder: NGrams) -> None:
    """Whoever comes next goes on from there."""
    with Memory.open(store, embedder=embedder) as memory:
        fill(memory, MANY)
        with other_process(EMBEDS, store) as other:
            assert other.answer() == "opened"
            other.tell()
            assert becomes(lambda: bool(memory.vectors()[0].vectors))
            other.kill()
        kept = memory.vectors()[0].vectors
        assert memory.embed().vectors == MANY
        assert len(embedder.documents) == MANY - kept
