"""An agent whose memory is a folder of files: one tool, in the words that it knows."""

from __future__ import annotations

from typing import Any

import pytest
from mcp.server.mcpserver import MCPServer

from lethelog.domain.capabilities import Grant, Verb
from lethelog.domain.events import Origin
from lethelog.doors.connection import Connection
from lethelog.doors.server import build
from lethelog.doors.tool import DATA
from lethelog.memory import Memory
from lethelog.profiles.files import MemoryFiles
from lethelog.tests.architecture.house import ROOT
from lethelog.tests.doors.agents import MODES, Agent, talk

PAGE = (ROOT / "docs" / "mcp.md").read_text(encoding="utf-8")


def server_of_files(memory: Memory, *verbs: Verb, channel: Origin = "agent") -> MCPServer[Any]:
    """A server of the profile `files` with these rights."""
    grant = Grant(namespace="default", verbs=frozenset(verbs), channel=channel)
    return build(Connection(grant, lambda: memory), "files")


@pytest.mark.parametrize("mode", MODES)
def test_there_is_one_tool_with_a_command(memory: Memory, mode: str) -> None:
    """It says what it takes, and that what it shows is data; the page tells of each field."""

    async def story(agent: Agent) -> None:
        [tool] = (await agent.client.list_tools()).tools
        assert (tool.name, tool.title) == ("memory", "Memory")
        assert tool.description is not None
        assert tool.description.endswith(DATA)
        fields = tool.input_schema["properties"]
        assert tool.input_schema["required"] == ["command"]
        [line] = [each for each in PAGE.splitlines() if each.startswith("| `memory` |")]
        assert {name for name in fields if f"`{name}`" in line} == fields.keys()

    talk(server_of_files(memory, "read", "write"), story, mode=mode)


def test_the_six_commands_answer_in_the_words_of_the_contract(memory: Memory) -> None:
    """As text, and as data."""

    async def story(agent: Agent) -> None:
        path = "/memories/a"
        for given, said in (
            ({"command": "create", "path": path, "file_text": "tea\n"}, "File created success"),
            ({"command": "view", "path": path}, "Here's the content of /memories/a with line"),
            (
                {"command": "str_replace", "path": path, "old_str": "tea", "new_str": "milk"},
                "The memory file has been edited.",
            ),
            (
                {"command": "insert", "path": path, "insert_line": 0, "insert_text": "x"},
                "The file /memories/a has been edited.",
            ),
            (
                {"command": "rename", "old_path": path, "new_path": "/memories/b"},
                "Successfully renamed /memories/a to /memories/b",
            ),
            ({"command": "view", "path": "/memories"}, "Here're the files and directories"),
            ({"command": "delete", "path": "/memories/b"}, "Successfully deleted /memories/b"),
        ):
            has_failed, text = await agent.answers("memory", **given)
            assert not has_failed
            assert text.startswith(said)
        assert await agent.does("memory", command="view", path="/memories") == {
            "result": "Here're the files and directories up to 2 levels deep in /memories,"
            " excluding hidden items:\n4K\t/memories"
        }

    talk(server_of_files(memory, "read", "write"), story)


def test_what_cannot_be_done_is_said_in_the_words_of_the_contract(memory: Memory) -> None:
    """And in nothing else: an agent knows these."""

    async def story(agent: Agent) -> None:
        await agent.does("memory", command="create", path="/memories/a", file_text="`lethelog why`")
        for given, said in (
            (
                {"command": "view", "path": "/memories/b"},
                "The path /memories/b does not exist. Please provide a valid path.",
            ),
            (
                {"command": "create", "path": "/memories/a", "file_text": ""},
                "File /memories/a already exists",
            ),
            (
                {"command": "str_replace", "path": "/memories/a", "old_str": "`lethelog facts`"},
                "old_str ``lethelog facts`` did not appear verbatim in /memories/a.",
            ),
            ({"command": "delete", "path": "/memories/../a"}, "would escape /memories directory"),
            ({"command": "rename", "path": "/memories/a"}, "missing required field `old_path`"),
        ):
            assert said in await agent.fails("memory", **given)

    talk(server_of_files(memory, "read", "write"), story)


def test_whoever_may_only_read_changes_nothing(memory: Memory) -> None:
    """The refusal says what would allow it."""
    MemoryFiles(memory).create("/memories/a", "tea")
    head = memory.journal.head()

    async def story(agent: Agent) -> None:
        assert (await agent.does("memory", command="view", path="/memories/a"))["result"]
        for given in (
            {"command": "create", "path": "/memories/b", "file_text": ""},
            {"command": "str_replace", "path": "/memories/a", "old_str": "tea", "new_str": ""},
            {"command": "insert", "path": "/memories/a", "insert_line": 0, "insert_text": ""},
            {"command": "delete", "path": "/memories/a"},
            {"command": "rename", "old_path": "/memories/a", "new_path": "/memories/b"},
        ):
            assert "--allow read,write" in await agent.fails("memory", **given)

    talk(server_of_files(memory, "read"), story)
    assert memory.journal.head() == head


def test_without_the_right_to_read_nothing_is_shown(memory: Memory) -> None:
    """Not even that there are no files."""

    async def story(agent: Agent) -> None:
        said = await agent.fails("memory", command="view", path="/memories")
        assert "may not read" in said

    talk(server_of_files(memory, "write"), story)


def test_the_channel_is_that_of_the_connection(memory: Memory) -> None:
    """No argument changes it."""

    async def story(agent: Agent) -> None:
        await agent.does("memory", command="create", path="/memories/a", file_text="tea")

    talk(server_of_files(memory, "read", "write", channel="import"), story)
    assert MemoryFiles(memory).history("/memories/a")[0].origin == "import"
