"""The server of the Model Context Protocol: all tools and resources for one connection."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import version
from typing import Final

from mcp.server.mcpserver import MCPServer

from ..domain.capabilities import Profile
from .connection import Connection
from .fitting import FittingServer
from .instructions import INSTRUCTIONS
from .long_lines import LongLines
from .offered import Offered
from .subscribing import Subscribing
from .watching import Watching

NAME: Final = "lethelog"


def build(connection: Connection, profile: Profile = "memory") -> MCPServer:
    """The server for a connection, whose rights and shape are fixed from here on."""

    @asynccontextmanager
    async def lifespan(_server: MCPServer[Connection]) -> AsyncIterator[Connection]:
        yield connection

    watching = Watching(connection)
    server = FittingServer(
        NAME,
        title="Memory",
        description="An append-only memory that explains itself and truly forgets.",
        instructions=INSTRUCTIONS[profile],
        version=version(NAME),
        lifespan=lifespan,
        subscriptions=watching,
        middleware=[LongLines(), Offered(_LACKING[profile]), Subscribing(watching)],
        log_level="WARNING",  # what it tells below that quotes what was asked
    )
    _OFFERS[profile](connection, server)
    return server


# Each brings its own tools with it, so that a server loads none that it does not offer.


def _offer_memory(connection: Connection, server: MCPServer) -> None:
    from .resources import Resources  # noqa: PLC0415
    from .tools_asking import AskingTools  # noqa: PLC0415
    from .tools_dreaming import DreamingTools  # noqa: PLC0415
    from .tools_explaining import ExplainingTools  # noqa: PLC0415
    from .tools_exporting import ExportingTools  # noqa: PLC0415
    from .tools_forgetting import ForgettingTools  # noqa: PLC0415
    from .tools_learning import LearningTools  # noqa: PLC0415

    asking = (AskingTools, ExplainingTools, ExportingTools)
    for group in (*asking, LearningTools, ForgettingTools, DreamingTools):
        group(connection).add_to(server)
    Resources(connection).add_to(server)


def _offer_graph(connection: Connection, server: MCPServer) -> None:
    from .tools_graph import GraphTools  # noqa: PLC0415

    GraphTools(connection).add_to(server)


def _offer_files(connection: Connection, server: MCPServer) -> None:
    from .tools_files import FilesTools  # noqa: PLC0415

    FilesTools(connection).add_to(server)


_OFFERS: Final = {"memory": _offer_memory, "graph": _offer_graph, "files": _offer_files}

_LACKING: Final[dict[Profile, frozenset[str]]] = {
    "memory": frozenset({"prompts"}),
    "graph": frozenset({"prompts"}),
    "files": frozenset({"prompts", "resources"}),
}
"""The parts of the protocol that the library has and that a profile has nothing for."""
