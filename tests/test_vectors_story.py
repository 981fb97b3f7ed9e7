"""A life with vectors: every question about the past of a search is answered with them too."""

from __future__ import annotations

from pathlib import Path

import pytest

from lethelog.domain.policy import DEFAULT
from lethelog.hindsight.blame import RecallBlame
from lethelog.memory import Memory
from lethelog.tests.embedding import NGrams
from lethelog.tests.journal.other_process import other_process

TEXTS = ("a green umbrella", "umbrellas are for rain", "tea and biscuits", "the kettle boils")

LOOKS = """
from lethelog.memory import Memory
with Memory.open(path) as memory:
    memory.remember("milk")
    answer("numpy" in sys.modules, "onnxruntime" in sys.modules)
    memory.search("milk", record=False)
    answer("numpy" in sys.modules, memory.vectors())
"""


@pytest.mark.parametrize("question", ["umbrelas", "of the", "green tea"])
def test_a_search_by_meaning_can_be_asked_everything(tmp_path: Path, question: str) -> None:
    """Why, since when, by whose word, and what another policy would have made of it."""
    with Memory.open(tmp_path / "store", embedder=NGrams()) as memory:
        for text in TEXTS:
            memory.remember(text)
        answer = memory.search(question)
        assert answer.warning == ""
        best = answer.found[0]
        explained = memory.explain()
        assert (explained.comparison.is_equal, explained.comparison.reasons) == (True, ())
        [first, *_] = explained.then.answers
        assert (first.found.item, first.found.signals) == (best.item, best.signals)
        for told in (
            memory.why(best.item, asked=question),
            memory.why(best.item, recall="last"),
        ):
            assert told.whereabouts is not None
            assert told.whereabouts.rank == 1
        assert isinstance(memory.blame(), RecallBlame)
        assert memory.backtest(DEFAULT).recalls == 1
        assert memory.as_of(len(TEXTS)).search(question).found == answer.found
        memory.forget(best.source or "", approved_by="whoever")
        assert best.item not in [each.item for each in memory.search(question).found]
        assert memory.verify().is_sound


def test_a_memory_without_an_embedder_loads_nothing_for_it(tmp_path: Path) -> None:
    """Neither numpy nor a model, and it makes no file."""
    store = tmp_path / "store"
    with other_process(LOOKS, store) as other:
        assert other.answer() == "False False"
        assert other.answer() == "False ()"
    assert not (store / "vectors").exists()
