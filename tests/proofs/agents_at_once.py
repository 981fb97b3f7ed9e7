"""Agents in processes of their own on one store, and what must hold once they are gone."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from threading import Timer
from typing import Final

import msgspec

from lethelog.domain.events import ChunkIngested, Recorded
from lethelog.memory import Memory
from lethelog.projections.manifest import read_manifest
from lethelog.projections.slot_files import generation_file
from lethelog.projections.view import View
from lethelog.replay.catch_up import catch_up
from lethelog.tests.entrypoints.terminal import PROGRAM_TEXT
from lethelog.tests.proofs.agent_program import text_of
from lethelog.tests.tables import replayed

PATIENCE_SECONDS: Final = 1_800.0  # so that no proof hangs for ever
_PROGRAM: Final = "lethelog.tests.proofs.agent_program"


@dataclass
class AgentProcess:
    """One agent with its server; what it told is kept as it comes."""

    name: str
    process: subprocess.Popen[str]
    asked: list[int] = field(default_factory=list[int])
    kept: dict[int, str] = field(default_factory=dict[int, str])

    def tell(self, order: str) -> None:
        """Hands it an order without waiting."""
        assert self.process.stdin is not None
        with suppress(BrokenPipeError):  # that it has ended is told when it is heard
            self.process.stdin.write(f"{order}\n")

    def hear(self, until: str) -> list[str]:
        """All that it says up to a line that begins so; the words of that one."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            words = line.split()
            self.note(words)
            if words[0] == until:
                return words
        raise AssertionError(f"{self.name} ended before it said {until!r}")

    def note(self, words: Sequence[str]) -> None:
        """Keeps what a whole line tells; the last of one that was killed may be cut off."""
        match words:
            case ["asked", number]:
                self.asked.append(int(number))
            case ["kept", number, item]:
                self.kept[int(number)] = item
            case _:
                pass


@contextmanager
def agents_at(store: Path, names: Sequence[str], *, writes: int) -> Iterator[list[AgentProcess]]:
    """Agents that have opened the store; their programs are gone when the block ends."""
    agents = [AgentProcess(name, _started(store, name, writes)) for name in names]
    watchdog = Timer(PATIENCE_SECONDS, _kill, [agents])
    watchdog.start()
    try:
        for each in agents:
            each.hear("opened")
        yield agents
    finally:
        for each in agents:
            with each.process:  # closes its input, which ends it, and waits
                pass
        watchdog.cancel()


def all_hear(agents: Sequence[AgentProcess], until: str) -> list[list[str]]:
    """The same of all at once, so that none waits with a full pipe."""
    with ThreadPoolExecutor(len(agents)) as pool:
        return list(pool.map(AgentProcess.hear, agents, [until] * len(agents)))


def looked(agents: Sequence[AgentProcess]) -> list[int]:
    """How far the read model of each is, once it has recorded what it had found."""
    for each in agents:
        each.tell("look")
    return [int(words[1]) for words in all_hear(agents, "seen")]


def command(store: Path, *words: str) -> str:
    """What a command prints that must succeed, run as a process of its own."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM_TEXT, *words],
        env=os.environ | {"LETHELOG_STORE": str(store)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE_SECONDS,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def check_kept(log: Sequence[Recorded], agents: Iterable[AgentProcess]) -> int:
    """Everything acknowledged is in the journal, which has no gaps; how much that is.

    What was asked and not answered is there once or not at all.
    """
    assert [recorded.position for recorded in log] == list(range(1, len(log) + 1))
    chunks = [each.event for each in log if isinstance(each.event, ChunkIngested)]
    texts = {chunk.item: chunk.text for chunk in chunks}
    asked = {text_of(each.name, number) for each in agents for number in each.asked}
    acknowledged = {
        item: text_of(each.name, number) for each in agents for number, item in each.kept.items()
    }
    assert acknowledged.items() <= texts.items()
    assert len(texts) == len(chunks) == len(set(texts.values()))
    unanswered = {text for item, text in texts.items() if item not in acknowledged} & asked
    assert len(unanswered) <= sum(len(each.asked) - len(each.kept) for each in agents)
    return len(acknowledged)


def check_sound(store: Path) -> int:
    """The store verifies as `lethelog verify` has it; how many events that compared."""
    verified = msgspec.json.decode(command(store, "verify", "--json"))["result"]
    assert verified["problems"] == verified["pending"] == []
    assert verified["tables"]
    assert all(table["is_equal"] for table in verified["tables"])
    return int(verified["events"])


def digests(store: Path, memory: Memory) -> tuple[str, list[tuple[int, str]]]:
    """That of a replay, and of every read model on disk how far it was and its own at the head."""
    log, tag = list(memory.journal.read()), memory.identity.name_for("view")
    found: list[tuple[int, str]] = []
    for slot in sorted((store / "views").iterdir()):
        path = generation_file(slot, read_manifest(slot, tag).generation)
        with closing(View(path, store=tag)) as view:
            was = view.position
            catch_up(memory.journal, view)
            found.append((was, view.digest()))
    return replayed(log, store=tag)[1], found


def _kill(agents: Iterable[AgentProcess]) -> None:
    for each in agents:
        each.process.kill()


def _started(store: Path, name: str, writes: int) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", _PROGRAM, str(store), name, str(writes)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        bufsize=1,
    )
