"""The memory tool of the `anthropic` library, held to a stand-in that has what is used of it."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from lethelog.domain.errors import Refused, StoreLocked
from lethelog.memory import Memory
from lethelog.profiles import anthropic_tool
from lethelog.profiles.anthropic_tool import async_memory_tool, memory_tool
from lethelog.profiles.files import MemoryFiles

COMMANDS = ("view", "create", "str_replace", "insert", "delete", "rename")


class ToolError(Exception):
    """What the library hands to the model as the result of a tool that failed."""


class Base:
    """Calls the method of the command's name with an object that has its fields."""

    def __init__(self, *, cache_control: object = None) -> None:
        self.cache_control = cache_control

    def call(self, given: dict[str, object]) -> Any:  # noqa: ANN401 - a text, or one to wait for
        """The library does the same for an answer of the model."""
        command = SimpleNamespace(**given, to_dict=lambda: given)
        return getattr(self, str(given["command"]))(command)


@pytest.fixture
def memory() -> Iterator[Memory]:
    """An empty one."""
    with Memory.in_memory() as made:
        yield made


@pytest.fixture
def library(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two modules of it."""
    tools, memories = ModuleType("anthropic.lib.tools"), ModuleType("anthropic.tools.memory")
    vars(tools)["ToolError"] = ToolError
    vars(memories)["BetaAbstractMemoryTool"] = type("BetaAbstractMemoryTool", (Base,), {})
    vars(memories)["BetaAsyncAbstractMemoryTool"] = type("BetaAsyncAbstractMemoryTool", (Base,), {})
    for name in ("anthropic", "anthropic.lib", "anthropic.tools"):
        monkeypatch.setitem(sys.modules, name, ModuleType(name))
    for module in (tools, memories):
        monkeypatch.setitem(sys.modules, module.__name__, module)


@pytest.mark.usefixtures("library")
def test_the_tool_keeps_its_files_in_the_memory(memory: Memory) -> None:
    """Every command answers as the files do."""
    tool = memory_tool(memory)
    path = "/memories/a"
    assert tool.call({"command": "create", "path": path, "file_text": "tea\n"}) == (
        "File created successfully at: /memories/a"
    )
    for given in (
        {"command": "insert", "path": path, "insert_line": 1, "insert_text": "milk"},
        {"command": "str_replace", "path": path, "old_str": "tea", "new_str": "green tea"},
        {"command": "rename", "old_path": path, "new_path": "/memories/b"},
    ):
        assert isinstance(tool.call(given), str)
    assert MemoryFiles(memory).texts() == {"b": "green tea\nmilk\n"}
    shown = tool.call({"command": "view", "path": "/memories/b", "view_range": [2, 2]})
    assert shown.endswith("     2\tmilk")
    assert tool.call({"command": "delete", "path": "/memories/b"}).startswith("Successfully")
    assert MemoryFiles(memory).history("/memories/b")[0].origin == "agent"


@pytest.mark.usefixtures("library")
def test_what_goes_wrong_is_told_as_the_library_wants_it(memory: Memory) -> None:
    """In the words of the contract, or of whatever is missing."""
    tool = memory_tool(memory)
    for given, said in (
        (
            {"command": "view", "path": "/memories/a"},
            "The path /memories/a does not exist. Please provide a valid path.",
        ),
        (
            {"command": "create", "path": "/memories/a"},
            "The command cannot be read: Object missing required field `file_text`.",
        ),
        (
            {"command": "insert", "path": "/memories/a", "insert_line": "1", "insert_text": ""},
            "The command cannot be read: Expected `int`, got `str` - at `$.insert_line`.",
        ),
        ({"command": "view", "path": "/etc"}, "Path must start with /memories, got: /etc"),
    ):
        with pytest.raises(ToolError) as error:
            tool.call(given)
        assert str(error.value) == said


@pytest.mark.usefixtures("library")
def test_a_store_that_cannot_be_used_is_told_without_its_place(
    memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A model needs no path of the machine."""

    def locked(*_: object) -> str:
        raise StoreLocked("/home/ana/store is held by another process")

    monkeypatch.setattr(anthropic_tool, "obey", locked)
    with pytest.raises(ToolError) as error:
        memory_tool(memory).call({"command": "view", "path": "/memories"})
    assert str(error.value) == "The memory cannot be used just now, and nothing was changed."


@pytest.mark.usefixtures("library")
def test_the_tool_takes_the_settings_of_its_base(memory: Memory) -> None:
    """And is one of those that the library knows."""
    tool = memory_tool(memory, origin="tool", cache_control={"type": "ephemeral"})
    assert isinstance(tool, sys.modules["anthropic.tools.memory"].BetaAbstractMemoryTool)
    assert tool.cache_control == {"type": "ephemeral"}
    assert {*COMMANDS} <= {*dir(tool)}


@pytest.mark.usefixtures("library")
def test_the_same_tool_can_be_waited_for(memory: Memory) -> None:
    """Several commands at once are kept one after the other."""
    tool = async_memory_tool(memory)

    async def story() -> list[str]:
        given = [
            {"command": "create", "path": f"/memories/{n}", "file_text": "tea"} for n in range(3)
        ]
        answers: list[str] = await asyncio.gather(*map(tool.call, given))
        return answers

    assert len(asyncio.run(story())) == 3
    assert MemoryFiles(memory).texts() == {"0": "tea", "1": "tea", "2": "tea"}


def test_without_the_library_the_message_says_how_to_get_it(
    memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One line to type."""
    monkeypatch.setitem(sys.modules, "anthropic", None)
    for module in ("anthropic.lib.tools", "anthropic.tools.memory"):
        monkeypatch.delitem(sys.modules, module, raising=False)
    for make in (memory_tool, async_memory_tool):
        with pytest.raises(Refused, match=r"pip install 'lethelog\[anthropic\]'"):
            make(memory)
