"""SQLite FTS5, which comes with Python."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from pathlib import Path

from lethelog.benchmarks.search_corpus import ASKED_AT, HALF_LIFE, TIER, Question, Turn
from lethelog.benchmarks.search_measures import RESULTS


class SqliteFts5:
    """Python's own SQLite; the texts lie once, in a table with all that is filtered by."""

    updates = 60

    def __init__(self, folder: Path, _: Callable[[], Sequence[Turn]]) -> None:
        self.version = sqlite3.sqlite_version
        self.searches = {"bm25 x decay": self._faded, "rank alone": self._ranked}
        self._db = sqlite3.connect(folder / "fts5.sqlite")
        self._db.execute("PRAGMA journal_mode = WAL")
        self._db.execute("PRAGMA synchronous = FULL")
        self._db.execute(
            "CREATE TABLE IF NOT EXISTS item"
            " (id INTEGER PRIMARY KEY, dated_at INTEGER, tier TEXT, author TEXT, text TEXT)"
        )
        self._db.execute(
            "CREATE VIRTUAL TABLE IF NOT EXISTS words USING fts5"
            " (text, content = 'item', content_rowid = 'id', tokenize = 'porter unicode61')"
        )

    def add(self, turns: Sequence[Turn]) -> None:
        """One transaction."""
        items = [(t.number, t.dated_at, TIER, t.author, t.text) for t in turns]
        with self._db:
            self._db.executemany("INSERT INTO item VALUES (?, ?, ?, ?, ?)", items)
            texts = [(t.number, t.text) for t in turns]
            self._db.executemany("INSERT INTO words (rowid, text) VALUES (?, ?)", texts)

    def finish(self) -> None:
        """Merges the index into one tree, as its manual advises for a faster search."""
        with self._db:
            self._db.execute("INSERT INTO words (words) VALUES ('optimize')")
        self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def prepare(self) -> None:
        """There is nothing to prepare."""

    def update(self, turn: Turn) -> None:
        """As many, one of them."""
        self.add([turn])

    def _faded(self, question: Question) -> Sequence[str]:
        after, before = question.window()
        rows = self._db.execute(
            "SELECT item.text FROM words JOIN item ON item.id = words.rowid"
            " WHERE words MATCH ? AND item.dated_at >= ? AND item.dated_at < ? AND item.tier = ?"
            " ORDER BY bm25(words) * pow(2.0, (item.dated_at - ?) / ?), item.id LIMIT ?",
            (_match(question), after, before, TIER, ASKED_AT, HALF_LIFE, RESULTS),
        )
        return [text for (text,) in rows]

    def _ranked(self, question: Question) -> Sequence[str]:
        rows = self._db.execute(
            "SELECT text FROM words WHERE words MATCH ? ORDER BY rank LIMIT ?",
            (_match(question), RESULTS),
        )
        return [text for (text,) in rows]


def _match(question: Question) -> str:
    return " OR ".join(f'"{word}"' for word in question.words)
