"""What every bench of recall does alike: opens, fills and asks stores, and tells its conditions."""

from __future__ import annotations

import os
import resource
import sys
import time
from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime, timedelta
from inspect import signature
from pathlib import Path
from shutil import rmtree
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final

import msgspec

from lethelog import Memory, Policy
from lethelog.benchmarks.conditions import commit, machine, versions
from lethelog.benchmarks.recall_scores import percentile
from lethelog.commands.outcome import Ingested
from lethelog.domain.errors import InvalidInput
from lethelog.domain.policy import DEFAULT
from lethelog.domain.times import from_datetime
from lethelog.vault.open_vault import KEYS_FOLDER_VARIABLE

if TYPE_CHECKING:
    from lethelog.domain.embedder import Embedder

Hits = list[tuple[str, float]]
"""Paths of sources with the score of their best item, best first, each source once."""

# The longest half-life that a policy may have takes less than a thousandth from what is a year
# old, so that relevance alone orders what is found.
RELEVANCE_ALONE: Final = msgspec.structs.replace(
    DEFAULT, ranking=msgspec.structs.replace(DEFAULT.ranking, half_life_days=1_000_000)
)
RUNS: Final[Mapping[str, Policy]] = {"default": DEFAULT, "relevance_alone": RELEVANCE_ALONE}
"""The shipped default is the headline; the questions are as much of old as of new things."""
TITLES: Final = {
    "default": "As it is shipped, asked a day after the end",
    "relevance_alone": "By relevance alone, where nothing fades",
}


class Order(msgspec.Struct, frozen=True, kw_only=True):
    """What the command line asks for."""

    data: Path
    embedder: str = ""


class Timing(msgspec.Struct, kw_only=True):
    """What was counted and timed over all stores; seconds unless the name says else."""

    items: int = 0
    append: float = 0.0
    catch_up: float = 0.0
    embed: float = 0.0
    search_ms: list[float] = msgspec.field(default_factory=list[float])

    def told(self) -> dict[str, float]:
        """The rates that a reader compares; items are what a search can find."""
        searchable = self.append + self.catch_up
        return {
            "items": self.items,
            "items_per_second_appended": round(self.items / self.append),
            "items_per_second_searchable": round(self.items / searchable),
            "embed_seconds": round(self.embed, 1),
            "searches": len(self.search_ms),
            "search_ms_p50": round(percentile(self.search_ms, 0.50), 2),
            "search_ms_p95": round(percentile(self.search_ms, 0.95), 2),
        }


class Stores:
    """Stores in a folder that is gone afterwards, all opened with the same embedder or none."""

    def __init__(self, folder: Path, embedder: str, timing: Timing) -> None:
        self.timing = timing
        self._folder = folder
        self._embedder = _embedder(embedder) if embedder else None

    def open(self, name: str, policy: Policy, *, asked_at: datetime) -> Memory:
        """The store of this name as one would ask it at that moment."""
        now = from_datetime(asked_at)
        # Not every version that is measured has this parameter, so it is given only when wanted.
        given = {"embedder": self._embedder} if self._embedder else {}
        opened: Callable[..., Memory] = Memory.open
        return opened(self._folder / name, policy=policy, clock=lambda: now, **given)

    def drop(self, name: str) -> None:
        """Removes a store that is closed, so that many fit on the disk one after the other."""
        rmtree(self._folder / name)

    def ingest(self, memory: Memory, lines: bytes, *, name: str) -> Ingested:
        """Learns a conversation, given as one turn a line."""
        started = time.perf_counter()
        made = memory.ingest(lines, name=name, source_kind="conversation")
        self.timing.append += time.perf_counter() - started
        self.timing.items += len(made.items)
        return made

    def settle(self, memory: Memory) -> None:
        """Waits until all that was learned can be found, with its vectors."""
        started = time.perf_counter()
        memory.search("ready", limit=1, record=False)
        found = time.perf_counter()
        if self._embedder:
            embed: Callable[[], object] = getattr(memory, "embed")  # noqa: B009 - as above
            embed()
        self.timing.embed += time.perf_counter() - found
        self.timing.catch_up += found - started

    def ask(self, memory: Memory, question: str, *, limit: int, timed: bool = True) -> Hits:
        """What a search finds; it leaves no event, so no question changes the next."""
        started = time.perf_counter()
        answer = memory.search(question, limit=limit, record=False)
        if timed:
            self.timing.search_ms.append(1_000 * (time.perf_counter() - started))
        best: dict[str, float] = {}
        for each in answer.found:
            best.setdefault(each.source or "", each.score)
        return list(best.items())


@contextmanager
def stores(order: Order) -> Iterator[Stores]:
    """Room for the stores of one bench, with keys of their own."""
    with TemporaryDirectory(prefix="lethelog-recall-") as folder:
        os.environ[KEYS_FOLDER_VARIABLE] = str(Path(folder) / "keys")
        yield Stores(Path(folder), order.embedder, Timing())


def order_of(description: str, data: str) -> Order:
    """The order that the command line gives."""
    parser = ArgumentParser(description=description)
    parser.add_argument("data", type=Path, metavar=data)
    parser.add_argument(
        "--embedder", default="", metavar="NAME", help="such as local; none unless told"
    )
    return msgspec.convert(vars(parser.parse_args()), Order)


def told(line: str) -> None:
    """Says how far the bench is, beside its figures."""
    print(line, file=sys.stderr)


@contextmanager
def figures_of(bench: str, order: Order, data_sha256: str) -> Iterator[dict[str, object]]:
    """A table of figures that opens with its conditions, and gets the time of all that follows."""
    wall, cpu = time.perf_counter(), time.process_time()
    figures: dict[str, object] = {
        "bench": bench,
        "commit": commit(),
        "machine": machine(),
        "versions": versions(),
        "data_sha256": data_sha256,
        "embedder": order.embedder or "none",
        "ranking": msgspec.to_builtins(msgspec.structs.asdict(DEFAULT.ranking)),
    }
    yield figures
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    figures["peak_memory_mb"] = round(peak / (1024**2 if sys.platform == "darwin" else 1024))
    figures["wall_seconds"] = round(time.perf_counter() - wall, 1)
    figures["cpu_seconds"] = round(time.process_time() - cpu, 1)


def day_after(moment: datetime) -> datetime:
    """When a person would ask about what ended then."""
    return moment + timedelta(days=1)


def show_conditions(figures: Mapping[str, object]) -> None:
    """All that is no table of scores, one line each."""
    print()
    for name, value in figures.items():
        if name not in RUNS:
            print(f"{name:28} {value}")
    print()


def _embedder(name: str) -> Embedder:
    if "embedder" not in signature(Memory.open).parameters:
        raise SystemExit("Memory.open takes no embedder in this version; leave --embedder out")
    from lethelog.embedders.named import embedder_named  # noqa: PLC0415 - only such a version has it

    try:
        return embedder_named(name, os.environ)
    except InvalidInput as error:
        raise SystemExit(f"--embedder {name}: {error}") from None
