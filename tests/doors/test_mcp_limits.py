"""What is too much for the server is refused before it is read, and the next one is answered."""

from __future__ import annotations

import asyncio
import socket
from contextlib import suppress
from typing import Any, Final

import pytest

from lethelog.doors.guard import Guard
from lethelog.doors.http import BODY_BYTES_MAX, HEAD_BYTES_MAX, allowed, routes
from lethelog.doors.parameters import CONTENT_CHARS_MAX, TEXT_CHARS_MAX
from lethelog.memory import Memory
from lethelog.tests.doors.agents import MODES, Agent, server_for, talk
from lethelog.tests.doors.test_mcp_guard import GOOD, PORT, TOKEN
from lethelog.tests.doors.test_mcp_processes import serving
from lethelog.tests.entrypoints.terminal import Terminal

CHUNK: Final = b"x" * 65_536
INITIALIZE: Final = (
    b'{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion":'
    b' "2025-11-25", "capabilities": {}, "clientInfo": {"name": "a", "version": "1"}}}'
)


class Posted:
    """One request to the whole application, whose body is handed over as far as it is asked for."""

    def __init__(self, memory: Memory, body: list[bytes], headers: dict[str, str]) -> None:
        self.status = 0
        self.read = 0
        self._body = body
        self._headers = GOOD | {
            "content-type": "application/json",
            "accept": "application/json, text/event-stream",
            **headers,
        }
        asyncio.run(self._post(memory))

    async def _post(self, memory: Memory) -> None:
        app = routes(server_for(memory))
        guard = Guard(app, allowed("127.0.0.1", PORT, TOKEN))  # as `application` makes it
        scope = {
            "type": "http",
            "method": "POST",
            "path": "/mcp",
            "raw_path": b"/mcp",
            "query_string": b"",
            "headers": [(name.encode(), value.encode()) for name, value in self._headers.items()],
        }
        async with app.router.lifespan_context(app):
            await asyncio.wait_for(guard(scope, self._receive, self._send), timeout=60)

    async def _receive(self) -> dict[str, Any]:
        if self.read >= len(self._body):
            return {"type": "http.disconnect"}
        chunk = self._body[self.read]
        self.read += 1
        return {"type": "http.request", "body": chunk, "more_body": self.read < len(self._body)}

    async def _send(self, message: Any) -> None:  # noqa: ANN401 - as the protocol of servers has it
        if message["type"] == "http.response.start":
            self.status = message["status"]


def test_a_body_that_says_that_it_is_too_long_is_not_read(memory: Memory) -> None:
    """Not one piece of it."""
    sent = Posted(memory, [CHUNK] * 1_000, {"content-length": str(BODY_BYTES_MAX + 1)})
    assert (sent.status, sent.read) == (413, 0)


def test_a_body_that_says_nothing_is_read_no_further_than_is_allowed(memory: Memory) -> None:
    """And one that lies about its length is read no further than that."""
    most = BODY_BYTES_MAX // len(CHUNK) + 2
    for headers in ({"transfer-encoding": "chunked"}, {"content-length": "10"}):
        sent = Posted(memory, [CHUNK] * 1_000, headers)
        assert sent.status in {400, 413}
        assert sent.read <= most


@pytest.mark.parametrize(
    "body",
    [
        b"[" * 1_000_000,
        b'{"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": ' + b'{"a":' * 500_000,
        b'{"id": ' + b"9" * 100_000 + b"}",
        b"\xff" * 1_000,
        b"",
    ],
)
def test_a_bomb_is_refused_and_the_next_request_is_answered(memory: Memory, body: bytes) -> None:
    """Whatever it is made of."""
    assert 400 <= Posted(memory, [body], {}).status < 500
    assert Posted(memory, [INITIALIZE], {}).status == 200


@pytest.mark.parametrize("mode", MODES)
def test_texts_and_documents_that_are_too_long_are_refused(memory: Memory, mode: str) -> None:
    """Before anything of them is looked at; and what is nested too deep, by its depth."""

    async def story(agent: Agent) -> None:
        assert f"at most {TEXT_CHARS_MAX}" in await agent.fails(
            "memory_remember", text="x" * (TEXT_CHARS_MAX + 1)
        )
        assert f"at most {CONTENT_CHARS_MAX}" in await agent.fails(
            "memory_ingest", content="x" * (CONTENT_CHARS_MAX + 1)
        )
        for content in ('{"a":' * 200_000, '{"a": ' + "[" * 900_000, '{"author": ' * 90_000):
            told = await agent.fails("memory_ingest", content=content, source_kind="receipt")
            assert "nested deeper than 32" in told
        deep: dict[str, object] = {}
        for _ in range(200):
            deep = {"about": deep}
        assert "not in the form" in await agent.fails("memory_dream", verdicts=[deep])

    talk(server_for(memory), story, mode=mode)
    assert memory.journal.head() == 0


HEADS: Final = (
    (b"GET /mcp HTTP/1.1\r\nHost: x\r\nX: ", b"x" * 16_000),
    (b"GET /mcp HTTP/1.1\r\nHost: x\r\n", b"X-Tea: green\r\n" * 1_000),
    (b"GET /", b"x" * 16_000),
)


def test_a_head_that_does_not_end_is_left_and_the_server_lives(terminal: Terminal) -> None:
    """One header, many of them, or the first line: nobody needs a token to send that."""
    most = 100 * HEAD_BYTES_MAX  # far more than the buffers between two programs hold
    with serving(terminal) as (address, token):
        place = ("127.0.0.1", int(address.rpartition(":")[2].partition("/")[0]))
        for start, piece in HEADS:
            sent = 0
            with suppress(OSError), socket.create_connection(place, timeout=30) as client:
                client.sendall(start)
                while sent < most:
                    client.sendall(piece)
                    sent += len(piece)
            assert sent < most
        with socket.create_connection(place, timeout=30) as client:
            head = (
                f"POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:{place[1]}\r\nAuthorization: Bearer {token}"
            )
            client.sendall(f"{head}\r\nContent-Length: 2\r\n\r\n{{}}".encode())
            assert client.recv(12).startswith(b"HTTP/1.1 4")


@pytest.mark.parametrize("mode", MODES)
def test_arguments_that_do_not_fit_are_told_of_in_one_short_sentence(
    memory: Memory, mode: str
) -> None:
    """However many there are, and without what was given."""

    async def story(agent: Agent) -> None:
        said = await agent.fails("create_entities", entities=[{"my secret": 1}] * 5_000)
        assert said == (
            "Error executing tool create_entities: entities.0.name: Field required;"
            " entities.0.entityType: Field required; entities.0.observations: Field required;"
            " and 14,997 more; the schema of the tool tells what fits"
        )
        said = await agent.fails("search_nodes", query=["my secret"])
        assert said == (
            "Error executing tool search_nodes: query: Input should be a valid string;"
            " the schema of the tool tells what fits"
        )

    talk(server_for(memory, profile="graph"), story, mode=mode)
