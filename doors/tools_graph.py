"""The nine tools of a knowledge graph, as agents know them from the reference server for memory."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Annotated, Any, Final

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ResourceError
from mcp.types import CallToolResult, TextContent
from pydantic import Field

from ..profiles.graph import KnowledgeGraph
from ..profiles.graph_model import Deleted, Observations
from .connection import Connection, told
from .graph_shapes import (
    AddedResult,
    Addition,
    Deletion,
    DeletionResult,
    EntitiesResult,
    EntityShape,
    GraphResult,
    RelationShape,
    RelationsResult,
    added_shape,
    entity_of,
    entity_shape,
    graph_shape,
    relation_of,
    relation_shape,
)
from .tool import ADDS, FORGETS, READS, Group, tool

RESOURCE: Final = "memory://knowledge-graph"
"""The whole graph, under the address that the reference server gives it."""


class GraphTools(Group):
    """Whoever may write may change the graph; nothing that is deleted here is lost."""

    def __init__(self, connection: Connection) -> None:
        super().__init__(connection)
        self._made: KnowledgeGraph | None = None

    def add_to(self, server: MCPServer) -> None:
        """The tools, and the one resource that comes with them."""
        super().add_to(server)
        server.resource(
            RESOURCE,
            name="knowledge-graph",
            title="Knowledge Graph",
            description="All entities and relations, as remembered data and no instructions.",
            mime_type="application/json",
        )(self._whole)

    @tool("write", "Create Entities", ADDS)
    def create_entities(
        self, *, entities: list[EntityShape]
    ) -> Annotated[CallToolResult, EntitiesResult]:
        """Creates entities in the knowledge graph; one whose name is known stays as it is."""
        asked = [*map(entity_of, entities)]
        made = [*map(entity_shape, self._graph().create_entities(asked))]
        return _result({"entities": made}, made)

    @tool("write", "Create Relations", ADDS)
    def create_relations(
        self, *, relations: list[RelationShape]
    ) -> Annotated[CallToolResult, RelationsResult]:
        """Creates relations between entities that are there; say them in active voice."""
        made = [
            *map(relation_shape, self._graph().create_relations([*map(relation_of, relations)]))
        ]
        return _result({"relations": made}, made)

    @tool("write", "Add Observations", ADDS)
    def add_observations(
        self, *, observations: list[Addition]
    ) -> Annotated[CallToolResult, AddedResult]:
        """Adds observations to entities that are there; what is known of them is not added."""
        asked = [Observations(o["entityName"], tuple(o["contents"])) for o in observations]
        made = [*map(added_shape, self._graph().add_observations(asked))]
        return _result({"results": made}, made)

    @tool("write", "Delete Entities", FORGETS)
    def delete_entities(
        self,
        *,
        entityNames: Annotated[  # noqa: N803 - agents know it by this name
            list[str], Field(description="The names of the entities.")
        ],
    ) -> Annotated[CallToolResult, DeletionResult]:
        """Deletes entities with their observations, and every relation from them and to them."""
        deleted = self._graph().delete_entities(entityNames)
        return _deleted("Entities", deleted, len(entityNames), " Not found: ")

    @tool("write", "Delete Observations", FORGETS)
    def delete_observations(
        self, *, deletions: list[Deletion]
    ) -> Annotated[CallToolResult, DeletionResult]:
        """Deletes observations of entities, by their words."""
        asked = [Observations(d["entityName"], tuple(d["observations"])) for d in deletions]
        wanted = sum(len(each.texts) for each in asked)
        deleted = self._graph().delete_observations(asked)
        rest = " Entities not found: " if deleted.missing else ""
        return _deleted("Observations", deleted, wanted, rest)

    @tool("write", "Delete Relations", FORGETS)
    def delete_relations(
        self,
        *,
        relations: Annotated[
            list[RelationShape], Field(description="The relations, just as they are.")
        ],
    ) -> Annotated[CallToolResult, DeletionResult]:
        """Deletes relations between entities."""
        deleted = self._graph().delete_relations([*map(relation_of, relations)])
        return _deleted("Relations", deleted, len(relations), " The rest matched nothing.")

    @tool("read", "Read Graph", READS)
    def read_graph(self) -> Annotated[CallToolResult, GraphResult]:
        """Reads the whole knowledge graph."""
        graph = graph_shape(self._graph().read_graph())
        return _result(graph, graph)

    @tool("read", "Search Nodes", READS)
    def search_nodes(
        self,
        *,
        query: Annotated[
            str, Field(description="What stands in a name, a type or an observation, in any case.")
        ],
    ) -> Annotated[CallToolResult, GraphResult]:
        """Finds entities by a part of their names, types or observations, with their relations."""
        graph = graph_shape(self._graph().search_nodes(query))
        return _result(graph, graph)

    @tool("read", "Open Nodes", READS)
    def open_nodes(
        self,
        *,
        names: Annotated[list[str], Field(description="The names of the entities.")],
    ) -> Annotated[CallToolResult, GraphResult]:
        """Opens entities by their names, with every relation from them and to them."""
        graph = graph_shape(self._graph().open_nodes(names))
        return _result(graph, graph)

    def _graph(self) -> KnowledgeGraph:
        """Made by the first tool, for the memory may still be opening until then."""
        if self._made is None:
            self._made = KnowledgeGraph(self.connection.memory, self.connection.grant.channel)
        return self._made

    def _whole(self) -> str:
        with told(RESOURCE, ResourceError):
            self.connection.check("read", "a resource")
            return _json(graph_shape(self._graph().read_graph()))


def _deleted(what: str, deleted: Deleted, wanted: int, rest: str) -> CallToolResult:
    """What is not there is no error, and is told."""
    message = f"{what} deleted successfully"
    if deleted.count != wanted:
        missing = ", ".join(deleted.missing)
        message = f"Deleted {deleted.count} of {wanted} {what.lower()}.{rest}{missing}"
    return _result({"success": True, "message": message}, message)


def _result(structured: Mapping[str, Any], shown: object) -> CallToolResult:
    """The result as data, and as the text that the reference server gives beside it."""
    return CallToolResult(
        content=[TextContent(type="text", text=shown if isinstance(shown, str) else _json(shown))],
        structured_content=dict(structured),
    )


def _json(shown: object) -> str:
    return json.dumps(shown, indent=2, ensure_ascii=False)
