"""The server as clients start it: a process of its own, over its streams or over HTTP."""

from __future__ import annotations

import asyncio
import os
import socket
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client
from mcp.shared._httpx_utils import create_mcp_http_client

from lethelog.domain.errors import InvalidInput, Refused
from lethelog.doors.token_file import bearer_token
from lethelog.tests.doors.agents import MODES, Agent
from lethelog.tests.entrypoints.terminal import PROGRAM_TEXT, Terminal

SECONDS_MAX = 60


async def tea(agent: Agent) -> None:
    """A story short enough to be told over any way in."""
    await agent.does("memory_remember", text="Ana drinks green tea.")
    [found] = (await agent.does("memory_search", query="green tea"))["found"]
    assert (found["origin"], found["namespace"]) == ("agent", "work")
    assert "memory_search shows ids" in await agent.fails("memory_why", item="zzzz")
    planned = await agent.does("memory_forget", items=[found["item"]])
    assert "lethelog --namespace work forget approve" in planned["next"]


def test_a_client_talks_over_the_streams_of_a_process(terminal: Terminal) -> None:
    """What was acknowledged is there for the next program, in the namespace that was told."""
    words = ["-c", PROGRAM_TEXT, "mcp", "--namespace", "work"]
    server = StdioServerParameters(
        command=sys.executable, args=words, env=dict(terminal.environment())
    )

    async def story() -> None:
        async with Client(server, mode="legacy", read_timeout_seconds=SECONDS_MAX) as client:
            await tea(Agent(client))

    asyncio.run(story())
    assert "green tea" in terminal.says("--namespace", "work", "facts")
    listed = terminal.says("--namespace", "work", "forget", "list", "--json")
    [plan] = msgspec.json.decode(listed)["result"]["plans"]
    terminal.says("--namespace", "work", "forget", "approve", plan["id"])
    terminal.says("--namespace", "work", "forget", "apply", plan["id"])
    assert "green tea" not in terminal.says("--namespace", "work", "facts")
    assert not (terminal.store / "journal.sqlite").exists()
    beside = terminal.store.with_name("store-namespaces")
    assert stat.S_IMODE(beside.stat().st_mode) == 0o700


@contextmanager
def serving(terminal: Terminal, *options: str) -> Iterator[tuple[str, str]]:
    """A server over HTTP, by its address and its token, until the block ends."""
    with closing(socket.socket()) as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    words = ["mcp", "--http", "--namespace", "work", "--port", str(port), *options]
    process = subprocess.Popen(
        [sys.executable, "-c", PROGRAM_TEXT, *words],
        env=terminal.environment(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    try:
        wait_for(port, process)
        file = terminal.store.with_name("store-namespaces") / "work" / "mcp-token"
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        yield f"http://127.0.0.1:{port}/mcp", file.read_text(encoding="ascii").strip()
    finally:
        process.terminate()
        process.communicate(timeout=SECONDS_MAX)


def wait_for(port: int, process: subprocess.Popen[bytes]) -> None:
    """Until the port answers."""
    ends = time.monotonic() + SECONDS_MAX
    while time.monotonic() < ends and process.poll() is None:
        with closing(socket.socket()) as one:
            if one.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    pytest.fail("the server did not start")


def test_a_client_talks_over_http_with_the_token_alone(terminal: Terminal) -> None:
    """In both eras of the protocol; without it the client gets nowhere."""

    async def told(url: str, token: str, mode: str) -> None:
        headers = {"authorization": f"Bearer {token}"}
        async with create_mcp_http_client(headers=headers) as http:
            transport: Any = streamable_http_client(url, http_client=http)
            async with Client(transport, mode=mode, read_timeout_seconds=SECONDS_MAX) as client:
                await tea(Agent(client))

    with serving(terminal) as (url, token):
        for mode in MODES:
            asyncio.run(told(url, token, mode))
        with pytest.raises(Exception):  # noqa: B017, PT011 - the library has its own for each era
            asyncio.run(told(url, "x" * 43, "legacy"))


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such modes")
def test_the_token_is_drawn_once_and_is_of_its_owner_alone(tmp_path: Path) -> None:
    """A file that others can read, a link, or a short secret is no place for one."""
    file = tmp_path / "token"
    token = bearer_token(file)
    assert len(token) >= 43
    assert bearer_token(file) == token
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    file.chmod(0o640)
    with pytest.raises(Refused, match="others can read"):
        bearer_token(file)
    link = tmp_path / "link"
    link.symlink_to(file)
    file.chmod(0o600)
    with pytest.raises(Refused, match="cannot be read"):
        bearer_token(link)
    file.write_text("short\n", encoding="ascii")
    with pytest.raises(InvalidInput, match="remove it for a new one"):
        bearer_token(file)


def _missing(_name: str) -> None:
    """As where nothing of that name is installed."""


def test_whoever_lacks_the_extra_is_told_how_to_get_it(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One line, and no traceback."""
    monkeypatch.setattr("lethelog.entrypoints.cli_mcp.find_spec", _missing)
    result = terminal.run("mcp")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "pip install 'lethelog[mcp]'" in result.stderr
    assert not terminal.store.exists()


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--allow", "read,fly"), "'fly' is none of read, write"),
        (("--namespace", "../other"), "is no name of a namespace"),
        (("--http", "--listen", "192.168.1.5"), "--behind-tls-proxy"),
        (("--http", "--host-name", "memory.example"), "--behind-tls-proxy"),
    ],
)
def test_what_cannot_be_served_is_refused_at_the_start(
    terminal: Terminal, words: tuple[str, ...], says: str
) -> None:
    """Before a port is open."""
    result = terminal.run("mcp", *words)
    assert result.exit_code in {1, 2}
    assert says in " ".join(result.stderr.split())


def test_a_namespace_is_the_same_by_option_and_by_environment(tmp_path: Path) -> None:
    """And another is another."""
    terminal = Terminal(tmp_path / "store")
    terminal.says("--namespace", "work", "remember", "Only at work.")
    terminal.says("remember", "Only here.")
    told = {
        name: terminal.process("facts", environment={"LETHELOG_NAMESPACE": name}).stdout
        for name in ("", "default", "work")
    }
    assert "Only at work" in told["work"]
    assert "Only here" not in told["work"]
    assert told[""] == told["default"]
    assert "Only at work" not in told[""]
    assert terminal.process("--namespace", "nobody", "facts").returncode == 1
    assert os.listdir(tmp_path / "store-namespaces") == ["work"]  # noqa: PTH208 - names alone
