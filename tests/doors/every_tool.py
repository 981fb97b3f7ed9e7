"""Stories in which an agent uses every tool of a profile, and what was seen of each of them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from typing import Any, Final, cast

from mcp import Client

from lethelog.domain.capabilities import Profile
from lethelog.tests.doors.agents import Agent

TURNS: Final = (
    '{"id": "1", "author": "Ana", "time": "2026-01-05", "text": "The kettle is here."}\n'
    '{"id": "2", "author": "Ben", "time": "2026-02-05", "text": "The kettle is upstairs."}\n'
)
TEA: Final = {
    "text": "Ana likes tea.",
    "kind": "preference",
    "subject": "Ana",
    "attribute": "drink",
    "value": "tea",
    "scope": "",
    "valid_from": "",
    "confidence": 0.9,
}
ADA: Final[dict[str, Any]] = {"name": "Ada", "entityType": "person", "observations": ["likes tea"]}
ACME: Final[dict[str, Any]] = {"name": "Acme", "entityType": "company", "observations": []}
WORKS: Final[dict[str, Any]] = {"from": "Ada", "to": "Acme", "relationType": "works_at"}


class Watched(Agent):
    """An agent whose tools and whose results are kept in mind: each has to fit what was told."""

    def __init__(self, client: Client) -> None:
        super().__init__(client)
        self.called: set[str] = set()
        self.seen: set[str] = set()
        self.schemas: dict[str, dict[str, Any]] = {}

    async def does(self, tool: str, **given: object) -> dict[str, Any]:
        """The result, none of whose fields is one that the schema does not tell of.

        That it fits the schema is what the library of the client looks at itself.
        """
        if not self.schemas:
            tools = (await self.client.list_tools()).tools
            self.schemas = {each.name: each.output_schema or {} for each in tools}
        result = await super().does(tool, **given)
        self.called.add(tool)
        self.seen |= {*parts(result, self.schemas[tool])}
        return result

    def unseen(self) -> set[str]:
        """Tools that were not called, and kinds of objects that never came back."""
        kinds = {name for schema in self.schemas.values() for name in schema.get("$defs", {})}
        return (self.schemas.keys() - self.called) | (kinds - self.seen)


def parts(
    value: object, schema: dict[str, Any], root: dict[str, Any] | None = None
) -> Iterator[str]:
    """The names of the objects that stand in a value; a field that is not told of is an error."""
    root = schema if root is None else root
    if "$ref" in schema:
        name = str(schema["$ref"]).rpartition("/")[2]
        yield name
        schema = root["$defs"][name]
    if "anyOf" in schema:
        [schema] = [each for each in schema["anyOf"] if each.get("type") != "null"]
        if value is not None:
            yield from parts(value, schema, root)
    elif isinstance(value, list):
        for each in cast("list[object]", value):
            yield from parts(each, schema["items"], root)
    elif isinstance(value, dict) and "properties" in schema:
        fields = cast("dict[str, object]", value)
        assert fields.keys() <= schema["properties"].keys(), fields.keys()
        for name, each in fields.items():
            yield from parts(each, schema["properties"][name], root)


async def uses_memory(agent: Agent) -> None:
    """All fourteen tools."""
    await agent.does("memory_remember", text="Ana drinks green tea.")
    taught = await agent.does("memory_remember", text="Ana never drinks green tea.")
    [new], [doubt] = taught["items"], taught["may_conflict"]
    old = doubt["item"]
    await agent.does("memory_remember", text="Ana drinks green tea.", within="conversation/tea")
    await agent.does(
        "memory_remember", text="We use DuckDB.", kind="decision", reasoning="It is here."
    )
    for tool in ("memory_list_facts", "memory_decisions", "memory_context", "memory_stats"):
        await agent.does(tool)
    await agent.does("memory_search", query="green tea", limit=3)
    await agent.does("memory_ingest", content=TURNS, name="k", source_kind="conversation")
    await agent.does("memory_contradict", item=old, by=new, strength=0.5, reason="seen")
    await agent.does("memory_supersede", item=old, by=new, note="later")
    await agent.does("memory_why", item=old, question="green tea")
    await agent.does("memory_history", item=old)
    asked = (await agent.does("memory_dream"))["proposals"]
    [shape, *_] = [each["answer_schema"] for each in asked if each["phase"] == "extract"]
    about = shape["anyOf"][0]["properties"]["about"]["const"]
    await agent.does("memory_dream", verdicts=[{"about": about, "extracted": [TEA]}])
    await agent.does("memory_dream", by_rules=True, limit=0)
    await agent.does("memory_export")
    await agent.does("memory_forget", items=[new])


async def uses_graph(agent: Agent) -> None:
    """All nine tools."""
    await agent.does("create_entities", entities=[ADA, ACME])
    await agent.does("create_relations", relations=[WORKS])
    await agent.does("add_observations", observations=[{"entityName": "Ada", "contents": ["x"]}])
    await agent.does("read_graph")
    await agent.does("search_nodes", query="TEA")
    await agent.does("open_nodes", names=["Ada"])
    gone = {"entityName": "Ada", "observations": ["x"]}
    await agent.does("delete_observations", deletions=[gone])
    await agent.does("delete_relations", relations=[WORKS])
    await agent.does("delete_entities", entityNames=["Ada"])


async def uses_files(agent: Agent) -> None:
    """All six commands of the one tool."""
    path = "/memories/notes.md"
    for given in (
        {"command": "create", "path": path, "file_text": "tea\n"},
        {"command": "view", "path": path, "view_range": [1, 1]},
        {"command": "str_replace", "path": path, "old_str": "tea", "new_str": "milk"},
        {"command": "insert", "path": path, "insert_line": 0, "insert_text": "x\n"},
        {"command": "rename", "old_path": path, "new_path": "/memories/drinks.md"},
        {"command": "delete", "path": "/memories/drinks.md"},
    ):
        await agent.does("memory", **given)


USES: Final[dict[Profile, Callable[[Agent], Awaitable[None]]]] = {
    "memory": uses_memory,
    "graph": uses_graph,
    "files": uses_files,
}
