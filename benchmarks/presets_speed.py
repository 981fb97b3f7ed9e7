"""Measures how fast a memory searches, tells its snapshot and dreams under each preset.

Every preset has a process and a store of its own, filled with the same turns, facts and recalls;
ratios are of CPU, to the default in the same run. `--embedder ngrams` gives all of them vectors.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import msgspec

from lethelog.benchmarks.conditions import commit, machine, versions
from lethelog.benchmarks.search_corpus import (
    ASKED_AT,
    KINDS,
    SENTENCE,
    Corpus,
    Question,
    as_json_lines,
)
from lethelog.benchmarks.search_measures import RESULTS, Took, milliseconds, searched
from lethelog.benchmarks.search_table import Spread, spread
from lethelog.domain.policy import DEFAULT
from lethelog.domain.presets import PRESETS
from lethelog.embedders.named import embedder_named
from lethelog.memory import Memory
from lethelog.sources.document import Document, Passage
from lethelog.vault.open_vault import KEYS_FOLDER_VARIABLE

ITEMS: Final = 20_000
QUESTIONS: Final = 200  # of each kind, of which the first half only warms up
FACTS: Final = 500  # with a key, for the graph of subjects and objects
RECALLS: Final = 200  # recorded before anything is measured, so that strengths have moved
_SNAPSHOTS: Final = 5
_NAMES: Final = ("Ada", "Amir", "Bela", "Carla", "Dana", "Emre", "Greta", "Hugo", "Ines", "Jana")
_MS_A_SECOND: Final = 1_000


class Speed(msgspec.Struct, frozen=True, kw_only=True):
    """One preset: milliseconds of searches and of a snapshot, CPU seconds of two dreams."""

    preset: str
    search_ms: dict[str, Spread]
    sentence_cpu_ms: (
        Spread  # of a search by a sentence, which other work on the machine leaves alone
    )
    snapshot_ms: Spread
    dream_cpu_seconds: float
    again_cpu_seconds: float  # a second dream, with nothing new
    changed: int  # by the first

    def shown(self, beside: Speed) -> list[str]:
        """As a row of the table, with the ratio of CPU to another for a sentence."""
        ratio = self.sentence_cpu_ms.p50 / beside.sentence_cpu_ms.p50
        return [
            self.preset,
            *map(str, self.search_ms.values()),
            str(self.sentence_cpu_ms),
            f"{ratio:.1f}",
            str(self.snapshot_ms),
            f"{self.dream_cpu_seconds:.2f}",
            f"{self.again_cpu_seconds:.2f}",
            f"{self.changed:,}",
        ]


def measured(preset: str, folder: Path, options: argparse.Namespace) -> Speed:
    """All of it, in a store that is made for it."""
    embedder = embedder_named(options.embedder, os.environ) if options.embedder else None
    with Memory.open(
        folder, policy=PRESETS[preset], clock=lambda: ASKED_AT, embedder=embedder
    ) as memory:
        _fill(memory, options.items)
        if embedder is not None:
            memory.embed()
        memory.ask(lambda view: view.warm())
        corpus = Corpus()
        for question in corpus.questions(SENTENCE, RECALLS):
            memory.search(question.text)
        memory.flush()
        asked = {kind: corpus.questions(kind, options.questions) for kind in KINDS}
        took: dict[str, Took] = searched(lambda question: _found(memory, question), asked)
        snapshots = [milliseconds(lambda: memory.context(record=False)) for _ in range(_SNAPSHOTS)]
        changed, first, second = _dreams(memory)
    return Speed(
        preset=preset,
        search_ms={kind: spread(each["ms"]) for kind, each in took.items()},
        sentence_cpu_ms=spread(took[SENTENCE]["cpu_ms"]),
        snapshot_ms=spread(snapshots),
        dream_cpu_seconds=first,
        again_cpu_seconds=second,
        changed=changed,
    )


def table(speeds: Mapping[str, Speed]) -> str:
    """A row for each preset, the default first."""
    head = [
        "preset",
        *(f"{kind}, ms" for kind in KINDS),
        f"{SENTENCE}, CPU ms",
        "ratio",
        "snapshot, ms",
        "dream, CPU s",
        "again, CPU s",
        "changed",
    ]
    rows = [head, ["---"] * len(head)]
    rows += [each.shown(speeds[DEFAULT.name]) for each in speeds.values()]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def _fill(memory: Memory, items: int) -> None:
    for number, turns in enumerate(Corpus().conversations(items), start=1):
        memory.ingest(as_json_lines(turns), name=f"made-up-{number}", source_kind="conversation")
    memory.learn([_fact(number) for number in range(FACTS)], "person")


def _fact(number: int) -> tuple[str, Document]:
    one, other = _NAMES[number % len(_NAMES)], _NAMES[number // len(_NAMES) % len(_NAMES)]
    passage = Passage(
        text=f"{one} told {other} about matter {number}",
        kind="fact",
        subject=one,
        attribute=f"matter {number}",
        value=other,
    )
    name = f"f{number}"
    return f"fact/{name}", Document(source_kind="fact", name=name, passages=(passage,))


def _found(memory: Memory, question: Question) -> list[str]:
    return [each.text for each in memory.search(question.text, limit=RESULTS, record=False).found]


def _dreams(memory: Memory) -> tuple[int, float, float]:
    """What the first of two dreams changed, and the CPU seconds of both."""
    began = time.process_time()
    first = memory.dream()
    between = time.process_time()
    memory.dream()
    ended = time.process_time()
    return sum(each.changed for each in first.phases), between - began, ended - between


def _each(options: argparse.Namespace) -> Iterator[tuple[str, Speed]]:
    for preset in options.presets:
        with TemporaryDirectory(prefix="lethelog-presets-") as folder:
            os.environ[KEYS_FOLDER_VARIABLE] = str(Path(folder) / "keys")
            order = [sys.executable, __file__, "--one", preset, "--folder", folder]
            order += ["--items", str(options.items), "--questions", str(options.questions)]
            order += ["--embedder", options.embedder] if options.embedder else []
            # Nothing in the order comes from outside.
            run = subprocess.run(order, capture_output=True, text=True, check=True)  # noqa: S603
            print(f"measured {preset}", file=sys.stderr)
            yield preset, msgspec.json.decode(run.stdout, type=Speed)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--items", type=int, default=ITEMS, help="turns in each store")
    parser.add_argument("--questions", type=int, default=QUESTIONS, help="of each kind")
    parser.add_argument("--embedder", default="", help="such as ngrams; none unless told")
    parser.add_argument(
        "--presets", type=lambda told: told.split(","), default=[*PRESETS], help="by their names"
    )
    parser.add_argument("--one", help=argparse.SUPPRESS)
    parser.add_argument("--folder", type=Path, help=argparse.SUPPRESS)
    return parser.parse_args()


def main() -> None:
    """Prints the table, and all figures again as one line of JSON."""
    options = _options()
    if options.one:
        print(msgspec.json.encode(measured(options.one, options.folder, options)).decode())
        return
    before = os.getloadavg()[0]
    speeds = dict(_each(options))
    print(f"{options.items:,} turns and {FACTS} facts, p50 / p95\n\n{table(speeds)}\n")
    told: dict[str, Any] = {
        "bench": "presets_speed",
        "commit": commit(),
        "machine": machine(),
        "versions": versions(),
        "items": options.items,
        "embedder": options.embedder,
        "load_before": before,
        "load_after": os.getloadavg()[0],
        "presets": {name: msgspec.to_builtins(each) for name, each in speeds.items()},
    }
    print(json.dumps(told))


if __name__ == "__main__":
    main()
