"""The steps of our own search in its bench, each for a process of its own: one line of JSON."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final, TypeAlias

from lethelog import Memory
from lethelog.benchmarks.search_corpus import (
    ASKED_AT,
    KINDS,
    TIER,
    Corpus,
    Question,
    as_json_lines,
    when,
)
from lethelog.benchmarks.search_measures import (
    RESULTS,
    Search,
    added,
    file_bytes,
    milliseconds,
    resident_bytes,
    searched,
)

Figures: TypeAlias = dict[str, Any]
STORE: Final = "store"
FIRST_QUESTION: Final = "first-question.json"  # drawn beforehand, which takes longer than to ask it
UPDATES_MAX: Final = 60
_DECIMALS: Final = 3


def fill(folder: Path, items: int, _: int) -> Figures:
    """Learns all conversations, each of them at once; the clock stands while they are made up."""
    seconds = 0.0
    with _open(folder) as memory:
        for number, turns in enumerate(Corpus().conversations(items), start=1):
            lines = as_json_lines(turns)
            began = time.perf_counter()
            made = memory.ingest(lines, name=f"made-up-{number}", source_kind="conversation")
            seconds += time.perf_counter() - began
            assert len(made.items) == len(turns), "a turn was cut into chunks"
    return {"items": items, "append_seconds": round(seconds, _DECIMALS)}


def catch_up(folder: Path, _: int, __: int) -> Figures:
    """A read model from the first event on, up to its closed file."""
    with _open(folder) as memory:
        began, worked = time.perf_counter(), time.process_time()
        memory.read_models.renew()
        memory.read_models.close_view()
        wall, cpu = time.perf_counter() - began, time.process_time() - worked
    return {
        "catch_up_seconds": round(wall, _DECIMALS),
        "catch_up_cpu_seconds": round(cpu, _DECIMALS),
        "bytes": {
            part.name: file_bytes(part) if part.is_dir() else part.stat().st_size
            for part in sorted((folder / STORE).iterdir())
        },
    }


def cold(folder: Path, _: int, __: int) -> Figures:
    """Opens the store and answers one question; the clock starts after the imports."""
    question = Question(*json.loads((folder / FIRST_QUESTION).read_text("utf-8")))
    began = time.perf_counter()
    with _open(folder) as memory:
        _search(memory)(question)
        took = time.perf_counter() - began
    return {"open_to_answer_ms": round(took * 1_000, _DECIMALS)}


def ask(folder: Path, _: int, questions: int) -> Figures:
    """What is kept in memory, all searches, and single turns that are added at the end."""
    corpus = Corpus()
    asked = {kind: corpus.questions(kind, questions) for kind in KINDS}
    with _open(folder) as memory:
        memory.ask(lambda view: view.position)
        warmed = _warmed(memory)
        searches = {"shipped": searched(_search(memory), asked)}
        resident = resident_bytes()
        return {
            "warm": warmed,
            "searches": searches,
            "resident_bytes": resident,
            **_updates(memory, min(questions, UPDATES_MAX)),
        }


def _open(folder: Path) -> Memory:
    """The store as one asks it the day after the last turn."""
    return Memory.open(folder / STORE, clock=lambda: ASKED_AT)


def _search(memory: Memory) -> Search:
    def search(question: Question) -> list[str]:
        answer = memory.search(
            question.text,
            limit=RESULTS,
            after=when(question.after) if question.after else None,
            before=when(question.before) if question.before else None,
            tier=TIER if question.after else None,
            record=False,
        )
        return [found.text for found in answer.found]

    return search


def _warmed(memory: Memory) -> Figures:
    """What it takes to have in memory what searches need; nothing where it is never held there."""
    warm: Callable[[], object] | None = getattr(memory, "warm", None)
    if warm is None:
        return {}
    before = resident_bytes()
    took = milliseconds(warm)
    return {"seconds": round(took / 1_000, _DECIMALS), "bytes": resident_bytes() - before}


def _updates(memory: Memory, count: int) -> Mapping[str, list[float]]:
    """Turns that come one by one into one conversation, until a search finds each."""
    head = memory.journal.head()
    appended: list[float] = []
    searchable: list[float] = []
    for number in range(head + 1, head + 1 + count):
        word = f"unheardof{number}"
        line, question = as_json_lines([added(number, word)]), Question(word, (word,))
        began = time.perf_counter()
        memory.ingest(line, name=f"added-{head}", source_kind="conversation")
        appended.append(_ms_since(began))
        assert word in _search(memory)(question)[0]
        searchable.append(_ms_since(began))
    return {"append_ms": appended, "update_ms": searchable}


def _ms_since(began: float) -> float:
    return round((time.perf_counter() - began) * 1_000, _DECIMALS)


STEPS: Final = (fill, catch_up, cold, ask)
"""In the order in which they are taken."""


if __name__ == "__main__":
    name, place, many, asking = sys.argv[1:]
    [step] = [each for each in STEPS if each.__name__ == name]
    print(json.dumps(step(Path(place), int(many), int(asking))))
