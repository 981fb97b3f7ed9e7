"""Measures how fast the journal becomes a read model: all of it, the last of it, and from cold."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any, Final

from lethelog import Memory
from lethelog.benchmarks import replay_steps
from lethelog.benchmarks.conditions import commit, machine, versions
from lethelog.benchmarks.long_life import LongLife
from lethelog.benchmarks.replay_steps import STEPS, write_plain
from lethelog.vault.open_vault import KEYS_FOLDER_VARIABLE

EVENTS: Final = 100_000
_TOGETHER: Final = 1_000
_COLD_STARTS: Final = 5


def main() -> None:
    """Prints the figures as tables, and all of them again as one line of JSON."""
    options = _options()
    with _folder(options.store) as folder:
        os.environ[KEYS_FOLDER_VARIABLE] = str(folder / "keys")
        figures: dict[str, Any] = {
            "bench": "replay",
            "commit": commit(),
            "machine": machine(),
            "versions": versions(),
            "load_before": _load(),
            "events": _filled(folder, options.events),
        }
        write_plain(folder)
        for step in STEPS:
            figures[step.__name__] = _step(folder, step.__name__)
        figures["cold"] = _cold_starts(folder)
        figures["load_after"] = _load()
    _show(figures)
    print(json.dumps(figures))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("events", nargs="?", type=int, default=EVENTS)
    parser.add_argument(
        "--store", type=Path, help="a folder to fill, or to use again as far as it is filled"
    )
    return parser.parse_args()


@contextmanager
def _folder(named: Path | None) -> Iterator[Path]:
    if named is not None:
        named.mkdir(parents=True, exist_ok=True)
        yield named.resolve()
        return
    with TemporaryDirectory(prefix="lethelog-replay-") as folder:
        yield Path(folder)


def _filled(folder: Path, events: int) -> int:
    """How many events there are; those of earlier measurements stay."""
    with Memory.open(folder / "store") as memory:
        if not memory.journal.head():
            life = LongLife(memory.identity).events()
            while left := events - memory.journal.head():
                memory.journal.append(list(islice(life, min(left, _TOGETHER))), durable=False)
        return memory.journal.head()


def _step(folder: Path, name: str) -> dict[str, Any]:
    """One step in a new process."""
    order = [sys.executable, replay_steps.__file__, name, str(folder)]
    # Nothing in the order comes from outside.
    run = subprocess.run(order, stdout=subprocess.PIPE, text=True, check=True)  # noqa: S603
    figures: dict[str, Any] = json.loads(run.stdout)
    return figures


def _cold_starts(folder: Path) -> dict[str, float]:
    """The medians of some, with the whole life of the process around each."""
    starts: list[dict[str, float]] = []
    for _ in range(_COLD_STARTS):
        began = time.perf_counter()
        inside = _step(folder, "cold")
        whole = (time.perf_counter() - began) * 1_000
        starts.append(inside | {"process_ms": round(whole, 2)})
    return {name: median(each[name] for each in starts) for name in starts[0]}


def _load() -> float | None:
    return round(os.getloadavg()[0], 1) if hasattr(os, "getloadavg") else None


def _show(figures: Mapping[str, Any]) -> None:
    steps = [step.__name__ for step in STEPS]
    for name in steps:
        row: dict[str, object] = figures[name]
        print(f"\n| {name} | {' | '.join(row)} |\n|{'---|' * (len(row) + 1)}")
        print(f"| | {' | '.join(map(str, row.values()))} |")
    print()
    for name, value in figures.items():
        if name not in steps:
            print(f"{name:14} {value}")
    print()


if __name__ == "__main__":
    main()
