"""The memory handed out over the protocol: every event once, in pages, and known of later."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from lethelog.doors.tools_exporting import EXPORTED_TO
from lethelog.memory import Memory
from lethelog.tests.doors.agents import MODES, Agent, server_for, talk


@pytest.fixture
def memory(memory: Memory) -> Memory:
    """One in which several things happened."""
    for number in range(40):
        memory.remember(f"The kettle number {number} is on shelf {number * 7}.")
    memory.search("kettle")
    memory.flush()
    return memory


async def pages(agent: Agent, **given: object) -> list[dict[str, Any]]:
    """All of them, until there is no next one."""
    found = [await agent.does("memory_export", **given)]
    while (after := found[-1]["next_after"]) is not None:
        found.append(await agent.does("memory_export", after=after, **given))
    return found


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("bytes_max", [1_000, 5_000, 1_000_000])
def test_all_pages_together_are_the_files_of_the_days(
    memory: Memory, tmp_path: Path, mode: str, bytes_max: int
) -> None:
    """Line for line, in their order, however small the pages are."""
    memory.export(tmp_path / "days")
    files = sorted((tmp_path / "days").glob("*.jsonl"))
    expected = [line for file in files for line in file.read_text(encoding="utf-8").splitlines()]

    async def story(agent: Agent) -> list[dict[str, Any]]:
        return await pages(agent, bytes_max=bytes_max)

    told = talk(server_for(memory, verbs=["export"]), story, mode=mode)
    assert [line for page in told for line in page["lines"]] == expected
    assert len(expected) == memory.journal.head()
    sizes = [sum(len(line.encode()) for line in page["lines"]) for page in told]
    assert all(
        size <= bytes_max or len(page["lines"]) == 1 for size, page in zip(sizes, told, strict=True)
    )
    assert (len(told) > 1) == (sum(sizes) > bytes_max)


def test_days_narrow_it_down(memory: Memory) -> None:
    """Both of them included; days that are none are told of."""

    async def story(agent: Agent) -> None:
        assert (await agent.does("memory_export", last="1999-01-01"))["lines"] == []
        assert (await agent.does("memory_export", first="2999-01-01"))["lines"] == []
        every = (await agent.does("memory_export", first="1999-01-01", last="2999-01-01"))["lines"]
        assert len(every) == memory.journal.head()
        past = await agent.does("memory_export", after=memory.journal.head())
        assert (past["lines"], past["next_after"]) == ([], None)
        assert (await agent.does("memory_export", after=2**53))["lines"] == []
        assert "swap them" in await agent.fails(
            "memory_export", first="2026-02-01", last="2026-01-01"
        )

    talk(server_for(memory, verbs=["export"]), story)


def test_a_plan_to_forget_knows_of_the_copy_and_the_next_export_is_without_it(
    memory: Memory,
) -> None:
    """Nobody can take back what was handed out, so whoever forgets is told."""
    memory.remember("Ana hides the green tea.", within="conversation/tea")
    assert memory.plan_forget("conversation/tea", save=False).exports == ()

    async def story(agent: Agent) -> str:
        return "\n".join(line for page in await pages(agent) for line in page["lines"])

    assert "green tea" in talk(server_for(memory), story)
    [copy] = memory.plan_forget("conversation/tea", save=False).exports
    assert copy.to == EXPORTED_TO
    memory.forget("conversation/tea")
    told = talk(server_for(memory), story)
    assert "green tea" not in told
    types = [msgspec.json.decode(line)["type"] for line in told.splitlines()]
    assert types.count("source-forgotten") == 1
    assert types.count("erased") == 1


def test_an_empty_memory_hands_out_nothing_and_notes_no_copy() -> None:
    """There is none."""
    with Memory.in_memory() as empty:

        async def story(agent: Agent) -> None:
            assert (await agent.does("memory_export"))["lines"] == []

        talk(server_for(empty), story)
        empty.remember("tea", within="conversation/tea")
        assert empty.plan_forget("conversation/tea", save=False).exports == ()
