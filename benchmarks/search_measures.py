"""What is measured alike in every search, ours and its peers': time, memory and files.

Needs nothing but Python, because each search runs in a process and an environment of its own.
"""

from __future__ import annotations

import resource
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final, TypeAlias

from lethelog.benchmarks.search_corpus import BEGAN_AT, Question, Turn

RESULTS: Final = 10
Search: TypeAlias = Callable[[Question], Sequence[str]]
Took: TypeAlias = dict[str, list[float]]

_KIB: Final = 1_024


def milliseconds(work: Callable[[], object]) -> float:
    """How long something took."""
    began = time.perf_counter()
    work()
    return round((time.perf_counter() - began) * 1_000, 4)


def searched(search: Search, asked: Mapping[str, Sequence[Question]]) -> dict[str, Took]:
    """Time and CPU of each search by the kind of the question; the first half only warms up."""
    return {kind: _took(search, questions) for kind, questions in asked.items()}


def _took(search: Search, questions: Sequence[Question]) -> Took:
    warm = len(questions) // 2
    for question in questions[:warm]:
        search(question)
    took: Took = {"ms": [], "cpu_ms": [], "found": []}
    for question in questions[warm:]:
        began, worked = time.perf_counter(), time.process_time()
        found = search(question)
        took["cpu_ms"].append(round((time.process_time() - worked) * 1_000, 4))
        took["ms"].append(round((time.perf_counter() - began) * 1_000, 4))
        took["found"].append(len(found))
    return took


def added(number: int, word: str) -> Turn:
    """A turn that comes after all others, and the word by which nothing else is found."""
    text = f"The {word} stands between two harbours, and nobody had told me of it before."
    return Turn(number, 0, "Ada", "s1", BEGAN_AT, text)


def resident_bytes() -> int:
    """Memory that this process holds now; the most it ever held, where that cannot be told."""
    status = Path("/proc/self/statm")
    if status.exists():
        return int(status.read_text("ascii").split()[1]) * resource.getpagesize()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak * (1 if sys.platform == "darwin" else _KIB)


def file_bytes(folder: Path) -> int:
    """All files of a folder together."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
