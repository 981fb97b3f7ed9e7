"""A line that is too long is refused by its id, and is never in memory as a whole."""

from __future__ import annotations

import asyncio
import io
import sys
import tracemalloc
from typing import Final

import msgspec
import pytest
from mcp import Client, StdioServerParameters
from mcp.shared.exceptions import MCPError
from mcp.types import INVALID_REQUEST

from lethelog.doors.long_lines import LINE_BYTES_MAX, bounded
from lethelog.tests.doors.agents import MODES, Agent
from lethelog.tests.entrypoints.terminal import PROGRAM_TEXT, Terminal

SECONDS_MAX: Final = 60
LONG: Final = "x" * LINE_BYTES_MAX


def answered(line: str) -> list[object]:
    """The ids by which lines are refused, when one stands between two that are short."""
    shorter = b'{"id":0}\n'
    first, *rest, last = bounded(io.BytesIO(shorter + line.encode() + b"\n" + shorter))
    assert first == last == shorter
    return [msgspec.json.decode(each)["id"] for each in rest]


@pytest.mark.parametrize(
    ("line", "known_by"),
    [
        (f'{{"jsonrpc":"2.0","id":7,"method":"m","params":{{"a":"{LONG}"}}}}', [7]),
        (f'{{"id": "a-7", "method": "m", "params": {{"id": 8, "a": "{LONG}"}}}}', ["a-7"]),
        (f'{{"method":"m","params":{{"a":"{LONG}"}},"jsonrpc":"2.0","id":7}}', [7]),
        (f'{{"method":"m","params":{{"id":8,"a":"{LONG}"}},"id":7,"jsonrpc":"2.0"}}', [7]),
        (f'{{"method":"m","params":{{"id":8,"a":"{LONG}"}},"jsonrpc":"2.0"}}', []),
        (f'{{"method":"m","params":{{"a":"{LONG}","id":8}},"jsonrpc":"2.0"}}', []),
        (f'{{"method":"m","params":{{"a":"{LONG}}},\\"id\\":8}}"}}}}', []),
        (LONG + "y", []),
    ],
)
def test_it_is_known_by_the_id_of_the_message(line: str, known_by: list[object]) -> None:
    """Not by any other that stands in it; a message without one gets no answer, as ever."""
    assert answered(line) == known_by


def test_a_line_at_the_limit_is_a_line_like_any() -> None:
    """Also the last one, which may have no end."""
    at_limit = b"x" * (LINE_BYTES_MAX - 1) + b"\n"
    assert list(bounded(io.BytesIO(at_limit + b"y"))) == [at_limit, b"y"]
    assert list(bounded(io.BytesIO(at_limit + b"y" + at_limit))) == [at_limit]


class Endless(io.RawIOBase):
    """A line of many times the limit, made as it is read."""

    def __init__(self, times: int) -> None:
        super().__init__()
        self.left = times * LINE_BYTES_MAX

    def readable(self) -> bool:
        """As a file that is read."""
        return True

    def readinto(self, into: object) -> int:
        """Some more of it."""
        room = memoryview(into)  # type: ignore[arg-type]  # of a buffer, which has no type
        count = min(len(room), self.left)
        room[:count] = b"x" * count
        self.left -= count
        return count


def test_of_a_long_line_no_more_than_a_short_one_is_kept() -> None:
    """However long it is."""
    tracemalloc.start()
    try:
        assert list(bounded(io.BufferedReader(Endless(times=20)))) == []
        assert tracemalloc.get_traced_memory()[1] < 4 * LINE_BYTES_MAX
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("mode", MODES)
def test_a_client_that_sends_too_much_is_told_and_goes_on(terminal: Terminal, mode: str) -> None:
    """Its call ends, and the next one is answered."""
    server = StdioServerParameters(
        command=sys.executable,
        args=["-c", PROGRAM_TEXT, "mcp"],
        env=dict(terminal.environment()),
    )

    async def story() -> None:
        async with Client(server, mode=mode, read_timeout_seconds=SECONDS_MAX) as client:
            with pytest.raises(MCPError, match="at most 8,388,608 bytes") as caught:
                await client.call_tool("memory_ingest", {"content": LONG, "name": "long"})
            assert caught.value.error.code == INVALID_REQUEST
            await Agent(client).does("memory_remember", text="Ana drinks green tea.")

    asyncio.run(story())
