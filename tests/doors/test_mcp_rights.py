"""What an agent may not do, and what it is told when something goes wrong."""

from __future__ import annotations

import logging

import pytest

from lethelog.domain.capabilities import VERBS_DEFAULT, Grant
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
