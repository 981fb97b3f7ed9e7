"""One agent as a program of its own: it starts a server, writes, and tells what was acknowledged.

It is told `go`, `stop` and `look` by lines, and answers with lines, so that whoever started it
knows of everything that it had been told when it was killed.
"""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path
from threading import Thread
from typing import Final

from mcp import Client, StdioServerParameters

from lethelog.tests.doors.agents import Agent

WAIT_SECONDS_MAX: Final = 120.0  # far more than any call takes, so that nobody hangs
SEARCH_EVERY: Final = 5
_BYTES_MAX: Final = 4_096
_SERVER: Final = """
import os, sys
from pathlib import Path
Path(sys.argv.pop(1)).write_text(str(os.getpid()))
from lethelog.entrypoints.cli import main
main()
"""


def text_of(name: str, number: int) -> str:
    """What an agent remembers; no two texts of all agents are alike."""
    return f"The kettle {word_of(name, number)} stands in room {number % 7}."


def word_of(name: str, number: int) -> str:
    """A word that stands in that text alone."""
    return f"{name}x{number}"


def pid_file(store: Path, name: str) -> Path:
    """Where the server of an agent leaves the id of its process."""
    return store.with_name(f"{store.name}-{name}.pid")


def _say(*words: object) -> None:
    print(*words, flush=True)  # noqa: T201 - this is what it is started for


def _orders() -> asyncio.Queue[str]:
    """What it is told, line by line, and an empty one at last; reading never keeps it alive."""
    loop, orders = asyncio.get_running_loop(), asyncio.Queue[str]()

    def read() -> None:
        while lines := os.read(0, _BYTES_MAX).decode().splitlines():
            for line in lines:
                loop.call_soon_threadsafe(orders.put_nowait, line)
        loop.call_soon_threadsafe(orders.put_nowait, "")

    Thread(target=read, daemon=True).start()
    return orders


async def _write(agent: Agent, name: str, writes: int, orders: asyncio.Queue[str]) -> None:
    """So many, and then more until it is told to stop."""
    number = 0
    while number < writes or orders.empty():
        _say("asked", number)
        learned = await agent.does("memory_remember", text=text_of(name, number))
        [item] = learned["items"]
        _say("kept", number, item)
        if number % SEARCH_EVERY == 0:
            answer = await agent.does("memory_search", query=word_of(name, number), limit=3)
            assert answer["found"][0]["item"] == item, "what was acknowledged is found"
        number += 1
    if not await orders.get():
        orders.put_nowait("")  # its input has ended, so it ends too
    _say("written", number)


async def _live(store: Path, name: str, writes: int) -> None:
    environment = {**os.environ, "LETHELOG_STORE": str(store)}
    words = ["-c", _SERVER, str(pid_file(store, name)), "mcp"]
    server = StdioServerParameters(command=sys.executable, args=words, env=environment)
    async with Client(server, read_timeout_seconds=WAIT_SECONDS_MAX) as client:
        agent = Agent(client)
        await agent.does("memory_stats")
        orders = _orders()
        _say("opened")
        while order := await orders.get():
            if order == "go":
                await _write(agent, name, writes, orders)
            else:
                _say("seen", (await agent.does("memory_stats"))["position"])


if __name__ == "__main__":
    asyncio.run(_live(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])))
