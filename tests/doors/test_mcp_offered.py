"""A server announces what it does and nothing else, in both eras of the protocol."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final

import pytest
from mcp.shared.exceptions import MCPError
from mcp.types import METHOD_NOT_FOUND

from lethelog.domain.capabilities import Profile
from lethelog.memory import Memory
from lethelog.tests.doors.agents import MODES, Agent, server_for, talk

PARTS: Final[dict[Profile, set[str]]] = {
    "memory": {"tools", "resources"},
    "graph": {"tools", "resources"},
    "files": {"tools"},
}


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("profile", PARTS)
def test_what_is_announced_is_what_there_is(memory: Memory, profile: Profile, mode: str) -> None:
    """No prompts, no lists that change, and resources only where some can be read and watched."""

    async def story(agent: Agent) -> None:
        told = agent.client.server_capabilities
        announced = told.model_dump(exclude_none=True)
        assert announced.keys() == PARTS[profile]
        assert [name for name in announced if announced[name].get("list_changed")] == []
        if told.resources is not None:
            assert told.resources.subscribe is True
            assert (await agent.client.list_resources()).resources != []

    talk(server_for(memory, profile=profile), story, mode=mode)


@pytest.mark.parametrize("mode", MODES)
def test_what_is_not_announced_is_a_method_that_is_not_there(
    memory: Memory, mode: str, caplog: pytest.LogCaptureFixture
) -> None:
    """No bug of the server, and no word of what was asked is written down.

    Clients of the era with a handshake often ask for lists unseen, and get empty ones.
    """

    async def story(agent: Agent) -> None:
        client = agent.client
        calls: list[Callable[[], Awaitable[object]]] = [
            partial(client.get_prompt, "my secret"),
            partial(client.read_resource, "memory://my-secret"),
        ]
        if mode == "legacy":
            assert (await client.list_prompts()).prompts == []
            assert (await client.list_resources()).resources == []
            assert (await client.list_resource_templates()).resource_templates == []
        else:
            calls += [client.list_prompts, client.list_resources, client.list_resource_templates]
        for call in calls:
            with pytest.raises(MCPError) as caught:
                await call()
            assert caught.value.error.code == METHOD_NOT_FOUND

    talk(server_for(memory, profile="files"), story, mode=mode)
    assert "secret" not in caplog.text


@pytest.mark.parametrize("profile", PARTS)
def test_nothing_is_agreed_to_be_told_that_is_never_told(memory: Memory, profile: Profile) -> None:
    """A list never changes, and what cannot be read cannot be watched."""

    async def story(agent: Agent) -> None:
        addresses = ["memory://snapshot"]
        async with agent.client.listen(
            tools_list_changed=True,
            prompts_list_changed=True,
            resources_list_changed=True,
            resource_subscriptions=addresses,
        ) as stream:
            told = stream.honored.model_dump(exclude_none=True)
        can_watch = "resources" in PARTS[profile]
        assert told == ({"resource_subscriptions": addresses} if can_watch else {})

    talk(server_for(memory, profile=profile), story)
