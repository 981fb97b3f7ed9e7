"""No tool without a case: each gives what its schema tells, and changes what its hints say."""

from __future__ import annotations

from typing import Any, Final, get_args

import pytest
from mcp import Client
from mcp.types import ToolAnnotations

from lethelog.domain.capabilities import Profile
from lethelog.memory import Memory
from lethelog.tests.doors.agents import Agent, server_for, talk
from lethelog.tests.doors.every_tool import USES, Watched, parts

DESTROYS: Final = {
    *("memory_forget", "memory"),
    *("delete_entities", "delete_observations", "delete_relations"),
}
PLANS: Final = {"memory_forget"}  # which lie beside the journal until a person has said yes


def test_every_profile_has_its_story() -> None:
    """So that a new one cannot do without."""
    assert set(USES) == set(get_args(Profile))


class Counting(Watched):
    """An agent that calls again whatever may be repeated, and counts what each call wrote."""

    def __init__(self, client: Client, memory: Memory, hints: dict[str, ToolAnnotations]) -> None:
        super().__init__(client)
        self.wrote: set[str] = set()
        self._memory = memory
        self._hints = hints

    async def does(self, tool: str, **given: object) -> dict[str, Any]:
        """The first result."""
        result, written = await self._written(tool, given)
        if written:
            self.wrote.add(tool)
        if self._hints[tool].idempotent_hint:
            assert (await self._written(tool, given))[1] == [], tool
        return result

    async def _written(
        self, tool: str, given: dict[str, object]
    ) -> tuple[dict[str, Any], list[str]]:
        """What happened but for recalls, which are no change of what is known."""
        self._memory.flush()
        before = self._memory.journal.head()
        result = await super().does(tool, **given)
        self._memory.flush()
        events = [each.event for each in self._memory.journal.read(after=before)]
        return result, [type(e).__name__ for e in events if type(e).__name__ != "Recalled"]


@pytest.mark.parametrize("profile", USES)
def test_every_tool_gives_and_changes_what_it_says(memory: Memory, profile: Profile) -> None:
    """Every kind of object that a schema tells of comes back, and nothing that none tells of.

    What only reads writes nothing, what may be repeated nothing more, and the others do.
    """

    async def story(agent: Agent) -> None:
        tools = (await agent.client.list_tools()).tools
        hints = {tool.name: tool.annotations or ToolAnnotations() for tool in tools}
        counting = Counting(agent.client, memory, hints)
        await USES[profile](counting)
        assert counting.unseen() == set()
        changing = {name for name, told in hints.items() if told.read_only_hint is False}
        assert counting.wrote == changing - PLANS
        destroying = {name for name, told in hints.items() if told.destructive_hint is not False}
        assert destroying == DESTROYS & hints.keys()

    talk(server_for(memory, profile=profile), story)


def _half(_graph: object) -> dict[str, list[object]]:
    """A graph without its relations."""
    return {"entities": []}


def test_the_control_sees_a_result_that_is_not_as_it_was_told(
    memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A field too much, or one too little."""
    schema = {
        "$defs": {"One": {"properties": {"item": {"type": "string"}}}},
        "properties": {"all": {"type": "array", "items": {"$ref": "#/$defs/One"}}},
    }
    assert list(parts({"all": [{"item": "x"}]}, schema)) == ["One"]
    with pytest.raises(AssertionError):
        list(parts({"all": [{"item": "x", "more": 1}]}, schema))
    monkeypatch.setattr("lethelog.doors.tools_graph.graph_shape", _half)

    async def story(agent: Agent) -> None:
        assert "read_graph" in await agent.fails("read_graph")

    talk(server_for(memory, profile="graph"), story)
