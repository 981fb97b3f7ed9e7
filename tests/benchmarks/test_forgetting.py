"""The bench on forgetting, run whole on a small life."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from itertools import islice
from typing import Any, Final

from lethelog.benchmarks.long_life import LongLife
from lethelog.benchmarks.sealing_cost import PlainSeal
from lethelog.domain.events import ChunkIngested, Event, Promoted, Recalled
from lethelog.domain.identity import Identity
from lethelog.domain.lineage import prune
from lethelog.domain.policy import DEFAULT
from lethelog.domain.promotion import shortfalls
from lethelog.journal.in_memory import InMemoryRecorder
from lethelog.journal.journal import Journal
from lethelog.tests.architecture.house import ROOT

BENCH: Final = ROOT / "benchmarks" / "forgetting.py"
KEY: Final = bytes(32)


def life(events: int) -> list[Event]:
    """The start of a long life."""
    identity = Identity(KEY, _counted())
    return list(islice(LongLife(identity).events(), events))


def _counted() -> Callable[[int], bytes]:
    drawn = iter(range(1_000_000))
    return lambda size: next(drawn).to_bytes(size, "big")


def test_the_bench_forgets_three_conversations_and_ends_with_one_line_of_json() -> None:
    """Every step is timed, the store verifies afterwards, and sealing is compared four ways."""
    ran = subprocess.run(
        [sys.executable, str(BENCH), "1200"], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr
    figures: dict[str, Any] = json.loads(ran.stdout.splitlines()[-1])
    steps = {"check and event", "keys", "payloads and checkpoint", "read model", "receipt", "all"}
    assert len(figures["forgetting"]) == 3
    assert all(steps < each.keys() for each in figures["forgetting"])
    assert all(each["payloads_erased"] for each in figures["forgetting"])
    assert figures["events_after"] == 1203
    assert len(figures["sealing"]) == 4
    assert all(each["ratio_cpu"] > 0 for each in figures["sealing"].values())


def test_a_long_life_is_the_same_again_and_has_its_mix() -> None:
    """Two runs are measured on equal events."""
    events = life(2_000)
    assert events == life(2_000)
    kinds = {kind: sum(isinstance(e, kind) for e in events) for kind in (ChunkIngested, Recalled)}
    assert 1_000 < kinds[ChunkIngested] < 1_200
    assert 750 < kinds[Recalled] < 850
    assert sum(isinstance(event, Promoted) for event in events) > 40


def test_every_promotion_of_a_long_life_is_earned() -> None:
    """Nothing in it would fall before anything is forgotten."""
    events = life(2_000)
    for event in events:
        assert not isinstance(event, Promoted) or not shortfalls(event.score, DEFAULT.promotion)
    journal = Journal(InMemoryRecorder(), PlainSeal())
    journal.append(events)
    log = list(journal.read())
    assert [recorded.event for recorded in log] == events
    assert prune(log, []) == log
