"""Tantivy, a library of inverted indices in Rust."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

from lethelog.benchmarks.search_corpus import ASKED_AT, HALF_LIFE, TIER, Question, Turn
from lethelog.benchmarks.search_measures import RESULTS

_DEEP: Final = 200  # of which ten are left when age counts too


class Tantivy:
    """The index holds the texts. Age is not in its score, so Python looks at the best again."""

    updates = 60

    def __init__(self, folder: Path, _: Callable[[], Sequence[Turn]]) -> None:
        self._library = tantivy = import_module("tantivy")
        self.version = version("tantivy")
        self.searches = {
            "BM25 alone": self._ranked,
            f"first {_DEEP} x decay": self._faded,
        }
        builder = tantivy.SchemaBuilder()
        builder.add_text_field("text", stored=True, tokenizer_name="en_stem", index_option="freq")
        builder.add_text_field("tier", tokenizer_name="raw", index_option="basic")
        builder.add_integer_field("dated_at", indexed=True, fast=True)
        self._schema = builder.build()
        self._index = tantivy.Index(self._schema, path=str(folder))
        self._writer: Any = None

    def add(self, turns: Sequence[Turn]) -> None:
        """Waits in memory for the end, or for its buffer to be full."""
        for turn in turns:
            self._writer.add_document(
                self._library.Document(text=turn.text, tier=TIER, dated_at=turn.dated_at)
            )

    def finish(self) -> None:
        """Commits, and waits for its threads."""
        self._writer.commit()
        self._writer.wait_merging_threads()

    def prepare(self) -> None:
        """Opens its writer, whose threads and buffer a mere search does without."""
        self._writer = self._index.writer()

    def update(self, turn: Turn) -> None:
        """Commits one."""
        self.add([turn])
        self._writer.commit()
        self._index.reload()

    def _ranked(self, question: Question) -> Sequence[str]:
        searcher = self._index.searcher()
        hits = searcher.search(self._terms(question), limit=RESULTS, count=False).hits
        return [searcher.doc(address)["text"][0] for _, address in hits]

    def _faded(self, question: Question) -> Sequence[str]:
        searcher, query = self._index.searcher(), self._library.Query
        must = self._library.Occur.Must
        after, before = question.window()
        within = query.range_query(
            self._schema,
            "dated_at",
            self._library.FieldType.Integer,
            lower_bound=after,
            upper_bound=before,
            include_upper=False,
        )
        tier = query.term_query(self._schema, "tier", TIER, "basic")
        narrowed = [(must, query.const_score_query(each, 0.0)) for each in (within, tier)]
        asked = query.boolean_query([(must, self._terms(question)), *narrowed])
        hits = searcher.search(asked, limit=_DEEP, count=False).hits
        dates = searcher.fast_field_values("dated_at", [address for _, address in hits])
        faded = [
            (score * 2.0 ** ((date - ASKED_AT) / HALF_LIFE), address)
            for (score, address), date in zip(hits, dates, strict=True)
        ]
        best = sorted(faded, key=lambda each: -each[0])[:RESULTS]
        return [searcher.doc(address)["text"][0] for _, address in best]

    def _terms(self, question: Question) -> Any:  # noqa: ANN401 - what is given back to it
        return self._index.parse_query(" ".join(question.words), ["text"])
