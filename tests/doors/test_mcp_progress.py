"""Long work tells how far it is, in words and in parts, while it goes on."""

from __future__ import annotations

import json
from typing import Any, Final, TypeAlias

import pytest
from mcp.types import ElicitResult

from lethelog.commands.erase import STEPS
from lethelog.commands.handler import DECIDING, LOOKING, RECORDING
from lethelog.domain.progress import begins, heard_by
from lethelog.memory import Memory
from lethelog.tests.doors.agents import MODES, Agent, server_for, talk

YES: Final = ElicitResult(action="accept", content={"forget": True})
TURN: Final = {"author": "Ana", "time": "2026-01-05"}
TURNS: Final = "\n".join(
    json.dumps({**TURN, "id": str(n), "text": f"The tea number {n} is here."}) for n in range(50)
)

Told: TypeAlias = list[tuple[float, float | None, str | None]]


async def heard(agent: Agent, tool: str, given: dict[str, Any]) -> Told:
    """What a tool told of itself; the last word may come after the answer, and is waited for."""
    told: Told = []

    async def hear(progress: float, total: float | None, message: str | None) -> None:
        told.append((progress, total, message))

    result = await agent.client.call_tool(tool, given, progress_callback=hear)
    assert not result.is_error, result.content
    await agent.client.list_tools()
    return told


def check_steady(told: Told) -> None:
    """It begins at nothing, always moves, and ends with all of it."""
    assert [progress for progress, _, _ in told] == list(range(len(told)))
    assert told[-1] == (len(told) - 1, len(told) - 1, "done")


@pytest.mark.parametrize("mode", MODES)
def test_a_document_tells_what_becomes_of_it(memory: Memory, mode: str) -> None:
    """From reading it to recording it; where nothing is new, nothing is recorded."""

    async def story(agent: Agent) -> None:
        given = {"content": TURNS, "name": "tea", "source_kind": "conversation"}
        first = await heard(agent, "memory_ingest", given)
        assert [each for *_, each in first] == ["reading", LOOKING, DECIDING, RECORDING, "done"]
        check_steady(first)
        again = await heard(agent, "memory_ingest", given)
        assert [each for *_, each in again] == ["reading", LOOKING, DECIDING, "done"]
        assert again[-1][0] == again[-1][1] == first[-1][1]

    talk(server_for(memory), story, mode=mode)


@pytest.mark.parametrize("mode", MODES)
def test_a_forgetting_tells_each_step_of_each_source(memory: Memory, mode: str) -> None:
    """Once a person has said yes; a plan alone has none."""
    memory.remember("Ana hides the green tea.", within="conversation/a")
    memory.remember("Ben likes coffee.", within="conversation/b")

    async def story(agent: Agent) -> None:
        given = {"sources": ["conversation/a", "conversation/b"]}
        told = await heard(agent, "memory_forget", given)
        assert [each for *_, each in told][2:] == [DECIDING, RECORDING, *STEPS, *STEPS, "done"]
        check_steady(told)
        assert {total for _, total, _ in told} == {len(told) - 1}
        assert await heard(agent, "memory_forget", given) == []

    talk(server_for(memory), story, mode=mode, person=YES)


@pytest.mark.parametrize("mode", MODES)
def test_a_dream_tells_its_phases(memory: Memory, mode: str) -> None:
    """And then what it looks for; questions alone are one part."""
    phases = [f"dreaming: {phase}" for phase in memory.policy.dream.phases]

    async def story(agent: Agent) -> None:
        told = await heard(agent, "memory_dream", {"by_rules": True})
        assert [each for *_, each in told] == [*phases, "looking for what is to be judged", "done"]
        check_steady(told)
        asked = await heard(agent, "memory_dream", {})
        assert [each for *_, each in asked] == ["looking for what is to be judged", "done"]

    talk(server_for(memory), story, mode=mode)


def test_only_whoever_listens_hears_and_only_in_the_block() -> None:
    """Work that nobody listens to tells nobody."""
    told: list[str] = []
    begins("before")
    with heard_by(told.append):
        begins("within")
    begins("after")
    assert told == ["within"]
