"""Every tool of every profile, by the client of the protocol's own library, over both ways in.

Over the streams in the era without a handshake, over HTTP in the one with it: the other two pairs
are told of the one profile in `test_mcp_processes.py`.
"""

from __future__ import annotations

import asyncio
import sys
from typing import Any, Final

import pytest
from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client
from mcp.shared._httpx_utils import create_mcp_http_client

from lethelog.domain.capabilities import VERBS, Profile
from lethelog.tests.doors.every_tool import USES, Watched
from lethelog.tests.doors.test_mcp_processes import SECONDS_MAX, serving
from lethelog.tests.entrypoints.terminal import PROGRAM_TEXT, Terminal

RIGHTS: Final = ("--allow", ",".join(VERBS))


async def uses_all(client: Client, profile: Profile) -> None:
    """Each tool, and with it every kind of object that it can give."""
    watched = Watched(client)
    await USES[profile](watched)
    assert watched.unseen() == set()


@pytest.mark.parametrize("profile", USES)
def test_every_tool_works_over_the_streams_of_a_process(
    terminal: Terminal, profile: Profile
) -> None:
    """As clients start it."""
    server = StdioServerParameters(
        command=sys.executable,
        args=["-c", PROGRAM_TEXT, "mcp", "--profile", profile, *RIGHTS],
        env=dict(terminal.environment()),
    )

    async def story() -> None:
        async with Client(server, mode="auto", read_timeout_seconds=SECONDS_MAX) as client:
            await uses_all(client, profile)

    asyncio.run(story())


@pytest.mark.parametrize("profile", USES)
def test_every_tool_works_over_http(terminal: Terminal, profile: Profile) -> None:
    """With the token."""

    async def story(url: str, token: str) -> None:
        headers = {"authorization": f"Bearer {token}"}
        async with create_mcp_http_client(headers=headers) as http:
            transport: Any = streamable_http_client(url, http_client=http)
            async with Client(transport, mode="legacy", read_timeout_seconds=SECONDS_MAX) as client:
                await uses_all(client, profile)

    with serving(terminal, "--profile", profile, *RIGHTS) as (url, token):
        asyncio.run(story(url, token))
