"""Where each client keeps its servers, on each platform."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from lethelog.domain.errors import Refused
from lethelog.doors.attaching import file_of
from lethelog.doors.clients import CLIENTS, Machine, client_named

PLACES: Final = {
    ("claude-code", "linux"): ".claude.json",
    ("claude-code", "win32"): ".claude.json",
    ("claude-desktop", "linux"): ".config/Claude/claude_desktop_config.json",
    ("claude-desktop", "darwin"): ("Library/Application Support/Claude/claude_desktop_config.json"),
    ("claude-desktop", "win32"): "AppData/Roaming/Claude/claude_desktop_config.json",
    ("cursor", "linux"): ".cursor/mcp.json",
    ("cursor", "win32"): ".cursor/mcp.json",
    ("codex", "darwin"): ".codex/config.toml",
    ("vscode", "linux"): ".config/Code/User/mcp.json",
    ("vscode", "darwin"): "Library/Application Support/Code/User/mcp.json",
    ("vscode", "win32"): "AppData/Roaming/Code/User/mcp.json",
    ("openclaw", "linux"): ".openclaw/openclaw.json",
}


def machine(home: Path, system: str = "linux", **environment: str) -> Machine:
    """One with nothing on it."""
    return Machine(home=home, system=system, environment=environment, project=home / "project")


@pytest.mark.parametrize(("name", "system"), PLACES)
def test_each_client_has_its_place_on_each_platform(tmp_path: Path, name: str, system: str) -> None:
    """Where the client itself looks."""
    found = client_named(name).place(machine(tmp_path, system))
    assert found == tmp_path / PLACES[name, system]


@pytest.mark.parametrize(
    ("name", "variable", "file"),
    [
        ("claude-code", "CLAUDE_CONFIG_DIR", ".claude.json"),
        ("codex", "CODEX_HOME", "config.toml"),
        ("openclaw", "OPENCLAW_STATE_DIR", "openclaw.json"),
        ("openclaw", "OPENCLAW_CONFIG_PATH", ""),
        ("vscode", "XDG_CONFIG_HOME", "Code/User/mcp.json"),
    ],
)
def test_a_client_that_was_told_another_place_is_looked_for_there(
    tmp_path: Path, name: str, variable: str, file: str
) -> None:
    """A tilde is the home."""
    place = client_named(name).place
    assert place(machine(tmp_path, **{variable: "~/other"})) == tmp_path / "other" / file
    elsewhere = str(tmp_path / "else")
    assert place(machine(tmp_path, **{variable: elsewhere})) == tmp_path / "else" / file


def test_a_packaged_claude_has_a_place_of_its_own_in_windows(tmp_path: Path) -> None:
    """It never reads the usual one."""
    place, windows = client_named("claude-desktop").place, machine(tmp_path, "win32")
    local = tmp_path / "AppData" / "Local"
    package = local / "Packages" / "Claude_abc" / "LocalCache" / "Roaming" / "Claude"
    package.mkdir(parents=True)
    assert place(windows).parent == package
    newer = local / "Claude-Data" / "claude_1"
    newer.mkdir(parents=True)
    assert place(windows).parent == newer
    (package / "claude_desktop_config.json").write_text("{}")
    assert place(windows).parent == package


def test_only_some_clients_have_servers_of_one_project(tmp_path: Path) -> None:
    """The others say so."""
    here = machine(tmp_path)
    for client in CLIENTS:
        if client.project_file:
            file = file_of(client, here, in_project=True)
            assert file == tmp_path / "project" / client.project_file
        else:
            with pytest.raises(Refused, match="leave --project away"):
                file_of(client, here, in_project=True)
