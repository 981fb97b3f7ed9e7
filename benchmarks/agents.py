"""Measures several processes at once: how long a write takes, who sees it when, and who waits."""

from __future__ import annotations

import argparse
import asyncio
import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import quantiles
from tempfile import TemporaryDirectory
from typing import Any, Final

from lethelog import Memory
from lethelog.benchmarks.agents_run import Load, noted, run
from lethelog.benchmarks.conditions import commit, machine, versions
from lethelog.benchmarks.search_corpus import Corpus, as_json_lines
from lethelog.vault.open_vault import KEYS_FOLDER_VARIABLE

AGENTS: Final = 3
WRITES: Final = 200
ITEMS: Final = 10_000
COMMANDS: Final = (
    ("remember", "The lamp of the line {} is blue."),
    ("search", "lamp of the line {}"),
    ("facts",),
    ("status",),
)
FORGETTING: Final = (
    ("remember", "The stove of the line {} is hot.", "--within", "note/stove"),
    ("forget", "note/stove", "--yes", "--no-block"),
)


def main() -> None:
    """Prints the figures as tables, and all of them again as one line of JSON."""
    options = _options()
    with TemporaryDirectory(prefix="lethelog-agents-") as place:
        folder = Path(place)
        os.environ[KEYS_FOLDER_VARIABLE] = str(folder / "keys")
        _fill(folder / "store", options.items)
        load = Load(
            folder=folder,
            writes=options.writes,
            agents=options.agents,
            pause_seconds=options.pause_ms / 1_000,
            commands=() if options.alone else (*COMMANDS, *(FORGETTING * options.forget)),
            dreams=not options.alone,
            embedder=options.embedder,
        )
        before = _load()
        clocks = asyncio.run(run(load))
        figures: dict[str, Any] = {
            "bench": "agents",
            "commit": commit(),
            "machine": machine(),
            "versions": versions(),
            "load_before": before,
            "load_after": _load(),
            "items": options.items,
            "agents": options.agents,
            "pause_ms": options.pause_ms,
            "forgets": options.forget,
            "embedder": options.embedder,
            "took": _shown(clocks.ms),
            "locks": _shown(noted(folder, since=clocks.began_at)),
            "seconds": round(clocks.seconds, 1),
            "unseen": clocks.unseen,
            "failed": clocks.failed,
        }
    _show(figures)
    print(json.dumps(figures))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--agents", type=int, default=AGENTS)
    parser.add_argument("--writes", type=int, default=WRITES, help="of each agent")
    parser.add_argument("--items", type=int, default=ITEMS, help="that the store has before")
    parser.add_argument("--pause-ms", type=float, default=0.0, help="after each write and search")
    parser.add_argument("--alone", action="store_true", help="no command line and no dreams beside")
    parser.add_argument("--forget", action="store_true", help="the command line forgets, too")
    parser.add_argument("--embedder", default="", help="of all processes, such as ngrams")
    return parser.parse_args()


def _fill(store: Path, items: int) -> None:
    with Memory.open(store) as memory:
        for number, turns in enumerate(Corpus().conversations(items), start=1):
            memory.ingest(as_json_lines(turns), name=f"made-up-{number}")
        memory.ask(lambda view: view.position)


def _shown(measured: Mapping[str, Sequence[float]]) -> dict[str, dict[str, float]]:
    return {
        name: {
            "count": len(ms),
            "p50": round(_quantile(ms, 50), 2),
            "p95": round(_quantile(ms, 95), 2),
            "max": round(max(ms), 2),
        }
        for name, ms in sorted(measured.items())
    }


def _quantile(ms: Sequence[float], percent: int) -> float:
    return quantiles(ms, n=100, method="inclusive")[percent - 1] if len(ms) > 1 else ms[0]


def _load() -> float | None:
    return round(os.getloadavg()[0], 1) if hasattr(os, "getloadavg") else None


def _show(figures: Mapping[str, Any]) -> None:
    for part in ("took", "locks"):
        print(f"\n| {part}, ms | count | p50 | p95 | max |\n|---|---|---|---|---|")
        for name, row in figures[part].items():
            print(f"| {name} | {' | '.join(map(str, row.values()))} |")
    print()
    for name, value in figures.items():
        if name not in {"took", "locks"}:
            print(f"{name:14} {value}")
    print()


if __name__ == "__main__":
    main()
