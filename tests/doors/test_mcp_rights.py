"""What an agent may not do, and what it is told when something goes wrong."""

from __future__ import annotations

import logging
from functools import partial
from typing import Final

import pytest

from lethelog.domain.capabilities import VERBS, VERBS_DEFAULT, Grant, Verb
from lethelog.domain.errors import StoreLocked
from lethelog.doors.connection import Connection
from lethelog.doors.server import build
from lethelog.memory import Memory
from lethelog.tests.doors.agents import MODES, Agent, server_for, talk


def test_an_error_says_what_to_do_next(memory: Memory) -> None:
    """In the words of tools, where there is one."""

    async def story(agent: Agent) -> None:
        assert "memory_search shows ids" in await agent.fails("memory_why", item="zzzz")
        assert "give one like 2026-03-01" in await agent.fails(
            "memory_search", query="tea", after="soon"
        )
        assert "name either" in await agent.fails("memory_supersede", item="zzzz")

    talk(server_for(memory), story)


@pytest.mark.parametrize(
    ("error", "says"),
    [
        (ZeroDivisionError("/home/ana/secret"), "this is a bug in lethelog: ZeroDivisionError"),
        (StoreLocked("/home/ana/secret is locked"), "try the same again in a few seconds"),
    ],
)
def test_nothing_of_the_machine_is_told(
    error: Exception, says: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Neither a traceback nor a path reaches an agent."""

    def broken() -> Memory:
        raise error

    async def story(agent: Agent) -> None:
        for tool, given in (("memory_stats", {}), ("memory_forget", {"sources": ["a/b"]})):
            told = await agent.fails(tool, **given)
            assert says in told
            assert "secret" not in told
            assert "Traceback" not in told

    with caplog.at_level(logging.CRITICAL):
        talk(build(Connection(Grant(namespace="default"), broken)), story)


NEEDS: Final[dict[str, tuple[Verb, dict[str, object]]]] = {
    "memory_search": ("read", {"query": "tea"}),
    "memory_context": ("read", {}),
    "memory_list_facts": ("read", {}),
    "memory_decisions": ("read", {}),
    "memory_why": ("read", {"item": "zzzz"}),
    "memory_history": ("read", {"item": "zzzz"}),
    "memory_stats": ("read", {}),
    "memory_dream": ("read", {}),
    "memory_remember": ("write", {"text": "tea"}),
    "memory_ingest": ("write", {"content": "tea"}),
    "memory_supersede": ("write", {"item": "zzzz", "text": "tea"}),
    "memory_contradict": ("write", {"item": "zzzz"}),
    "memory_forget": ("plan-forget", {"sources": ["fact/tea"]}),
    "memory_export": ("export", {}),
}
"""The right that each tool takes, and a call of it; a new tool fails until it is here."""


@pytest.mark.parametrize("mode", MODES)
def test_each_tool_takes_just_its_own_right(memory: Memory, mode: str) -> None:
    """Whoever has all others but that one is refused, and nothing is recorded."""

    async def refused(agent: Agent, tool: str, verb: Verb) -> None:
        listed = {each.name for each in (await agent.client.list_tools()).tools}
        assert listed == NEEDS.keys()
        assert f"may not {verb}" in await agent.fails(tool, **NEEDS[tool][1])

    async def granted(agent: Agent, tool: str, verb: Verb) -> None:
        _, told = await agent.answers(tool, **NEEDS[tool][1])
        assert f"may not {verb}" not in told

    for tool, (verb, _) in NEEDS.items():
        others: list[Verb] = [each for each in VERBS if each != verb]
        talk(server_for(memory, verbs=others), partial(refused, tool=tool, verb=verb), mode=mode)
    memory.flush()
    assert memory.journal.head() == 0
    for tool, (verb, _) in NEEDS.items():
        talk(server_for(memory, verbs=[verb]), partial(granted, tool=tool, verb=verb), mode=mode)


def test_to_export_is_granted_by_nobody_who_is_not_asked() -> None:
    """What leaves the store is out of the reach of any forgetting."""
    assert "export" not in VERBS_DEFAULT


@pytest.mark.parametrize("mode", MODES)
def test_what_was_not_granted_is_refused_and_written_down(
    memory: Memory, mode: str, caplog: pytest.LogCaptureFixture
) -> None:
    """The log names the tool and the right, and no word of what was asked."""

    async def story(agent: Agent) -> None:
        assert (await agent.does("memory_dream"))["proposals"] == []
        assert "--allow read,write,promote,plan-forget" in await agent.fails(
            "memory_dream", by_rules=True
        )

    async def reader(agent: Agent) -> None:
        assert "may not write" in await agent.fails("memory_remember", text="hush hush")
        assert "may not plan-forget" in await agent.fails("memory_forget", sources=["fact/hush"])

    talk(server_for(memory, verbs=list(VERBS_DEFAULT)), story, mode=mode)
    talk(server_for(memory, verbs=["read"]), reader, mode=mode)
    refusals = [r.getMessage() for r in caplog.records if "refused" in r.getMessage()]
    assert len(refusals) == 3
    assert "hush" not in caplog.text
    assert memory.journal.head() == 0
