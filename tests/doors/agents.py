"""Agents at the door: the client of the protocol's own library, in memory."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final, TypeVar, cast

from mcp import Client
from mcp.client import ClientRequestContext
from mcp.server.mcpserver import MCPServer
from mcp.types import ElicitRequestParams, ElicitResult, TextContent, TextResourceContents

from lethelog.domain.capabilities import VERBS, Grant, Profile, Verb
from lethelog.doors.connection import Connection, SharedWith
from lethelog.doors.server import build
from lethelog.memory import Memory

MODES: Final = ("auto", "legacy")
"""The era without a handshake, and the one with it."""

T = TypeVar("T")


class Agent:
    """One client that is connected, in words as short as a story needs."""

    def __init__(self, client: Client) -> None:
        self.client = client

    async def does(self, tool: str, **given: object) -> dict[str, Any]:
        """The structured result of a tool that must succeed."""
        result = await self.client.call_tool(tool, given)
        assert not result.is_error, result.content
        content: object = result.structured_content
        assert isinstance(content, dict), tool
        return cast("dict[str, Any]", content)  # the keys of JSON are text

    async def fails(self, tool: str, **given: object) -> str:
        """What a tool that must not succeed says."""
        result = await self.client.call_tool(tool, given)
        assert result.is_error, result.structured_content
        [content] = result.content
        assert isinstance(content, TextContent)
        return content.text

    async def answers(self, tool: str, **given: object) -> tuple[bool, str]:
        """Whether a tool failed, and all that it said."""
        result = await self.client.call_tool(tool, given)
        return result.is_error or False, "".join(
            each.text for each in result.content if isinstance(each, TextContent)
        )

    async def reads(self, address: str) -> str:
        """The text behind an address."""
        [content] = (await self.client.read_resource(address)).contents
        assert isinstance(content, TextResourceContents)
        return content.text


Story = Callable[[Agent], Awaitable[T]]


def server_for(
    memory: Memory,
    *,
    verbs: Sequence[Verb] = VERBS,
    namespace: str = "default",
    shared: SharedWith | None = None,
    profile: Profile = "memory",
) -> MCPServer[Any]:
    """A server for one memory in one of its shapes, with these rights."""
    grant = Grant(namespace=namespace, verbs=frozenset(verbs))
    return build(Connection(grant, lambda: memory, shared), profile)


def talk(
    server: MCPServer[Any],
    story: Story[T],
    *,
    mode: str = "auto",
    person: ElicitResult | None = None,
    questions: list[str] | None = None,
) -> T:
    """Tells a story with a client; a `person` who answers makes it one that can ask."""

    async def ask(context: ClientRequestContext, params: ElicitRequestParams) -> ElicitResult:
        assert context is not None
        assert person is not None
        if questions is not None:
            questions.append(params.message)
        return person

    async def told() -> T:
        callback = None if person is None else ask
        async with Client(server, mode=mode, elicitation_callback=callback) as client:
            return await story(Agent(client))

    return asyncio.run(told())
