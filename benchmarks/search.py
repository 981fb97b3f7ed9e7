"""Measures how fast, how large and how current a search is, beside searches that others wrote.

Every search gets the same turns in the same run, in processes of its own, one after the other. Of a
peer that cannot be measured the reason stands in its place.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any, Final

import msgspec

from lethelog.benchmarks import search_peers, search_steps
from lethelog.benchmarks.conditions import commit, machine, versions
from lethelog.benchmarks.search_corpus import SENTENCE, Corpus
from lethelog.benchmarks.search_table import OURS, Row, ratios, rows_of, spread, table
from lethelog.vault.open_vault import KEYS_FOLDER_VARIABLE

ITEMS: Final = "10000,100000,1000000"
QUESTIONS: Final = 200  # of each kind, of which the first half only warms up
_COLD_STARTS: Final = 3
FILLED: Final = "filled.json"
_IN_ROWS: Final = frozenset({"searches", "update_ms", "append_ms", "items"})


def main() -> None:
    """Prints the tables of each size, and all figures again as one line of JSON."""
    options = _options()
    figures: dict[str, Any] = {
        "bench": "search",
        "commit": commit(),
        "machine": machine(),
        "versions": versions(),
        "questions": options.questions,
        "sizes": [],
    }
    with _folder(options.store) as folder:
        os.environ[KEYS_FOLDER_VARIABLE] = str(folder / "keys")
        for items in options.items:
            figures["sizes"].append(_size(folder / str(items), items, options))
    print(json.dumps(figures))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--items", type=_sizes, default=_sizes(ITEMS), help=f"such as {ITEMS}")
    parser.add_argument("--questions", type=int, default=QUESTIONS, help="of each kind")
    parser.add_argument(
        "--store",
        type=Path,
        help="a folder to fill, or to use again where it is filled; each run adds some turns",
    )
    parser.add_argument(
        "--peers", default=sys.executable, help="the Python that has the other searches"
    )
    return parser.parse_args()


def _sizes(written: str) -> list[int]:
    return [int(size) for size in written.split(",")]


@contextmanager
def _folder(named: Path | None) -> Iterator[Path]:
    if named is not None:
        named.mkdir(parents=True, exist_ok=True)
        yield named.resolve()
        return
    with TemporaryDirectory(prefix="lethelog-search-") as folder:
        yield Path(folder)


def _size(folder: Path, items: int, options: argparse.Namespace) -> dict[str, Any]:
    folder.mkdir(parents=True, exist_ok=True)
    figures: dict[str, Any] = {"items": items, "load_before": _load()}
    ours = _ours(folder, items, options.questions)
    seconds = ours["append_seconds"] + ours["catch_up_seconds"]
    disk = sum(ours["bytes"].values())
    rows = rows_of(OURS, ours, build_seconds=seconds, disk_bytes=disk)
    missing: dict[str, str] = {}
    for name in search_peers.PEERS:
        try:
            rows += _peer(name, items, options)
        except _MissingError as why:
            missing[name] = str(why)
    figures |= {"missing": missing, "load_after": _load(), "ours": _told(ours)}
    figures["rows"] = msgspec.to_builtins(rows)
    figures["ratios"] = {row.name: ratios(rows[0], row) for row in rows[1:]}
    _show(figures, rows)
    return figures


def _ours(folder: Path, items: int, questions: int) -> dict[str, Any]:
    """All steps; a store that was filled before tells what it took then, and by which commit."""
    noted = folder / FILLED
    if not noted.exists():
        filled = _step("fill", folder, items, questions)
        noted.write_text(json.dumps(filled | {"filled_by": commit()}), encoding="utf-8")
    figures: dict[str, Any] = json.loads(noted.read_text("utf-8"))
    figures |= _step("catch_up", folder, items, questions)
    [question] = Corpus().questions(SENTENCE, 1)
    (folder / search_steps.FIRST_QUESTION).write_text(json.dumps(question), encoding="utf-8")
    starts: list[tuple[float, float]] = []
    for _ in range(_COLD_STARTS):
        began = time.perf_counter()
        inside = _step("cold", folder, items, questions)["open_to_answer_ms"]
        starts.append((inside, round((time.perf_counter() - began) * 1_000, 1)))
    figures["cold_open_to_answer_ms"] = median(inside for inside, _ in starts)
    figures["cold_process_ms"] = median(whole for _, whole in starts)
    return figures | _step("ask", folder, items, questions)


def _step(name: str, folder: Path, items: int, questions: int) -> dict[str, Any]:
    """One step of ours in a new process."""
    print(f"{OURS}, {items:,} items: {name}", file=sys.stderr)
    order = [sys.executable, search_steps.__file__, name, str(folder), str(items), str(questions)]
    # Nothing in the order comes from outside.
    run = subprocess.run(order, stdout=subprocess.PIPE, text=True, check=True)  # noqa: S603
    figures: dict[str, Any] = json.loads(run.stdout)
    return figures


class _MissingError(Exception):
    """Why a peer could not be measured."""


def _peer(name: str, items: int, options: argparse.Namespace) -> list[Row]:
    """Filled in one process and asked in another; its files are gone afterwards."""
    with TemporaryDirectory(prefix="lethelog-peer-", dir=options.store) as folder:
        order = [name, folder, str(items), str(options.questions)]
        filled = _peer_step(options.peers, "fill", order)
        asked = _peer_step(options.peers, "ask", order)
    return rows_of(
        f"{name} {filled['version']}",
        asked,
        build_seconds=filled["seconds"],
        disk_bytes=filled["bytes"],
    )


def _peer_step(python: str, step: str, order: list[str]) -> dict[str, Any]:
    print(f"{order[0]}, {int(order[2]):,} items: {step}", file=sys.stderr)
    whole = [python, search_peers.__file__, step, *order]
    # The Python is that of whoever measures, and nothing else comes from outside.
    run = subprocess.run(whole, capture_output=True, text=True, check=False)  # noqa: S603
    if run.returncode:
        raise _MissingError(
            (run.stderr.strip().splitlines() or [f"ended with {run.returncode}"])[-1]
        )
    figures: dict[str, Any] = json.loads(run.stdout)
    return figures


def _told(ours: Mapping[str, Any]) -> dict[str, Any]:
    """What only ours has."""
    seconds = ours["append_seconds"] + ours["catch_up_seconds"]
    kept = {name: value for name, value in ours.items() if name not in _IN_ROWS}
    return kept | {
        "items_per_second_appended": round(ours["items"] / ours["append_seconds"]),
        "items_per_second_caught_up": round(ours["items"] / ours["catch_up_seconds"]),
        "items_per_second_searchable": round(ours["items"] / seconds),
        "one_item_append_ms": msgspec.to_builtins(spread(ours["append_ms"])),
    }


def _load() -> float | None:
    return round(os.getloadavg()[0], 1) if hasattr(os, "getloadavg") else None


def _show(figures: Mapping[str, Any], rows: list[Row]) -> None:
    print(table(figures["items"], rows, figures["missing"]))
    print()
    for name in ("load_before", "load_after"):
        print(f"{name:28} {figures[name]}")
    for name, value in figures["ours"].items():
        print(f"{name:28} {value}")
    print()


if __name__ == "__main__":
    main()
