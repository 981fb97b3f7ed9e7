"""The steps of the bench on replay, each for a process of its own, which prints one JSON line."""

from __future__ import annotations

import json
import resource
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, Final, TypeAlias

import msgspec

from lethelog import Memory
from lethelog.benchmarks.long_life import LongLife
from lethelog.benchmarks.recall_scores import percentile
from lethelog.domain.events import ChunkIngested, Promoted, Recalled, tag_of

Figures: TypeAlias = dict[str, Any]

PLAIN: Final = "plain.sqlite"
"""The same events beside the store, neither sealed nor linked: what a replay can cost at least."""

REPEATS: Final = {"one behind": 60, "many behind": 5, "wake": 50, "searches": 40}
BEHIND: Final = 1_000
_MEGABYTE: Final = 1_000_000
_KIB: Final = 1_024
_ROWS_TOGETHER: Final = 1_000
_PAUSE_SECONDS: Final = 0.037  # in no step with the polling
_QUESTION: Final = "barzunla tarsarobo"  # two words of the life, neither rare nor frequent
_SELECT: Final = "SELECT position, event FROM event ORDER BY position"


def limit(folder: Path) -> Figures:
    """Every row of the plain copy, selected and decoded by msgspec, and nothing else."""
    decoder = msgspec.msgpack.Decoder(ChunkIngested | Promoted | Recalled)
    with closing(sqlite3.connect(folder / PLAIN)) as db:

        def read() -> int:
            rows = db.execute(_SELECT)
            seen = 0
            while page := rows.fetchmany(_ROWS_TOGETHER):
                seen += len([decoder.decode(event) for _, event in page])
            return seen

        return _rate(read)


def read(folder: Path) -> Figures:
    """The journal through its seal, event by event."""
    with Memory.open(folder / "store") as memory:
        return _rate(lambda: sum(1 for _ in memory.journal.read()))


def rebuild(folder: Path) -> Figures:
    """A new read model from the first event on, up to its closed file."""
    with Memory.open(folder / "store") as memory:

        def renew() -> int:
            memory.read_models.renew()
            memory.read_models.close_view()
            return memory.journal.head()

        figures = _rate(renew)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    files = sorted((folder / "store" / "views").glob("*/*.duckdb*"))
    return figures | {
        "peak_memory_mb": round(peak * (1 if sys.platform == "darwin" else _KIB) / _MEGABYTE),
        "file_mb": round(sum(path.stat().st_size for path in files) / _MEGABYTE, 1),
    }


def one_behind(folder: Path) -> Figures:
    """Catches up single events, each appended just before; also by what they were."""
    with Memory.open(folder / "store") as memory:
        figures = _behind(memory, together=1, repeats=REPEATS["one behind"])
    by_kind: dict[str, list[float]] = {}
    for kind, milliseconds in figures.pop("each"):
        by_kind.setdefault(kind, []).append(milliseconds)
    return figures | {f"{kind} p50_ms": percentile(took, 0.5) for kind, took in by_kind.items()}


def many_behind(folder: Path) -> Figures:
    """Catches up a thousand events, appended just before."""
    with Memory.open(folder / "store") as memory:
        figures = _behind(memory, together=BEHIND, repeats=REPEATS["many behind"])
    del figures["each"]
    return figures


def cold(folder: Path) -> Figures:
    """Opens the store and answers one question; the clock starts after the imports."""
    began, worked = time.perf_counter(), time.process_time()
    with Memory.open(folder / "store") as memory:
        found = memory.search(_QUESTION, limit=5, record=False).found
        took = time.perf_counter() - began
        return {
            "open_to_answer_ms": _ms(took),
            "cpu_ms": _ms(time.process_time() - worked),
            "found": len(found),
        }


def wake(folder: Path) -> Figures:
    """From the end of an append by another process to the moment when a follower has the event."""
    with Memory.open(folder / "store") as memory:
        head = memory.journal.head()
        with memory.journal.follow(after=head) as events:
            order = [sys.executable, __file__, "append", str(folder)]
            # Nothing in the order comes from outside.
            with subprocess.Popen(order, stdout=subprocess.PIPE, text=True) as writer:  # noqa: S603
                came = [time.monotonic() for _ in islice(events, REPEATS["wake"])]
                out, _ = writer.communicate()
    appended = json.loads(out)["appended_at"]
    return _spread([c - a for c, a in zip(came, appended, strict=True)])


def append(folder: Path) -> Figures:
    """The other process of `wake`: single events, with a pause before each."""
    appended: list[float] = []
    with Memory.open(folder / "store") as memory:
        life = LongLife(memory.identity, seed=3, after=memory.journal.head()).events()
        for event in islice(life, REPEATS["wake"]):
            time.sleep(_PAUSE_SECONDS)
            memory.journal.append([event])
            appended.append(time.monotonic())
    return {"appended_at": appended}


def searches(folder: Path) -> Figures:
    """The same questions by turns: to the memory of today, and to that of half its events ago."""
    with Memory.open(folder / "store") as memory:
        head = memory.journal.head()
        then = memory.as_of(known=head // 2)
        past = [recorded.event for recorded in memory.journal.read(after=max(head - 2_000, 0))]
        asked = [event.query for event in past if isinstance(event, Recalled)]
        now_took: list[float] = []
        then_took: list[float] = []
        for question in asked[: REPEATS["searches"]]:
            now_took.append(_timed(partial(memory.search, question, record=False)))
            then_took.append(_timed(partial(then.search, question)))
    today, earlier = _spread(now_took), _spread(then_took)
    return {
        **{f"today {name}": value for name, value in today.items()},
        **{f"half ago {name}": value for name, value in earlier.items()},
        "ratio": round(earlier["p50_ms"] / today["p50_ms"], 2),
    }


STEPS: Final = (limit, read, rebuild, cold, one_behind, many_behind, wake, searches)
"""In the order in which they are taken."""


def write_plain(folder: Path) -> None:
    """Makes the plain copy, unless it tells as many events as the journal."""
    with (
        Memory.open(folder / "store") as memory,
        closing(sqlite3.connect(folder / PLAIN)) as db,
        db,
    ):
        db.execute("CREATE TABLE IF NOT EXISTS event (position INTEGER PRIMARY KEY, event BLOB)")
        [(have,)] = db.execute("SELECT coalesce(max(position), 0) FROM event").fetchall()
        encoder = msgspec.msgpack.Encoder()
        db.executemany(
            "INSERT INTO event VALUES (?, ?)",
            ((r.position, encoder.encode(r.event)) for r in memory.journal.read(after=have)),
        )


def _behind(memory: Memory, *, together: int, repeats: int) -> Figures:
    memory.ask(lambda view: view.position)  # so that it is open and has seen all
    life = LongLife(memory.identity, seed=2, after=memory.journal.head()).events()
    took: list[float] = []
    kinds: list[str] = []
    worked = 0.0
    for _ in range(repeats):
        events = list(islice(life, together))
        memory.journal.append(events, durable=False)
        cpu = time.process_time()
        took.append(_timed(lambda: memory.ask(lambda view: view.position)))
        worked += time.process_time() - cpu
        kinds.append(tag_of(type(events[0])))
    each = [(kind, _ms(seconds)) for kind, seconds in zip(kinds, took, strict=True)]
    return _spread(took) | {"cpu_ms": _ms(worked / repeats), "each": each}


def _rate(work: Callable[[], int]) -> Figures:
    began, worked = time.perf_counter(), time.process_time()
    events = work()
    cpu, wall = time.process_time() - worked, time.perf_counter() - began
    return {
        "events_per_second": round(events / wall),
        "events_per_cpu_second": round(events / cpu),
        "wall_seconds": round(wall, 2),
        "cpu_seconds": round(cpu, 2),
    }


def _timed(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def _spread(seconds: Sequence[float]) -> dict[str, float]:
    return {"p50_ms": _ms(percentile(seconds, 0.5)), "p95_ms": _ms(percentile(seconds, 0.95))}


def _ms(seconds: float) -> float:
    return round(seconds * 1_000, 2)


def _main(name: str, folder: str) -> None:
    steps: Iterable[Callable[[Path], Figures]] = (*STEPS, append)
    [step] = [each for each in steps if each.__name__ == name]
    print(json.dumps(step(Path(folder))))


if __name__ == "__main__":
    _main(*sys.argv[1:])
