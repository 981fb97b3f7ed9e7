"""bm25s: scores of BM25 that are worked out beforehand, as sparse arrays in memory."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Any

from lethelog.benchmarks.search_corpus import ASKED_AT, HALF_LIFE, Question, Turn
from lethelog.benchmarks.search_measures import RESULTS


class Bm25s:
    """It knows no update: one more turn is a new index. It holds no texts, and gives numbers."""

    updates = 1

    def __init__(self, folder: Path, before: Callable[[], Sequence[Turn]]) -> None:
        self._library = import_module("bm25s")
        self._numpy = import_module("numpy")
        self._stemmer = import_module("Stemmer").Stemmer("english")
        self.version = version("bm25s")
        self.searches = {"BM25 alone": self._ranked, "BM25 x decay": self._faded}
        self._before = before
        self._folder = folder
        self._turns: list[Turn] = []
        if (folder / "dates.npy").exists():
            self._index = self._library.BM25.load(folder)
            self._dates = self._numpy.load(folder / "dates.npy")

    def add(self, turns: Sequence[Turn]) -> None:
        """Keeps them until all are there, as it needs them at once."""
        self._turns += turns

    def finish(self) -> None:
        """Makes the index and saves it."""
        self._make()
        self._index.save(self._folder)
        self._numpy.save(self._folder / "dates.npy", self._dates)

    def prepare(self) -> None:
        """Takes all turns from before again."""
        self._turns = list(self._before())

    def update(self, turn: Turn) -> None:
        """Makes the index again, and does not save it."""
        self._turns.append(turn)
        self._make()

    def _make(self) -> None:
        self._dates = self._numpy.array([turn.dated_at for turn in self._turns], dtype="float64")
        self._index = self._library.BM25(k1=1.2, b=0.75)
        texts = [turn.text for turn in self._turns]
        self._index.index(self._terms(texts), show_progress=False)

    def _terms(self, texts: Sequence[str]) -> Any:  # noqa: ANN401 - what is given back to it
        return self._library.tokenize(
            texts, stopwords="en", stemmer=self._stemmer, show_progress=False
        )

    def _ranked(self, question: Question) -> Sequence[str]:
        return self._best(question)

    def _faded(self, question: Question) -> Sequence[str]:
        after, before = question.window()
        share = self._numpy.exp2((self._dates - ASKED_AT) / HALF_LIFE)
        return self._best(question, share * ((self._dates >= after) & (self._dates < before)))

    def _best(self, question: Question, mask: Any = None) -> Sequence[str]:  # noqa: ANN401
        found = self._index.retrieve(
            self._terms([" ".join(question.words)]),
            k=min(RESULTS, len(self._dates)),
            weight_mask=mask,
            show_progress=False,
        )
        return [str(place) for place in found.documents[0]]
