"""Resources: what stands behind each address, and what is said where there is nothing."""

from __future__ import annotations

import msgspec
import pytest
from mcp.shared.exceptions import MCPError
from mcp.types import INVALID_PARAMS

from lethelog.memory import Memory
from lethelog.tests.doors.agents import MODES, Agent, server_for, talk


@pytest.mark.parametrize("mode", MODES)
def test_items_sources_and_a_snapshot_have_addresses(memory: Memory, mode: str) -> None:
    """Whoever reads them leaves no trace."""
    learned = memory.remember("Ana hides the green tea.", within="conversation/tea")
    [item], [source] = learned.items, learned.sources
    head = memory.journal.head()

    async def story(agent: Agent) -> None:
        told = msgspec.json.decode(await agent.reads(f"memory://item/{item}"))
        assert told["about"]["text"] == "Ana hides the green tea."
        held = msgspec.json.decode(await agent.reads("memory://source/conversation/tea"))
        assert (held["total"], held["items"][0]["item"]) == (1, item)
        assert "green tea" in await agent.reads("memory://snapshot")
        listed = (await agent.client.list_resources()).resources
        assert [str(each.uri) for each in listed] == ["memory://snapshot"]
        templates = (await agent.client.list_resource_templates()).resource_templates
        assert len(templates) == 2

    talk(server_for(memory), story, mode=mode)
    memory.flush()
    assert (source.startswith("conversation/tea"), memory.journal.head()) == (True, head)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("address", ["memory://item/zzzz", "memory://source/conversation/none"])
def test_what_is_not_there_is_said_to_be_missing(memory: Memory, mode: str, address: str) -> None:
    """As the protocol says a missing resource is told of."""

    async def story(agent: Agent) -> None:
        with pytest.raises(MCPError) as caught:
            await agent.reads(address)
        assert caught.value.error.code == INVALID_PARAMS

    talk(server_for(memory), story, mode=mode)


def test_whoever_may_not_read_gets_none(memory: Memory) -> None:
    """A resource is a way to read, so it takes the right to."""

    async def story(agent: Agent) -> None:
        with pytest.raises(MCPError, match="may not read"):
            await agent.reads("memory://snapshot")

    talk(server_for(memory, verbs=["write"]), story)
