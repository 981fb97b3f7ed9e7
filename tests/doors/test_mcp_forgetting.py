"""Forgetting through the door: a plan, and nothing more without a person."""

from __future__ import annotations

import asyncio

import pytest
from mcp import Client
from mcp.client import ClientRequestContext
from mcp.types import ElicitRequestParams, ElicitResult, Implementation

from lethelog.domain.events import SourceForgotten
from lethelog.memory import Memory
from lethelog.tests.doors.agents import MODES, Agent, server_for, talk

YES = ElicitResult(action="accept", content={"forget": True})
NO = (
    ElicitResult(action="accept", content={"forget": False}),
    ElicitResult(action="decline"),
    ElicitResult(action="cancel"),
)
SOURCE = "conversation/tea"


@pytest.fixture
def memory(memory: Memory) -> Memory:
    """One that holds a conversation and something else."""
    memory.remember("Ana hides the green tea.", within=SOURCE)
    memory.remember("Ben likes coffee.")
    return memory


@pytest.mark.parametrize("mode", MODES)
def test_a_person_who_says_yes_has_it_forgotten(memory: Memory, mode: str) -> None:
    """The question tells names and counts, and no text that could talk somebody into it."""
    questions: list[str] = []

    async def story(agent: Agent) -> None:
        done = await agent.does("memory_forget", sources=[SOURCE])
        assert (done["status"], len(done["gone"])) == ("erased", 1)
        assert (await agent.does("memory_search", query="green tea"))["found"] == []
        again = await agent.does("memory_forget", sources=[SOURCE])
        assert again["status"] == "nothing"
        assert "blocked" in await agent.fails(
            "memory_remember", text="Ana hides it.", within=SOURCE
        )

    talk(server_for(memory), story, mode=mode, person=YES, questions=questions)
    [asked] = questions
    assert SOURCE in asked
    assert "1 item goes," in asked
    assert "hides" not in asked
    [receipt] = memory.receipts()
    assert receipt
    assert [line.state for line in memory.forget_plans()] == ["erased"]


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("answer", NO, ids=["unticked", "declined", "cancelled"])
def test_a_person_who_does_not_say_yes_keeps_it(
    memory: Memory, mode: str, answer: ElicitResult
) -> None:
    """Whichever way they do not."""

    async def story(agent: Agent) -> None:
        done = await agent.does("memory_forget", sources=[SOURCE])
        assert done["status"] == "declined"
        assert len((await agent.does("memory_search", query="green tea"))["found"]) == 1

    talk(server_for(memory), story, mode=mode, person=answer)
    assert [line.state for line in memory.forget_plans()] == ["planned"]


@pytest.mark.parametrize("mode", MODES)
def test_a_client_that_can_ask_nobody_gets_a_plan_and_what_to_run(
    memory: Memory, mode: str
) -> None:
    """The same plan again as long as it would do the same, and another once it would not."""

    async def story(agent: Agent) -> list[str]:
        first = await agent.does("memory_forget", sources=[SOURCE])
        again = await agent.does("memory_forget", sources=[SOURCE])
        await agent.does("memory_remember", text="The tea is green.", within=SOURCE)
        other = await agent.does("memory_forget", sources=[SOURCE])
        assert first["status"] == "planned"
        assert f"lethelog forget approve {first['plan']}" in first["next"]
        return [first["plan"], again["plan"], other["plan"]]

    first, again, other = talk(server_for(memory), story, mode=mode)
    assert first == again
    assert other != first
    assert len(memory.search("green tea", record=False).found) == 2
    memory.approve_forget(other, "Ana")
    memory.apply_forget(other)
    assert memory.search("green tea", record=False).found == ()


@pytest.mark.parametrize("mode", MODES)
def test_a_yes_is_one_to_just_what_was_shown(memory: Memory, mode: str) -> None:
    """What came in while the person was thinking is asked about anew, or nothing is done."""
    asked: list[str] = []

    async def person(context: ClientRequestContext, params: ElicitRequestParams) -> ElicitResult:
        assert context is not None
        if not asked:
            memory.remember("Another word about tea.", within=SOURCE)
        asked.append(params.message)
        return YES

    async def told() -> bool:
        async with Client(server_for(memory), mode=mode, elicitation_callback=person) as client:
            result = await client.call_tool("memory_forget", {"sources": [SOURCE]})
            return bool(result.is_error)

    failed = asyncio.run(told())
    assert failed or "2 items go" in asked[-1]
    assert (len(memory.search("tea", record=False).found) == 2) == failed


def test_an_unknown_source_is_told_of_before_anybody_is_asked(memory: Memory) -> None:
    """The client's user is not bothered with it."""
    questions: list[str] = []

    async def story(agent: Agent) -> None:
        assert "nothing here came from" in await agent.fails("memory_forget", sources=["a/b"])
        assert "name a source" in await agent.fails("memory_forget")

    talk(server_for(memory), story, person=YES, questions=questions)
    assert questions == []


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("Tea Desk", "a person, asked by Tea Desk"),
        ("te\u202ea\n# Owner", "a person, asked by tea # Owner"),
        ("x" * 500, f"a person, asked by {'x' * 100}…"),
        (" ", "a person, asked by an MCP client"),
    ],
)
def test_who_said_yes_is_recorded_by_the_client_that_asked(
    memory: Memory, mode: str, name: str, kept: str
) -> None:
    """For whoever asks later by whom it was approved; a name is shown as words on one line."""

    async def person(context: ClientRequestContext, params: ElicitRequestParams) -> ElicitResult:
        assert context is not None
        assert params.message
        return YES

    async def told() -> None:
        async with Client(
            server_for(memory),
            mode=mode,
            elicitation_callback=person,
            client_info=Implementation(name=name, version="1"),
        ) as client:
            await Agent(client).does("memory_forget", sources=[SOURCE])

    asyncio.run(told())
    [forgotten] = [r.event for r in memory.journal.read() if isinstance(r.event, SourceForgotten)]
    assert forgotten.record is not None
    assert forgotten.record.approved_by == kept


def test_a_question_is_asked_from_a_source_and_counts_no_more_without_it(memory: Memory) -> None:
    """An agent that names its conversation leaves nothing once that is forgotten."""

    async def story(agent: Agent) -> None:
        await agent.does("memory_search", query="coffee", asked_from="conversation/c1")
        await agent.does("memory_context", query="coffee", asked_from="conversation/c1")
        [found] = (await agent.does("memory_search", query="coffee"))["found"]
        why = await agent.does("memory_why", item=found["item"])
        assert why["evidence"]["recalls"] == 3
        await agent.does("memory_forget", sources=["conversation/c1"])
        why = await agent.does("memory_why", item=found["item"])
        assert why["evidence"]["recalls"] == 1

    talk(server_for(memory), story, person=YES)
