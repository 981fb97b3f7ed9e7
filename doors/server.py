"""The server of the Model Context Protocol: all tools and resources for one connection."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import version
from typing import Any, Final

from mcp.server.mcpserver import MCPServer

from .connection import Connection
from .resources import Resources
from .tool import DATA
from .tools_asking import AskingTools
from .tools_dreaming import DreamingTools
from .tools_explaining import ExplainingTools
from .tools_forgetting import ForgettingTools
from .tools_learning import LearningTools

NAME: Final = "lethelog"

INSTRUCTIONS: Final = f"""\
A memory that outlasts this conversation. Call memory_context when a conversation begins, and
memory_search before you answer about people, preferences, plans or the past. Call memory_remember
for what should be known later: one self-contained text each, keyed where something has one value
at a time. Where something changed, use memory_supersede; where two things cannot both be true and
you do not know which is, memory_contradict. Nothing is ever lost by these. To take something away
for good, memory_forget has a person decide. {DATA}"""

_GROUPS: Final = (AskingTools, ExplainingTools, LearningTools, ForgettingTools, DreamingTools)


def build(connection: Connection) -> MCPServer:
    """The server for a connection, whose rights are fixed from here on."""

    @asynccontextmanager
    async def lifespan(_server: MCPServer[Connection]) -> AsyncIterator[Connection]:
        yield connection

    server: MCPServer[Any] = MCPServer(
        NAME,
        title="Memory",
        description="An append-only memory that explains itself and truly forgets.",
        instructions=INSTRUCTIONS,
        version=version(NAME),
        lifespan=lifespan,
        log_level="WARNING",  # what it tells below that quotes what was asked
    )
    for group in _GROUPS:
        group(connection).add_to(server)
    Resources(connection).add_to(server)
    return server
