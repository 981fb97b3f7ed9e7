"""The page about the server leaves no tool, parameter, right or resource out."""

from __future__ import annotations

from typing import Final

from lethelog.domain.capabilities import VERBS
from lethelog.memory import Memory
from lethelog.tests.architecture.house import ROOT
from lethelog.tests.doors.agents import Agent, server_for, talk

PAGE: Final = (ROOT / "docs" / "mcp.md").read_text(encoding="utf-8")


def test_the_page_tells_of_every_tool_and_all_that_it_takes(memory: Memory) -> None:
    """In the one line of the tool."""

    async def story(agent: Agent) -> None:
        for tool in (await agent.client.list_tools()).tools:
            [line] = [each for each in PAGE.splitlines() if each.startswith(f"| `{tool.name}` |")]
            told = {name for name in tool.input_schema.get("properties", {}) if f"`{name}`" in line}
            assert told == tool.input_schema.get("properties", {}).keys(), tool.name
        for template in (await agent.client.list_resource_templates()).resource_templates:
            assert str(template.uri_template).replace("{+", "{") in PAGE

    talk(server_for(memory), story)


def test_the_page_tells_of_every_right() -> None:
    """By its name."""
    assert [verb for verb in VERBS if f"`{verb}`" not in PAGE] == []
