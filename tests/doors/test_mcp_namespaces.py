"""Namespaces through the door: what is elsewhere is told of as what is nowhere."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from mcp.shared.exceptions import MCPError

from lethelog.domain.capabilities import VERBS, Grant
from lethelog.domain.namespaces import SHARED
from lethelog.doors.connection import Connection
from lethelog.doors.server import build
from lethelog.doors.stores import VISIBLE_TO, SharedNamespace, namespace_folder
from lethelog.memory import Memory
from lethelog.tests.doors.agents import MODES, Agent, server_for, talk
from lethelog.tests.doors.test_mcp_tools import TOOLS

SECRET = "Zanzibar"  # noqa: S105 - a place
_NOWHERE = "aaaaaaaaaaaaaaaa"
_SOURCE_NOWHERE = "conversation/nowhere"


@pytest.fixture
def other() -> Iterator[Memory]:
    """The memory of another namespace, with a secret in everything that it has."""
    with Memory.in_memory() as made:
        made.remember(f"Ana flies to {SECRET}.", within=f"conversation/{SECRET}")
        made.decide(f"We meet in {SECRET}.", reasoning=SECRET, domain=SECRET)
        made.search(SECRET)
        yield made


def calls(item: str, source: str) -> list[tuple[str, dict[str, object]]]:
    """Every tool in every way that it can be asked about something of others."""
    verdict = {
        "about": {"id": "x", "phase": "verify", "what": "forget", "items": [item]},
        "declined": True,
    }
    return [
        ("memory_export", {}),
        ("memory_export", {"first": "2020-01-01", "last": "2099-01-01", "after": 1}),
        ("memory_search", {"query": SECRET}),
        ("memory_search", {"query": SECRET, "sources": [source], "with_superseded": True}),
        ("memory_search", {"query": "trip", "asked_from": source, "with_faded": True}),
        ("memory_list_facts", {}),
        ("memory_list_facts", {"subject": SECRET}),
        ("memory_decisions", {}),
        ("memory_decisions", {"topic": SECRET, "domain": SECRET}),
        ("memory_context", {"query": SECRET}),
        ("memory_stats", {}),
        ("memory_why", {"item": item}),
        ("memory_why", {"item": item, "question": SECRET, "known_at": "2099-01-01"}),
        ("memory_history", {"item": item}),
        ("memory_supersede", {"item": item, "text": "Now it is mine."}),
        ("memory_contradict", {"item": item}),
        ("memory_forget", {"items": [item]}),
        ("memory_forget", {"sources": [source]}),
        ("memory_dream", {}),
        ("memory_dream", {"verdicts": [verdict]}),
        ("memory_remember", {"text": "Nothing of theirs.", "within": source}),
        ("memory_ingest", {"content": "Nothing of theirs either.", "name": "note"}),
    ]


async def all_told(
    agent: Agent, memory: Memory, item: str, source: str
) -> list[tuple[str, bool, str]]:
    """What each call answers, without what every answer has of its own: ids, times, scores.

    Each finds everything written down that was recalled before, so that positions are the same.
    """

    def plain(text: str) -> str:
        text = text.replace(item, "ITEM").replace(source, "SOURCE")
        return re.sub(r"\b[a-z2-7]{16}\b|\d{4}-\d\d-\d\dT[\d:]+Z|\d\.\d+", "*", text)

    told: list[tuple[str, bool, str]] = []
    for tool, given in calls(item, source):
        memory.flush()
        failed, text = await agent.answers(tool, **given)
        told.append((tool, failed, plain(text)))
    for address in (f"memory://item/{item}", f"memory://source/{source}"):
        try:
            told.append((plain(address), False, plain(await agent.reads(address))))
        except MCPError as error:
            told.append((plain(address), True, plain(str(error))))
    return told


@pytest.mark.parametrize("mode", MODES)
def test_a_foreign_id_answers_exactly_as_a_missing_one(other: Memory, mode: str) -> None:
    """Each tool and each resource, word for word; and no answer holds a word of the others."""
    foreign = other.search(SECRET, record=False).found[0]
    assert foreign.source is not None
    told: list[list[tuple[str, bool, str]]] = []
    for item, source in ((foreign.item, foreign.source), (_NOWHERE, _SOURCE_NOWHERE)):
        with Memory.in_memory() as mine:

            async def story(
                agent: Agent, mine: Memory = mine, item: str = item, source: str = source
            ) -> list[tuple[str, bool, str]]:
                return await all_told(agent, mine, item, source)

            told.append(talk(server_for(mine, namespace="mine"), story, mode=mode))
    assert told[0] == told[1]
    tools = {tool for tool, _, _ in told[0]}
    assert len(tools & {name for name, _ in calls("", "")}) == len(TOOLS)


def test_the_same_calls_find_it_where_it_is(other: Memory) -> None:
    """The control: these calls would tell, if they could."""
    foreign = other.search(SECRET, record=False).found[0]
    assert foreign.source is not None
    source = foreign.source

    async def story(agent: Agent) -> list[tuple[str, bool, str]]:
        return await all_told(agent, other, foreign.item, source)

    told = talk(server_for(other), story)
    telling = {name for name, _, text in told if "flies to" in text or "We meet in" in text}
    assert {"memory_search", "memory_why", "memory_history", "memory_decisions"} <= telling
    assert {"memory_export", "memory_context"} <= telling


def opened(folder: Path) -> Memory:
    """A namespace's memory."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    return Memory.open(folder)


def test_shared_is_read_by_those_it_names_and_by_nobody_else(tmp_path: Path) -> None:
    """From the moment at which the file says so, and until it says so no more; no trace is left."""
    home = tmp_path / "store"
    folder = namespace_folder(home, SHARED)
    with opened(folder) as shared:
        taught = shared.remember("The office key is under the mat.")
        shared.search("Where do burglars look?")
        shared.search("key")
        shared.flush()
        head = shared.journal.head()
    [item] = taught.items
    visible_to = folder / VISIBLE_TO

    async def story(agent: Agent) -> dict[str, int]:
        counts: dict[str, int] = {}
        for named in ("", "others\n", "# everybody\nwork # us\n", "", "*\n"):
            visible_to.write_text(named, encoding="utf-8")
            found = (await agent.does("memory_search", query="office key"))["found"]
            assert [each["namespace"] for each in found] == ["shared"] * len(found)
            facts = (await agent.does("memory_list_facts"))["total"]
            failed, why = await agent.answers("memory_why", item=item)
            assert '"queries": []' in why or failed
            assert (len(found), facts) == (int(not failed), int(not failed))
            counts[named] = len(found)
        assert "there is no item" in await agent.fails("memory_contradict", item=item)
        assert "nothing here came from" in await agent.fails(
            "memory_forget", sources=[taught.sources[0]]
        )
        return counts

    with opened(namespace_folder(home, "work")) as work:
        shared_with = SharedNamespace(home, "work", opened)
        grant = Grant(namespace="work", verbs=frozenset(VERBS))
        counts = talk(build(Connection(grant, lambda: work, shared_with)), story)
        shared_with.close()
    assert counts == {"": 0, "others\n": 0, "# everybody\nwork # us\n": 1, "*\n": 1}
    with opened(folder) as shared:
        assert shared.journal.head() == head
