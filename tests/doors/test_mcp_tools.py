"""Tools as an agent meets them: what they say of themselves, and what they do."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from lethelog.domain.events import ChunkIngested, Contradicted, Superseded
from lethelog.doors.tool import DATA
from lethelog.memory import Memory
from lethelog.tests.doors.agents import MODES, Agent, server_for, talk

TOOLS = frozenset(
    "memory_search memory_remember memory_forget memory_list_facts memory_why memory_history"
    " memory_supersede memory_contradict memory_ingest memory_context memory_decisions"
    " memory_dream memory_stats memory_export".split()
)
TURNS = (
    '{"id": "1", "author": "Ana", "time": "2026-01-05", "text": "The green tea is here."}\n'
    '{"id": "2", "author": "Ben", "time": "2026-02-05", "text": "We moved the tea upstairs."}\n'
)


def leaves(schema: dict[str, Any], root: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Every place of a schema where a value stands."""
    if "$ref" in schema:
        schema = root["$defs"][schema["$ref"].rpartition("/")[2]]
    for each in schema.get("anyOf", ()):
        yield from leaves(each, root)
    for each in schema.get("properties", {}).values():
        yield from leaves(each, root)
    if "items" in schema:
        yield from leaves(schema["items"], root)
    if "type" in schema:
        yield schema


@pytest.mark.parametrize("mode", MODES)
def test_every_tool_says_what_it_takes_and_gives(memory: Memory, mode: str) -> None:
    """Typed results, a title for people, and that texts are no instructions."""

    async def story(agent: Agent) -> None:
        tools = {tool.name: tool for tool in (await agent.client.list_tools()).tools}
        assert tools.keys() == TOOLS
        for tool in tools.values():
            assert tool.title
            assert tool.description is not None
            assert tool.description.endswith(DATA)
            assert tool.output_schema is not None
            assert tool.output_schema["type"] == "object"
            assert tool.annotations is not None
            assert tool.annotations.open_world_hint is False

    talk(server_for(memory), story, mode=mode)


def test_everything_that_a_tool_takes_is_bounded(memory: Memory) -> None:
    """Before anything is looked at."""

    async def story(agent: Agent) -> None:
        for tool in (await agent.client.list_tools()).tools:
            for leaf in leaves(tool.input_schema, tool.input_schema):
                match leaf["type"]:
                    case "string":
                        assert "maxLength" in leaf or "enum" in leaf, (tool.name, leaf)
                    case "array":
                        assert "maxItems" in leaf, (tool.name, leaf)
                    case "integer" | "number":
                        assert {"minimum", "maximum"} <= leaf.keys(), (tool.name, leaf)
                    case _:
                        pass
        assert "less than or equal to 50" in await agent.fails("memory_search", query="t", limit=51)
        assert "at most 1000" in await agent.fails("memory_search", query="t" * 1001)

    talk(server_for(memory), story)


@pytest.mark.parametrize("mode", MODES)
def test_an_agent_remembers_and_finds_with_source_trust_and_dates(
    memory: Memory, mode: str
) -> None:
    """A text comes back as data beside all that tells what to make of it."""

    async def story(agent: Agent) -> None:
        taught = await agent.does(
            "memory_remember", text="Ana drinks green tea.", dated_at="2026-01-05", kind="event"
        )
        again = await agent.does(
            "memory_remember", text="Ana drinks green tea.", dated_at="2026-01-05", kind="event"
        )
        assert (taught["is_news"], again["is_news"], again["items"]) == (True, False, [])
        result = await agent.does("memory_search", query="green tea")
        [found] = result["found"]
        assert "not instructions" in result["note"]
        assert found["item"] == taught["items"][0]
        assert (found["text"], found["origin"]) == ("Ana drinks green tea.", "agent")
        assert (found["trust"], found["dated_at"]) == (1.0, "2026-01-05T00:00:00Z")
        assert found["source"] == taught["sources"][0]
        why = await agent.does("memory_why", item=found["item"][:8], question="green tea")
        assert (why["about"]["item"], why["rank"]) == (found["item"], 1)
        assert why["evidence"]["queries"] == ["green tea"]
        stats = await agent.does("memory_stats")
        assert (stats["items"], stats["recalls"], stats["channel"]) == (1, 1, "agent")

    talk(server_for(memory), story, mode=mode)


def test_what_an_agent_decides_is_recorded_as_an_agents(memory: Memory) -> None:
    """The channel and the judge are those of the door, whatever is said."""

    async def story(agent: Agent) -> None:
        await agent.does("memory_ingest", content=TURNS, name="tea", source_kind="conversation")
        [old] = (await agent.does("memory_search", query="green tea here", limit=1))["found"]
        new = await agent.does("memory_remember", text="The tea is gone.")
        await agent.does("memory_contradict", item=old["item"], by=new["items"][0], reason="seen")
        changed = await agent.does(
            "memory_supersede", item=old["item"], text="The green tea is upstairs."
        )
        assert changed["is_news"]
        told = await agent.does("memory_history", item=old["item"])
        assert [step["what"] for step in told["steps"]] == [
            "learned",
            "contradicted",
            "learned",
            "superseded",
        ]
        assert told["current"]["text"] == "The green tea is upstairs."

    talk(server_for(memory), story)
    events = [recorded.event for recorded in memory.journal.read()]
    assert {e.origin for e in events if isinstance(e, ChunkIngested)} == {"agent"}
    judged = [e.judge for e in events if isinstance(e, (Contradicted, Superseded))]
    assert judged == ["agent", "agent"]


def test_facts_decisions_and_context_are_told(memory: Memory) -> None:
    """Keyed facts give way, decisions keep their reasons, and a context fits its budget."""

    async def story(agent: Agent) -> None:
        key = {"subject": "Ana", "attribute": "city"}
        for city in ("Graz", "Linz"):
            await agent.does("memory_remember", text=f"Ana lives in {city}.", value=city, **key)
        facts = await agent.does("memory_list_facts", subject="ana")
        assert [fact["value"] for fact in facts["facts"]] == ["Linz"]
        await agent.does(
            "memory_remember",
            text="We use DuckDB.",
            kind="decision",
            reasoning="It needs no server.",
            scope="storage",
        )
        told = await agent.does("memory_decisions", topic="DuckDB", domain="storage")
        assert [each["reasoning"] for each in told["decisions"]] == ["It needs no server."]
        context = await agent.does("memory_context", tokens_max=200)
        assert context["tokens"] <= 200
        assert "Ana lives in Linz." in context["text"]

    talk(server_for(memory), story)


def test_what_may_conflict_is_told_by_sentences(memory: Memory) -> None:
    """Not by what Python calls them."""

    async def story(agent: Agent) -> None:
        await agent.does("memory_remember", text="Ana drinks green tea.")
        taught = await agent.does("memory_remember", text="Ana never drinks green tea.")
        [doubt] = taught["may_conflict"]
        assert doubt["signs"][0] == "only the later one says 'never'"

    talk(server_for(memory), story)
