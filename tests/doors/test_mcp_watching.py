"""Whoever watches an address hears when what is there changes, and hears of nothing else."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

import pytest
from mcp import Client, MCPError
from mcp.client.subscriptions import ResourceUpdated
from mcp.server.mcpserver import MCPServer
from mcp.types import ResourceUpdatedNotification
from mcp.types.version import HANDSHAKE_PROTOCOL_VERSIONS

from lethelog.doors import watching
from lethelog.memory import Memory
from lethelog.tests.doors.agents import MODES, Agent, server_for

# The old way has no successor for clients of its era.
pytestmark = pytest.mark.filterwarnings("ignore:resources/(un)?subscribe is removed")

SECONDS_MAX: Final = 60
SNAPSHOT: Final = "memory://snapshot"
TEA: Final = "memory://source/conversation/tea"


class Watcher:
    """An agent that watches some addresses, in the way of its era."""

    def __init__(self) -> None:
        self.heard: asyncio.Queue[str] = asyncio.Queue()
        self.has_stream = False

    async def hears(self) -> str:
        """The address of the next change."""
        return await asyncio.wait_for(self.heard.get(), SECONDS_MAX)

    async def on_message(self, message: object) -> None:
        """Whatever comes without having been asked for; what a stream tells is heard there."""
        if isinstance(message, ResourceUpdatedNotification) and not self.has_stream:
            self.heard.put_nowait(str(message.params.uri))

    @asynccontextmanager
    async def watches(self, client: Client, *addresses: str) -> AsyncIterator[None]:
        """In the block it does."""
        if client.session.protocol_version in HANDSHAKE_PROTOCOL_VERSIONS:
            for address in addresses:
                await client.subscribe_resource(address)
            yield
            for address in addresses:
                await client.unsubscribe_resource(address)
            return
        self.has_stream = True
        async with client.listen(resource_subscriptions=addresses) as stream:

            async def follow() -> None:
                async for event in stream:
                    assert isinstance(event, ResourceUpdated)
                    self.heard.put_nowait(event.uri)

            task = asyncio.create_task(follow())
            yield
            task.cancel()


@asynccontextmanager
async def watching_agent(
    server: MCPServer[Any], mode: str
) -> AsyncIterator[tuple[Agent, Watcher, Client]]:
    """One that is connected, and watches nothing yet."""
    watcher = Watcher()
    async with Client(server, mode=mode, message_handler=watcher.on_message) as client:
        yield Agent(client), watcher, client


@pytest.mark.parametrize("mode", MODES)
def test_an_item_that_is_replaced_or_doubted_is_told_of(memory: Memory, mode: str) -> None:
    """As is what came from a source, or from below it."""
    old, other = (memory.remember(text).items[0] for text in ("Ana is in Graz.", "Ben likes tea."))

    async def story() -> None:
        async with watching_agent(server_for(memory), mode) as (agent, watcher, client):
            items = [f"memory://item/{each}" for each in (old, other)]
            async with watcher.watches(client, *items, TEA):
                await agent.does("memory_contradict", item=other, reason="he said so")
                assert await watcher.hears() == items[1]
                await agent.does("memory_supersede", item=old, text="Ana is in Linz.")
                assert await watcher.hears() == items[0]
                await agent.does("memory_remember", text="It is hot.", within="conversation/tea/4")
                assert await watcher.hears() == TEA

    asyncio.run(story())


@pytest.mark.parametrize("mode", MODES)
def test_what_is_only_asked_for_is_no_change(memory: Memory, mode: str) -> None:
    """And what is not watched any more is not told of."""
    item = memory.remember("Ana drinks green tea.").items[0]

    async def story() -> None:
        async with watching_agent(server_for(memory), mode) as (agent, watcher, client):
            async with watcher.watches(client, f"memory://item/{item}", SNAPSHOT, TEA):
                await agent.does("memory_search", query="green tea")
                memory.flush()
                await agent.does("memory_remember", text="Hot.", within="conversation/tea/1")
                assert {await watcher.hears(), await watcher.hears()} == {SNAPSHOT, TEA}
            async with watcher.watches(client, TEA):
                await agent.does("memory_contradict", item=item)
                await agent.does("memory_remember", text="Cold.", within="conversation/tea/2")
                assert await watcher.hears() == TEA
            assert watcher.heard.empty()

    asyncio.run(story())


@pytest.mark.parametrize("mode", MODES)
def test_what_another_process_does_is_told_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mode: str
) -> None:
    """As a forgetting, which is told to all, since what it brings back is not named in it."""
    monkeypatch.setenv("LETHELOG_KEYS", str(tmp_path / "keys"))
    with Memory.open(tmp_path / "store") as memory, Memory.open(tmp_path / "store") as elsewhere:
        old = elsewhere.remember("Ana is in Graz.").items[0]
        new = elsewhere.remember("Ana is in Linz.", within="conversation/tea").items[0]
        elsewhere.supersede(old, by=new)

        async def story() -> None:
            async with watching_agent(server_for(memory), mode) as (_, watcher, client):
                address = f"memory://item/{old[:8]}"
                async with watcher.watches(client, address):
                    await asyncio.to_thread(elsewhere.forget, "conversation/tea")
                    assert await watcher.hears() == address

        asyncio.run(story())
        assert [fact.item for fact in memory.facts()] == [old]


@pytest.mark.parametrize("mode", MODES)
def test_many_changes_at_once_are_told_of_once(memory: Memory, mode: str) -> None:
    """However long the document is; what follows is told anew."""
    lines = "\n".join(f"Fact number {n} is that tea has {n} leaves." for n in range(300))

    async def story() -> None:
        async with (
            watching_agent(server_for(memory), mode) as (agent, watcher, client),
            watcher.watches(client, SNAPSHOT),
        ):
            await agent.does("memory_ingest", content=lines, source_kind="fact")
            assert await watcher.hears() == SNAPSHOT
            await agent.does("memory_remember", text="One more.")
            assert await watcher.hears() == SNAPSHOT
            assert watcher.heard.qsize() < 5

    asyncio.run(story())


@pytest.mark.parametrize("mode", MODES)
def test_nothing_is_told_to_whoever_may_not_read(memory: Memory, mode: str) -> None:
    """Not even that something changed."""

    async def story() -> None:
        async with watching_agent(server_for(memory, verbs=["write"]), mode) as parts:
            agent, watcher, client = parts
            async with watcher.watches(client, SNAPSHOT):
                await agent.does("memory_remember", text="Ana drinks green tea.")
                await asyncio.sleep(3 * watching.GATHERED_SECONDS)
                assert watcher.heard.empty()

    asyncio.run(story())


@pytest.mark.parametrize("mode", MODES)
def test_no_more_addresses_are_watched_than_can_be_told_of(memory: Memory, mode: str) -> None:
    """What is no address of anything is watched in vain."""

    async def story() -> None:
        async with watching_agent(server_for(memory), mode) as (agent, watcher, client):
            async with watcher.watches(client, "memory://source/", "memory://item/x", SNAPSHOT):
                await agent.does("memory_remember", text="Ana drinks green tea.")
                assert await watcher.hears() == SNAPSHOT
            addresses = [f"memory://item/{n}" for n in range(watching.ADDRESSES_MAX)]
            with pytest.raises(MCPError, match="no more than 1,000"):
                async with watcher.watches(client, *addresses, SNAPSHOT):
                    pass

    asyncio.run(story())
