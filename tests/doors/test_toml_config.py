"""One table in TOML: it comes at the end and goes again, with all before it as it was."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lethelog.domain.errors import InvalidInput
from lethelog.doors.toml_config import TomlConfig

CODEX = TomlConfig(("mcp_servers", "lethelog"))
ENTRY: dict[str, Any] = {"command": "C:\\bin\\lethelog", "args": ["mcp"], "env": {"A_B": "☕"}}
MINE = """# of mine
model = "tea" # green

[mcp_servers.search] # another
command = "npx"

[projects."/home/ana"]
trust_level = "trusted"
"""


@pytest.mark.parametrize("text", ["", MINE, MINE.rstrip(), MINE.replace("\n", "\r\n"), "\ufeffa=1"])
def test_the_table_comes_at_the_end_and_goes_again(text: str) -> None:
    """All that was there stands before it, to the byte."""
    attached = CODEX.with_entry(text, ENTRY)
    assert attached.startswith(text)
    assert CODEX.entry(text) is None
    assert CODEX.entry(attached) == ENTRY
    assert CODEX.without_entry(attached, None).rstrip() == text.rstrip()
    assert ("\r" in attached) == ("\r" in text)


@given(st.text(), st.lists(st.text()))
def test_any_command_is_read_as_it_was_written(command: str, arguments: list[str]) -> None:
    """Whatever characters it has."""
    entry = {"command": command, "args": arguments}
    assert CODEX.entry(CODEX.with_entry(MINE, entry)) == entry


def test_a_table_that_a_client_has_moved_goes_too() -> None:
    """What has come after it stays."""
    attached = CODEX.with_entry(MINE, ENTRY) + "\n[tui]\ntheme = 'dark'\n"
    left = tomllib.loads(CODEX.without_entry(attached, None))
    assert left == tomllib.loads(MINE) | {"tui": {"theme": "dark"}}


def test_what_a_client_has_put_below_the_table_goes_with_it() -> None:
    """Codex writes tables there for its variables, and for each tool that is always allowed."""
    mine, later = f"{MINE}\n", "# of the screen\n[tui]\ntheme = 'dark'\n"
    table = "[mcp_servers.lethelog]\nargs = [\n  'mcp',\n]\n\n# why\ncommand = 'a'\n\n"
    allowed = "[mcp_servers.lethelog.tools.memory_forget] # always\napproval_mode = 'approve'\n\n"
    variables = '  [ mcp_servers . "lethelog" . env ]\n  A = "b"\n\n'
    for ours in (table + allowed + variables, variables + table + allowed, table + variables):
        other = ours.replace("lethelog", "other")
        assert CODEX.without_entry(mine + ours + later, None) == mine + later
        assert CODEX.without_entry(mine + other + ours + later, None) == mine + other + later
        assert CODEX.without_entry(mine + ours + other + later, None) == mine + other + later
    apart = f"{mine}{table}{later}\n{variables.rstrip()}\n"
    assert CODEX.without_entry(apart, None) == mine + later


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("mcp_servers.lethelog = { command = 'a' }\n", "not written as attach"),
        (
            "mcp_servers.lethelog.command = 'a'\n[mcp_servers.lethelog.env]\nA = 'b'\n",
            "more belongs",
        ),
        ('a = """\n[mcp_servers.lethelog]\n"""\n[mcp_servers.lethelog]\ncommand = "a"\n', "more"),
    ],
)
def test_a_table_that_others_have_written_is_left(text: str, said: str) -> None:
    """Lines are taken out only where the rest then says what it said before."""
    with pytest.raises(InvalidInput, match=said):
        CODEX.without_entry(text, None)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("model = ", "not TOML"),
        ("mcp_servers = 3", "'mcp_servers' is no table"),
        ("mcp_servers = { a = { command = 'b' } }", "would not be understood"),
    ],
)
def test_what_is_not_understood_is_told(text: str, said: str) -> None:
    """With the reason."""
    with pytest.raises(InvalidInput, match=said):
        assert CODEX.entry(text) or CODEX.with_entry(text, ENTRY)
