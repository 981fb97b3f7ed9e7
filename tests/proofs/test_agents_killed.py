"""Agents and their servers are killed in the middle of a call; what was acknowledged is kept."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path
from random import Random
from threading import Event
from typing import Final, TypeAlias

import pytest

from lethelog.projections.slot_lock import take_lock
from lethelog.tests.proofs.agent_program import pid_file
from lethelog.tests.proofs.agents_at_once import (
    AgentProcess,
    agents_at,
    check_kept,
    digests,
)
from lethelog.tests.proofs.chain_of import check_chain
from lethelog.tests.proofs.whole_life import OpenMemory

Figure: TypeAlias = Callable[[str, int], None]
KINDS: Final = ("server", "client", "both")
ROUNDS: Final = max(int(os.environ.get("KILLED_AGENTS", "3")) // len(KINDS), 1)
ENDLESS: Final = 10**9
WRITES_MAX: Final = 8
CALL_SECONDS: Final = 0.02  # about as long as one takes
PAUSE_SECONDS: Final = 0.05
PAUSES_MAX: Final = 1_200

_SIGKILL: Final = getattr(signal, "SIGKILL", signal.SIGTERM)  # which is as hard in Windows


def kill(store: Path, agent: AgentProcess, kind: str, random: Random) -> None:
    """Lets an agent write for a while, and kills it or its server when it has just asked."""
    agent.tell("go")
    for _ in range(random.randrange(1, WRITES_MAX)):
        agent.hear("kept")
    agent.hear("asked")
    Event().wait(random.uniform(0.0, CALL_SECONDS))  # any moment: that is what is tried
    if kind != "client":
        os.kill(int(pid_file(store, agent.name).read_text()), _SIGKILL)
    if kind != "server":
        agent.process.kill()
    assert agent.process.stdout is not None
    for line in agent.process.stdout:
        agent.note(line.split() if line.endswith("\n") else [])


def wait_for_servers(store: Path) -> None:
    """Until no process holds a read model: a server whose client is gone ends by itself."""
    pause = Event()
    for slot in sorted((store / "views").iterdir()):
        for attempt in count():
            lock = take_lock(slot)
            if lock is not None:
                lock.close()
                break
            assert attempt < PAUSES_MAX, f"{slot} is still held"
            pause.wait(PAUSE_SECONDS)


def check(store: Path, told: Sequence[AgentProcess]) -> int:
    """The store opens, has what was acknowledged, verifies, and has equal read models."""
    with OpenMemory.open(store) as memory:
        check_chain(store, memory)
        log = list(memory.journal.read())
        kept = check_kept(log, told)
        replay, views = digests(store, memory)
        assert memory.verify().is_sound
    assert [digest for _, digest in views] == [replay] * len(views)
    return kept


def unanswered(agent: AgentProcess) -> int:
    """How many of its calls were cut off."""
    return len(agent.asked) - len(agent.kept)


def test_what_was_acknowledged_outlives_those_who_were_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, figure: Figure
) -> None:
    """The store opens again each time, has every text and no half of a write, and verifies."""
    monkeypatch.setenv("LETHELOG_KEYS", str(tmp_path / "keys"))
    store, random = tmp_path / "store", Random(4)
    told: list[AgentProcess] = []
    kept = 0
    for number in range(ROUNDS):
        names = [f"{kind}{number}" for kind in KINDS]
        chances = [Random(random.random()) for _ in KINDS]
        with (
            agents_at(store, names, writes=ENDLESS) as agents,
            ThreadPoolExecutor(len(KINDS)) as pool,
        ):
            list(pool.map(kill, [store] * len(KINDS), agents, KINDS, chances))
        told += agents
        wait_for_servers(store)
        kept = check(store, told)
    assert kept == sum(len(agent.kept) for agent in told) >= len(told)
    figure("agents killed", len(told))
    figure("agents killed: calls that were never answered", sum(map(unanswered, told)))
    figure("agents killed: acknowledgements kept", kept)
