"""Searches that others wrote, fed with the same turns: one of them, filled or asked, a process.

A question goes to them without its stop words, which is kinder than what a caller does who does not
know them. Prints one line of JSON; runs in an environment that has the peers and not our libraries.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, Final, Protocol, TypeAlias

from lethelog.benchmarks.search_bm25s import Bm25s
from lethelog.benchmarks.search_corpus import KINDS, Corpus, Question, Turn
from lethelog.benchmarks.search_fts5 import SqliteFts5
from lethelog.benchmarks.search_measures import (
    Search,
    added,
    file_bytes,
    milliseconds,
    resident_bytes,
    searched,
)
from lethelog.benchmarks.search_tantivy import Tantivy

Figures: TypeAlias = dict[str, Any]
_TOGETHER: Final = 10_000


class Peer(Protocol):
    """One search, in one or several ways; it opens what is in its folder."""

    version: str
    updates: int  # how many single turns are worth adding

    @property
    def searches(self) -> Mapping[str, Search]:
        """Each way by its name."""
        ...

    def add(self, turns: Sequence[Turn]) -> None:
        """Takes many, when it is filled."""
        ...

    def finish(self) -> None:
        """All that was added is on disk and searchable."""
        ...

    def prepare(self) -> None:
        """Before anything is added: what a process that writes has, and one that reads has not."""
        ...

    def update(self, turn: Turn) -> None:
        """Adds one, which is searchable when this returns."""
        ...


Open: TypeAlias = Callable[[Path, Callable[[], Sequence[Turn]]], Peer]
PEERS: Final[Mapping[str, Open]] = {"SQLite FTS5": SqliteFts5, "tantivy": Tantivy, "bm25s": Bm25s}


def fill(name: str, folder: Path, items: int) -> Figures:
    """How long it takes to index all, without the time that it takes to make them up."""
    turns, seconds = Corpus().turns(items), 0.0
    peer = PEERS[name](folder, list)
    peer.prepare()
    while some := list(islice(turns, _TOGETHER)):
        began = time.perf_counter()
        peer.add(some)
        seconds += time.perf_counter() - began
    began = time.perf_counter()
    peer.finish()
    seconds += time.perf_counter() - began
    return {"version": peer.version, "seconds": round(seconds, 3), "bytes": file_bytes(folder)}


def ask(name: str, folder: Path, items: int, *, questions: int) -> Figures:
    """All searches, what the process then holds, and single turns that are added at the end."""
    corpus = Corpus()
    peer = PEERS[name](folder, lambda: list(Corpus().turns(items)))
    asked = {kind: corpus.questions(kind, questions) for kind in KINDS}
    searches = {way: searched(search, asked) for way, search in peer.searches.items()}
    resident = resident_bytes()
    peer.prepare()
    return {
        "searches": searches,
        "resident_bytes": resident,
        "update_ms": [_updated(peer, items + n) for n in range(1, peer.updates + 1)],
    }


def _updated(peer: Peer, number: int) -> float:
    """Until a search finds it."""
    word = f"unheardof{number}"
    question, search = Question(word, (word,)), next(iter(peer.searches.values()))

    def update() -> None:
        peer.update(added(number, word))
        assert search(question), word

    return milliseconds(update)


if __name__ == "__main__":
    step, peer_name, place, many, asking = sys.argv[1:]
    if step == "fill":
        print(json.dumps(fill(peer_name, Path(place), int(many))))
    else:
        print(json.dumps(ask(peer_name, Path(place), int(many), questions=int(asking))))
