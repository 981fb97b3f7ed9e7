"""Three agents, a command line and a dreamer that use one store at once, each with its clock."""

from __future__ import annotations

import asyncio
import os
import sys
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from itertools import count, cycle
from pathlib import Path
from typing import Any, Final, cast

from mcp import Client, StdioServerParameters

from lethelog.benchmarks import agents_probe

WAIT_SECONDS_MAX: Final = 120.0


@dataclass
class Clocks:
    """Milliseconds by what they were spent on, and what was not found by the next search."""

    ms: defaultdict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    began_at: float = 0.0
    seconds: float = 0.0
    unseen: int = 0
    failed: list[str] = field(default_factory=list[str])


@dataclass
class Load:
    """What is done: how often, with which pause, and what runs beside the agents."""

    folder: Path
    writes: int
    agents: int = 3
    pause_seconds: float = 0.0
    commands: Sequence[Sequence[str]] = ()
    dreams: bool = True
    embedder: str = ""
    numbers: count[int] = field(default_factory=count)

    def environment(self) -> dict[str, str]:
        """That of every process."""
        own = {"LETHELOG_STORE": str(self.folder / "store")}
        return {**os.environ, **own} | (
            {"LETHELOG_EMBEDDER": self.embedder} if self.embedder else {}
        )

    def words(self, name: str, *words: str) -> list[str]:
        """The arguments of Python that run a command with its locks noted in a file."""
        notes = self.folder / "notes" / f"{next(self.numbers):05}-{name}"
        return [agents_probe.__file__, str(notes), *words]


async def run(load: Load) -> Clocks:
    """All at once, until each agent has written so often."""
    clocks = Clocks()
    (load.folder / "notes").mkdir(exist_ok=True)
    async with AsyncExitStack() as stack:
        agents = [await stack.enter_async_context(_agent(load)) for _ in range(load.agents)]
        over = asyncio.Event()
        clocks.began_at = time.time()
        beside = [asyncio.create_task(_commands(load, clocks, over))] if load.commands else []
        if load.dreams:
            beside.append(asyncio.create_task(_dreams(load, clocks, over)))
        await asyncio.gather(
            *(_writes(load, clocks, agents, number) for number in range(load.agents))
        )
        clocks.seconds = time.time() - clocks.began_at
        over.set()
        await asyncio.gather(*beside)
    return clocks


@asynccontextmanager
async def _agent(load: Load) -> AsyncIterator[Client]:
    server = StdioServerParameters(
        command=sys.executable, args=load.words("server", "mcp"), env=load.environment()
    )
    async with Client(server, read_timeout_seconds=WAIT_SECONDS_MAX) as client:
        await _call(client, "memory_search", query="what was said first")
        await _call(client, "memory_search", query="and what was said last")  # loads into memory
        yield client


async def _writes(load: Load, clocks: Clocks, agents: Sequence[Client], number: int) -> None:
    """Writes through one server, and looks for it through another with the very next search."""
    own, others = agents[number], cycle([*agents[number + 1 :], *agents[:number]])
    for turn in range(load.writes):
        word = f"kettle{number}x{turn}"
        text = f"The {word} of agent {number} stands on shelf {turn % 9} since this morning."
        began = time.perf_counter()
        await _call(own, "memory_remember", text=text)
        acknowledged = time.perf_counter()
        answer = await _call(next(others), "memory_search", query=f"where is the {word}")
        seen = time.perf_counter()
        clocks.ms["write"].append((acknowledged - began) * 1_000)
        clocks.ms["seen by another"].append((seen - acknowledged) * 1_000)
        clocks.unseen += not any(word in found["text"] for found in answer["found"])
        await asyncio.sleep(load.pause_seconds)


async def _commands(load: Load, clocks: Clocks, over: asyncio.Event) -> None:
    """One command of the line after the other; `{}` in a word stands for a number of its own."""
    for turn, command in enumerate(cycle(load.commands)):
        if over.is_set():
            return
        await _process(load, clocks, [word.format(turn) for word in command])


async def _dreams(load: Load, clocks: Clocks, over: asyncio.Event) -> None:
    while not over.is_set():
        await _process(load, clocks, ["dream"])


async def _process(load: Load, clocks: Clocks, words: Sequence[str]) -> None:
    began = time.perf_counter()
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, *load.words(words[0], *words)),
        env=load.environment(),
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.PIPE,
        start_new_session=True,  # as servers are, and as another terminal is
    )
    _, said = await process.communicate()
    clocks.ms[f"lethelog {words[0]}"].append((time.perf_counter() - began) * 1_000)
    if process.returncode:
        clocks.failed.append(f"{' '.join(words)}: {said.decode().strip()[-300:]}")


async def _call(client: Client, tool: str, **given: object) -> dict[str, Any]:
    result = await client.call_tool(tool, given)
    assert not result.is_error, result.content
    return cast("dict[str, Any]", result.structured_content)  # the keys of JSON are text


def noted(folder: Path, *, since: float) -> dict[str, list[float]]:
    """What the processes noted of their locks: milliseconds by kind and what was locked.

    What was over before a moment, as opening the store was, is left out.
    """
    found: defaultdict[str, list[float]] = defaultdict(list)
    for line in _lines(sorted((folder / "notes").iterdir())):
        at, kind, what, ms = line.split("\t")
        if float(at) >= since:
            found[f"{kind}: {what}"].append(float(ms))
    return found


def _lines(files: Iterable[Path]) -> list[str]:
    return [line for file in files for line in file.read_text("utf-8").splitlines()]
