"""Not one byte of a vector of what is forgotten is left, whoever embeds or reads meanwhile.

The control is the same search before: it finds the numbers of every vector that is there.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Final

import numpy as np
import pytest

from lethelog.embedders.checked import embedded
from lethelog.keeping.restore import restore
from lethelog.memory import Memory
from lethelog.projections.vector_file import VectorFile
from lethelog.tests.embedding import NGrams, at_once
from lethelog.tests.journal.other_process import other_process
from lethelog.tests.proofs.canaries import copied

Figure = Callable[[str, int], None]
GONE: Final = "conversation/gone"
KEPT: Final = "conversation/kept"
WORDS: Final = ("kettle", "umbrella", "biscuit", "scone", "teapot", "sugar", "milk", "spoon")

EMBEDS: Final = """
from lethelog.memory import Memory
from lethelog.tests.embedding import NGrams, at_once

def wait(texts):
    embedder.before = at_once
    answer("embedding")
    sys.stdin.readline()

embedder = NGrams()
memory = Memory.open(path, embedder=embedder)
memory.search("x", record=False)
answer("opened")
sys.stdin.readline()
embedder.before = wait
made = memory.embed()
answer(made.vectors, made.parts)
found = memory.search("kettle in the hall", limit=50, record=False)
answer(len(found.found), found.warning)
sys.stdin.readline()
memory.close()
"""


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the store is, with keys of its own."""
    monkeypatch.setenv("LETHELOG_KEYS", str(tmp_path / "keys"))
    return tmp_path / "store"


def said(source: str) -> list[str]:
    """What a source says."""
    return [f"the {word} of {source} in the hall" for word in WORDS]


def plant(memory: Memory) -> None:
    """A source that stays and one that goes."""
    for source in (KEPT, GONE):
        ingest(memory, source)


def ingest(memory: Memory, source: str) -> None:
    """One turn a text."""
    turn = '{{"author": "Ada", "time": "2024-05-01", "text": "{}"}}'
    turns = "\n".join(turn.format(text) for text in said(source))
    memory.ingest(turns.encode(), name=source.partition("/")[2], source_kind="conversation")


def found(store: Path, texts: Sequence[str], copy: Path) -> set[str]:
    """The texts the beginning or the end of whose vector is in any file of the store."""
    vectors = embedded(NGrams(), texts, "document")
    files = [path for path in copied(store, copy).rglob("*") if path.is_file()]
    content = b"".join(path.read_bytes() for path in files)
    return {
        text
        for text, vector in zip(texts, vectors.astype("<f4"), strict=True)
        if vector[:6].tobytes() in content or vector[-6:].tobytes() in content
    }


@pytest.mark.parametrize("has_embedder", [True, False])
def test_no_byte_of_a_vector_is_left_after_a_forgetting(
    store: Path, tmp_path: Path, figure: Figure, *, has_embedder: bool
) -> None:
    """Before there is a receipt, also where whoever forgets has no embedder."""
    with Memory.open(store, embedder=NGrams()) as memory:
        plant(memory)
        assert memory.embed().vectors == 2 * len(WORDS)
        control = found(store, said(GONE), tmp_path / "before")
    assert control == {*said(GONE)}
    with Memory.open(store, embedder=NGrams() if has_embedder else None) as memory:
        memory.forget(GONE, approved_by="whoever")
        [receipt] = memory.receipts()
        assert receipt.pending == ()
        left = found(store, said(GONE), tmp_path / "after")
        assert found(store, said(KEPT), tmp_path / "kept") == {*said(KEPT)}
    assert left == set()
    figure("vectors found before", len(control))
    figure("vectors found after", len(left))


def test_nothing_of_the_vectors_of_an_unused_embedder_is_left(store: Path, tmp_path: Path) -> None:
    """Every file of the folder is cleaned, and so are those that hold the next embedder's."""
    for name in ("one", "two"):
        with Memory.open(store, embedder=NGrams(name)) as memory:
            if name == "one":
                plant(memory)
            memory.embed()
    with Memory.open(store) as memory:
        assert len(memory.vectors()) == 2
        memory.forget(GONE, approved_by="whoever")
        assert [each.vectors for each in memory.vectors()] == [len(WORDS)] * 2
        for name in ("one", "two"):
            vectors = embedded(NGrams(name), said(GONE), "document").astype("<f4")
            content = b"".join(
                path.read_bytes()
                for path in copied(store, tmp_path / name).rglob("*")
                if path.is_file()
            )
            assert not [vector for vector in vectors if vector[:6].tobytes() in content]


def test_a_process_that_is_embedding_it_keeps_nothing(store: Path, tmp_path: Path) -> None:
    """It had the texts in its hands; it embeds what is left, and ranks as if it never had been."""
    with Memory.open(store) as memory, other_process(EMBEDS, store) as other:
        assert other.answer() == "opened"
        plant(memory)
        assert other.ask() == "embedding"
        memory.forget(GONE, approved_by="whoever")
        assert other.ask() == f"{len(WORDS)} {len(WORDS)}"
        answers = other.answer()
        assert found(store, said(GONE), tmp_path / "copy") == set()
        assert found(store, said(KEPT), tmp_path / "kept") == {*said(KEPT)}
        assert answers.split() == [str(len(WORDS))]
        other.tell()
        memory.finish_erasures()
        [receipt] = memory.receipts()
        assert receipt.pending == () or "views/" in receipt.pending[0]


def test_the_first_file_of_vectors_may_be_made_during_a_forgetting(
    store: Path, tmp_path: Path
) -> None:
    """Whoever makes it asks the journal at a moment when it alone can write there."""
    embedder = NGrams()
    with Memory.open(store, embedder=embedder) as memory, Memory.open(store) as other:
        plant(memory)

        def forget_meanwhile(_: Sequence[str]) -> None:
            embedder.before = at_once
            other.forget(GONE, approved_by="whoever")

        embedder.before = forget_meanwhile
        made = memory.embed()
        assert made.vectors == made.parts == len(WORDS)
        assert found(store, said(GONE), tmp_path / "copy") == set()


def test_a_reader_of_the_file_makes_the_erasure_pending(store: Path, tmp_path: Path) -> None:
    """It is named, and the erasure comes to its end when the reader has."""
    with Memory.open(store, embedder=NGrams()) as memory:
        plant(memory)
        memory.embed()
        [path] = (store / "vectors").glob("*.sqlite")
        with (
            closing(sqlite3.connect(path, isolation_level=None)) as reader,
            pytest.MonkeyPatch.context() as patch,
        ):
            patch.setattr(VectorFile.__init__, "__kwdefaults__", {"lock_wait_seconds": 0.05})
            reader.execute("BEGIN")
            reader.execute("SELECT count(*) FROM vector").fetchall()
            memory.forget(GONE, approved_by="whoever")
            assert memory.receipts() == ()
            [plan] = memory.forget_plans()
            assert plan.state == "pending"
        [receipt] = memory.finish_erasures()
        assert receipt.pending == ()
        assert found(store, said(GONE), tmp_path / "copy") == set()


def test_what_is_forgotten_leaves_no_trace_in_any_score() -> None:
    """The likeness is spread over what is left, as if the rest had never been there."""
    with (
        Memory.in_memory(embedder=NGrams()) as memory,
        Memory.in_memory(embedder=NGrams()) as other,
    ):
        plant(memory)
        memory.embed()
        memory.search("kettle in the hall", record=False)
        memory.forget(GONE, approved_by="whoever")
        ingest(other, KEPT)
        mine = memory.search("the umbrela", limit=50, record=False)
        theirs = other.search("the umbrela", limit=50, record=False)
    assert mine.warning == theirs.warning == ""
    assert [(each.text, each.signals) for each in mine.found] == [
        (each.text, each.signals) for each in theirs.found
    ]
    assert np.allclose([each.score for each in mine.found], [each.score for each in theirs.found])


def test_a_backup_has_no_vectors_and_a_restore_drops_them(store: Path, tmp_path: Path) -> None:
    """They are a cache, and may be of what the backup does not know."""
    with Memory.open(store, embedder=NGrams()) as memory:
        plant(memory)
        memory.backup(tmp_path / "copy")
        memory.remember("a scone of another day")
        memory.embed()
    assert {path.name for path in (tmp_path / "copy").iterdir()} == {
        "journal.sqlite",
        "vault.sqlite",
        "backup.json",
    }
    restore(tmp_path / "copy", store, confirmed=True, now=0)
    assert list((store / "vectors").iterdir()) == []
    with Memory.open(store, embedder=NGrams()) as memory:
        assert memory.embed().vectors == 2 * len(WORDS)


def test_a_forgetting_waits_for_no_embedder(store: Path) -> None:
    """One that hangs holds up nothing but its own thread."""
    gate, started = threading.Event(), threading.Event()

    def hang(_: Sequence[str]) -> None:
        started.set()
        gate.wait(20)

    embedder = NGrams()
    with Memory.open(store, embedder=embedder) as memory:
        plant(memory)
        for number in range(64):
            memory.remember(f"cup {number}")
        embedder.before = hang
        memory.search("x", record=False)
        memory.search("x", record=False)
        assert started.wait(20)
        memory.forget(GONE, approved_by="whoever")
        assert memory.receipts()[0].pending == ()
        gate.set()
