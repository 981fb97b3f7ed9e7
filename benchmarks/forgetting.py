"""Measures how long it takes to forget one conversation of 1,000, and what sealing costs."""

from __future__ import annotations

import json
import os
import secrets
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import msgspec

from lethelog import Memory, Policy
from lethelog.benchmarks.conditions import commit, machine, versions
from lethelog.benchmarks.long_life import CONVERSATIONS, LongLife, conversation
from lethelog.benchmarks.sealing_cost import sealing_cost
from lethelog.commands.desk import Clock
from lethelog.commands.erase import Copies
from lethelog.commands.forget_desk import AllKeys
from lethelog.domain.embedder import Embedder
from lethelog.domain.events import Erased, Lineage
from lethelog.domain.identity import Identity, SourceUid
from lethelog.domain.policy import DEFAULT
from lethelog.journal.recorder import Recorder
from lethelog.keeping.verify import verify_store
from lethelog.vault.open_vault import KEYS_FOLDER_VARIABLE
from lethelog.vault.vault_seal import VaultSeal

EVENTS: Final = 100_000
COMPARED_EVENTS_MAX: Final = 20_000
FORGOTTEN: Final = tuple(conversation(n) for n in (17, 404, 901))  # one after the other
_TOGETHER: Final = 1_000


class Steps:
    """The seconds that went by up to each step of a forgetting, told by what it calls."""

    def __init__(self, keys: AllKeys, copies: Copies) -> None:
        self._keys = keys
        self._copies = copies
        self._seconds: dict[str, float] = {}
        self._since = 0.0

    @contextmanager
    def measured(self) -> Iterator[dict[str, float]]:
        """The steps of what happens inside, with their sum and its seconds of CPU at last."""
        self._seconds = {}
        began, worked = time.perf_counter(), time.process_time()
        self._since = began
        yield self._seconds
        self._end("receipt")
        self._seconds["all"] = round(time.perf_counter() - began, 3)
        self._seconds["all, CPU"] = round(time.process_time() - worked, 3)

    def destroy_source(
        self, lineage: Lineage, *, unless: Callable[[], bool]
    ) -> tuple[int, int, bool]:
        """Destroys the key, between the event and the payloads."""
        self._end("check and event")
        found = self._keys.destroy_source(lineage, unless=unless)
        self._end("keys")
        return found

    def purge_notice(self, source: SourceUid) -> None:
        """Destroys what is kept of a forgetting."""
        self._keys.purge_notice(source)

    def renew(self, position: int) -> tuple[int, tuple[str, ...]]:
        """Renews the read model, between the payloads and the receipt."""
        self._end("payloads and checkpoint")
        found = self._copies(position)
        self._end("read model")
        return found

    def _end(self, step: str) -> None:
        now = time.perf_counter()
        self._seconds[step] = round(now - self._since, 3)
        self._since = now


class WatchedMemory(Memory):
    """The store as it is shipped, with a watch on its forgettings."""

    def __init__(
        self,
        recorder: Recorder,
        seal: VaultSeal,
        *,
        folder: Path | None = None,
        policy: Policy = DEFAULT,
        clock: Clock | None = None,
        embedder: Embedder | None = None,
    ) -> None:
        super().__init__(
            *(recorder, seal), folder=folder, policy=policy, clock=clock, embedder=embedder
        )
        self.steps = Steps(self._keys, self._copies)
        self._keys, self._copies = self.steps, self.steps.renew


def main(events: int) -> None:
    """Prints the tables, and all figures again as one line of JSON."""
    wall, cpu = time.perf_counter(), time.process_time()
    figures: dict[str, object] = {
        "bench": "forgetting",
        "commit": commit(),
        "machine": machine(),
        "versions": versions(),
        "events": events,
        "conversations": CONVERSATIONS,
    }
    with TemporaryDirectory(prefix="lethelog-forgetting-") as folder:
        os.environ[KEYS_FOLDER_VARIABLE] = str(Path(folder) / "keys")
        figures |= _forgetting(Path(folder) / "store", events)
        figures |= _sealing(Path(folder), min(events, COMPARED_EVENTS_MAX))
    figures["wall_seconds"] = round(time.perf_counter() - wall, 1)
    figures["cpu_seconds"] = round(time.process_time() - cpu, 1)
    _show(figures)
    print(json.dumps(figures))


def _forgetting(folder: Path, events: int) -> dict[str, object]:
    return {
        "kinds": _filled(folder, events),
        "replay_events_per_second": _rate(folder, _replay),
        "read_model_events_per_second": _rate(folder, _build),
        "verify_events_per_second": _rate(folder, lambda _: _verify(folder)),
        "bytes": _sizes(folder),
        "forgetting": [_forgotten(folder, source) for source in FORGOTTEN],
        "events_after": _verify(folder),
    }


def _filled(folder: Path, events: int) -> dict[str, int]:
    """How many events of each kind went in."""
    kinds: Counter[str] = Counter()
    with Memory.open(folder) as memory:
        life = LongLife(memory.identity).events()
        while left := events - kinds.total():
            batch = list(islice(life, min(left, _TOGETHER)))
            memory.journal.append(batch, durable=False)
            kinds.update(type(event).__name__ for event in batch)
    return dict(kinds)


def _forgotten(folder: Path, source: str) -> dict[str, float | int]:
    """Plans and forgets a source in a store that was opened just now."""
    with WatchedMemory.open(folder) as memory:
        began = time.perf_counter()
        plan = memory.plan_forget(source)
        planned = round(time.perf_counter() - began, 3)
        memory.approve_forget(plan.id, approved_by="bench")
        with memory.steps.measured() as seconds:
            memory.apply_forget(plan.id)
        [receipt] = memory.receipts(plan.id)
    return {
        "items": receipt.items,
        "payloads_erased": receipt.payloads_erased,
        "keys_destroyed": receipt.keys_destroyed,
        "plan": planned,
        **seconds,
    }


def _replay(memory: Memory) -> int:
    return sum(not isinstance(each.event, Erased) for each in memory.journal.read())


def _build(memory: Memory) -> int:
    memory.search("ready", limit=1, record=False)
    return memory.journal.head()


def _verify(folder: Path) -> int:
    """How many events there are, each of them as it was written."""
    verified = verify_store(folder)
    if not verified.is_sound:
        raise SystemExit(str(verified.complaint()))
    return verified.events


def _rate(folder: Path, work: Callable[[Memory], int]) -> int:
    """Events a second of CPU, of all threads, in a store that was opened just now."""
    with Memory.open(folder) as memory:
        began = time.process_time()
        seen = work(memory)
        return round(seen / (time.process_time() - began))


def _sizes(folder: Path) -> dict[str, int]:
    return {
        path.relative_to(folder).as_posix(): path.stat().st_size
        for path in sorted(folder.rglob("*.*"))
        if path.is_file()
    }


def _sealing(folder: Path, events: int) -> dict[str, object]:
    identity = Identity(secrets.token_bytes(32), secrets.token_bytes)
    costs = sealing_cost(folder, identity, events=events)
    return {"sealing": msgspec.to_builtins(costs)}


def _show(figures: Mapping[str, Any]) -> None:
    for title, rows in (
        ("Seconds to forget", dict(zip(FORGOTTEN, figures["forgetting"], strict=True))),
        ("Microseconds an event, sealed and plain", figures["sealing"]),
    ):
        columns = list(next(iter(rows.values())))
        print(f"\n| {title} | {' | '.join(columns)} |\n|{'---|' * (len(columns) + 1)}")
        for name, row in rows.items():
            print(f"| {name} | {' | '.join(str(row[each]) for each in columns)} |")
    print()
    for name, value in figures.items():
        if name not in {"forgetting", "sealing"}:
            print(f"{name:28} {value}")
    print()


if __name__ == "__main__":
    if len(sys.argv) > 2:  # noqa: PLR2004 - the script and one number
        raise SystemExit("usage: forgetting.py [EVENTS]")
    main(int(sys.argv[1]) if len(sys.argv) > 1 else EVENTS)
