"""Agents who know the reference server for memory find its nine tools, and nothing else."""

from __future__ import annotations

import asyncio
import json
import sys
from typing import Any, Final, cast

import pytest
from mcp import Client, StdioServerParameters
from mcp.server.mcpserver import MCPServer
from mcp.types import TextContent

from lethelog.domain.capabilities import VERBS, Grant, Verb
from lethelog.doors.connection import Connection
from lethelog.doors.server import build
from lethelog.doors.tools_graph import RESOURCE
from lethelog.memory import Memory
from lethelog.tests.architecture.house import ROOT
from lethelog.tests.doors.agents import MODES, Agent, talk
from lethelog.tests.doors.every_tool import ACME, ADA, WORKS
from lethelog.tests.entrypoints.terminal import PROGRAM_TEXT, Terminal

# As `tools/list` of @modelcontextprotocol/server-memory 2026.8.31 has them, without descriptions.
_TEXTS: Final = ["string"]
_ENTITY: Final = {"name": "string", "entityType": "string", "observations": _TEXTS}
_RELATION: Final = {"from": "string", "to": "string", "relationType": "string"}
_ADDED: Final = {"entityName": "string", "addedObservations": _TEXTS}
_DONE: Final = {"success": "boolean", "message": "string"}
_GRAPH: Final = {"entities": [_ENTITY], "relations": [_RELATION]}
TOOLS: Final[dict[str, tuple[Any, Any, str]]] = {
    "create_entities": ({"entities": [_ENTITY]}, {"entities": [_ENTITY]}, "adds"),
    "create_relations": ({"relations": [_RELATION]}, {"relations": [_RELATION]}, "adds"),
    "add_observations": (
        {"observations": [{"entityName": "string", "contents": _TEXTS}]},
        {"results": [_ADDED]},
        "adds",
    ),
    "delete_entities": ({"entityNames": _TEXTS}, _DONE, "deletes"),
    "delete_observations": (
        {"deletions": [{"entityName": "string", "observations": _TEXTS}]},
        _DONE,
        "deletes",
    ),
    "delete_relations": ({"relations": [_RELATION]}, _DONE, "deletes"),
    "read_graph": ({}, _GRAPH, "reads"),
    "search_nodes": ({"query": "string"}, _GRAPH, "reads"),
    "open_nodes": ({"names": _TEXTS}, _GRAPH, "reads"),
}
_HINTS: Final = {  # reads only, destroys, may be repeated
    "adds": (False, False, False),
    "deletes": (False, True, True),
    "reads": (True, False, True),
}


def served(memory: Memory, *verbs: Verb) -> MCPServer[Any]:
    """The graph of a memory, to an agent with these rights or with all."""
    grant = Grant(namespace="default", verbs=frozenset(verbs or VERBS), channel="tool")
    return build(Connection(grant, lambda: memory), "graph")


def shape(schema: dict[str, Any], root: dict[str, Any]) -> object:
    """A schema as a plain example of it, all of whose fields are required."""
    if "$ref" in schema:
        return shape(root["$defs"][schema["$ref"].rpartition("/")[2]], root)
    if schema["type"] == "array":
        return [shape(schema["items"], root)]
    if schema["type"] != "object":
        return schema["type"]
    fields: dict[str, Any] = schema.get("properties", {})
    assert set(schema.get("required", [])) == set(fields)
    return {name: shape(each, root) for name, each in fields.items()}


@pytest.mark.parametrize("mode", MODES)
def test_there_are_the_nine_tools_with_their_shapes_and_hints(memory: Memory, mode: str) -> None:
    """What goes in and what comes out has the same fields, and each tool the same hints."""

    async def story(agent: Agent) -> None:
        tools = {tool.name: tool for tool in (await agent.client.list_tools()).tools}
        assert sorted(tools) == sorted(TOOLS)
        for name, (takes, gives, hints) in TOOLS.items():
            tool, told = tools[name], tools[name].annotations
            assert shape(tool.input_schema, tool.input_schema) == takes, name
            assert tool.output_schema is not None
            assert shape(tool.output_schema, tool.output_schema) == gives, name
            assert told is not None
            told_hints = (told.read_only_hint, told.destructive_hint, told.idempotent_hint)
            assert (told_hints, told.open_world_hint) == (_HINTS[hints], False), name
            assert tool.title == name.replace("_", " ").title()
        assert "never follow" in (agent.client.instructions or "")

    talk(served(memory), story, mode=mode)


@pytest.mark.parametrize("mode", MODES)
def test_the_nine_tools_answer_as_agents_know_them(memory: Memory, mode: str) -> None:
    """With data, and beside it the text that the reference gives."""

    async def story(agent: Agent) -> None:
        made = await agent.does("create_entities", entities=[ADA, ACME, ADA | {"entityType": "x"}])
        assert made == {"entities": [ADA, ACME]}
        assert await agent.does("create_entities", entities=[ADA]) == {"entities": []}
        assert await agent.does("create_relations", relations=[WORKS, WORKS]) == {
            "relations": [WORKS]
        }
        added = {"entityName": "Ada", "contents": ["likes tea", "sings"]}
        assert await agent.does("add_observations", observations=[added]) == {
            "results": [{"entityName": "Ada", "addedObservations": ["sings"]}]
        }
        said = await agent.fails("add_observations", observations=[added | {"entityName": "Eve"}])
        assert "Entity with name Eve not found" in said
        whole = {"entities": [ADA | {"observations": ["likes tea", "sings"]}, ACME]}
        assert await agent.does("read_graph") == whole | {"relations": [WORKS]}
        found = {"entities": [ACME], "relations": [WORKS]}
        assert await agent.does("search_nodes", query="COMPANY") == found
        assert await agent.does("open_nodes", names=["Acme", "Eve"]) == found
        result = await agent.client.call_tool("open_nodes", {"names": ["Acme"]})
        [content] = result.content
        assert isinstance(content, TextContent)
        assert content.text == json.dumps(found, indent=2)
        assert json.loads(await agent.reads(RESOURCE)) == await agent.does("read_graph")

    talk(served(memory), story, mode=mode)


@pytest.mark.parametrize("mode", MODES)
def test_what_is_deleted_is_told_in_words(memory: Memory, mode: str) -> None:
    """What was not there is no error."""

    async def deletes(agent: Agent, what: str, **given: object) -> str:
        done = await agent.does(f"delete_{what}", **given)
        assert done["success"] is True
        return cast("str", done["message"])

    async def story(agent: Agent) -> None:
        await agent.does("create_entities", entities=[ADA, ACME])
        await agent.does("create_relations", relations=[WORKS])
        gone = [
            {"entityName": "Ada", "observations": ["likes tea", "hums"]},
            {"entityName": "Eve", "observations": ["x"]},
        ]
        said = await deletes(agent, "observations", deletions=gone)
        assert said == "Deleted 1 of 3 observations. Entities not found: Eve"
        said = await deletes(agent, "relations", relations=[WORKS, WORKS])
        assert said == "Deleted 1 of 2 relations. The rest matched nothing."
        said = await deletes(agent, "entities", entityNames=["Ada", "Eve"])
        assert said == "Deleted 1 of 2 entities. Not found: Eve"
        assert await deletes(agent, "entities", entityNames=["Acme"]) == (
            "Entities deleted successfully"
        )
        assert await agent.does("read_graph") == {"entities": [], "relations": []}

    talk(served(memory), story, mode=mode)


def test_rights_and_channel_are_those_of_the_connection(memory: Memory) -> None:
    """Whoever only reads changes nothing, and what comes in says by which channel it came."""

    async def story(agent: Agent) -> None:
        said = await agent.fails("create_entities", entities=[ADA])
        assert "may not write" in said
        assert await agent.does("read_graph") == {"entities": [], "relations": []}

    async def writer(agent: Agent) -> None:
        await agent.does("create_entities", entities=[ADA])

    talk(served(memory, "read"), story)
    talk(served(memory, "write"), writer)
    rows = memory.ask(lambda view: view.rows("SELECT DISTINCT origin FROM item"))
    assert rows == [("tool",)]


def test_twenty_calls_at_once_from_several_processes_are_kept(terminal: Terminal) -> None:
    """The reference keeps one of them; here each client has a process of its own."""
    server = StdioServerParameters(
        command=sys.executable,
        args=["-c", PROGRAM_TEXT, "mcp", "--profile", "graph"],
        env=dict(terminal.environment()) | {"LETHELOG_LOCK_WAIT_SECONDS": "30"},
    )

    async def creates(number: int) -> None:
        async with Client(server, read_timeout_seconds=60) as client:
            agent = Agent(client)
            await asyncio.gather(
                *(
                    agent.does("create_entities", entities=[ADA | {"name": f"n{number}-{each}"}])
                    for each in range(10)
                )
            )

    async def story() -> None:
        await asyncio.gather(creates(1), creates(2))

    asyncio.run(story())
    assert len(terminal.json("graph", "show")["entities"]) == 20


def test_the_page_tells_of_every_tool() -> None:
    """And of the command that brings in what the reference kept."""
    page = (ROOT / "docs" / "mcp.md").read_text(encoding="utf-8")
    assert [name for name in TOOLS if f"`{name}`" not in page] == []
    assert "lethelog graph import" in page
