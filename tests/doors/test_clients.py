"""Where each client keeps its servers, on each platform."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from lethelog.domain.errors import Refused
from lethelog.doors.attaching import file_of
from lethelog.doors.clients import CLIENTS, Client, Machine, client_named

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
        ("openclaw", "OPENCLAW_HOME", ".openclaw/openclaw.json"),
        ("openclaw", "OPENCLAW_STATE_DIR", "openclaw.json"),
        ("openclaw", "OPENCLAW_CONFIG_PATH", ""),
        ("vscode", "XDG_CONFIG_HOME", "Code/User/mcp.json"),
    ],
)
def test_a_client_that_was_told_another_place_is_looked_for_there(
    tmp_path: Path, name: str, variable: str, file: str
) -> None:
    """A tilde is the home to OpenClaw alone; the others take it for the name of a folder."""
    place = client_named(name).place
    tilde = tmp_path if name == "openclaw" else tmp_path / "project" / "~"
    assert place(machine(tmp_path, **{variable: "~/other"})) == tilde / "other" / file
    assert place(machine(tmp_path, **{variable: "~other"})) == tmp_path / "project/~other" / file
    elsewhere = str(tmp_path / "else")
    assert place(machine(tmp_path, **{variable: elsewhere})) == tmp_path / "else" / file


def test_openclaw_has_a_home_of_its_own_if_it_was_told_one(tmp_path: Path) -> None:
    """A tilde in its other places is that one."""
    place = client_named("openclaw").place
    told = {"OPENCLAW_HOME": "~/claw", "OPENCLAW_STATE_DIR": "~/state"}
    assert place(machine(tmp_path, **told)) == tmp_path / "claw" / "state" / "openclaw.json"


def test_an_openclaw_of_its_former_name_keeps_its_file(tmp_path: Path) -> None:
    """A new one beside it would have it forget all that it was told before."""
    place, here = client_named("openclaw").place, machine(tmp_path)
    former = tmp_path / ".clawdbot"
    former.mkdir()
    assert place(here) == former / "openclaw.json"
    (former / "clawdbot.json").write_text("{}")
    assert place(here) == former / "clawdbot.json"
    newer = tmp_path / ".openclaw"
    newer.mkdir()
    assert place(here) == former / "clawdbot.json"
    (newer / "openclaw.json").write_text("{}")
    assert place(here) == newer / "openclaw.json"


def test_an_older_file_of_claude_code_is_the_one_that_it_reads(tmp_path: Path) -> None:
    """Where it holds anything."""
    place, here = client_named("claude-code").place, machine(tmp_path)
    older = tmp_path / ".claude" / ".config.json"
    older.parent.mkdir()
    older.touch()
    assert place(here) == tmp_path / ".claude.json"
    older.write_text("{}")
    assert place(here) == older
    assert place(machine(tmp_path, CLAUDE_CONFIG_DIR=str(older.parent))) == older


@pytest.mark.parametrize("client", CLIENTS, ids=lambda client: client.name)
def test_an_empty_folder_is_no_sign_of_a_client(tmp_path: Path, client: Client) -> None:
    """Attaching makes one, and detaching leaves it."""
    here = machine(tmp_path)
    file = client.place(here)
    file.parent.mkdir(parents=True, exist_ok=True)
    assert not client.is_used(here)
    beside = file.with_name("settings.json")
    beside.touch()
    assert client.is_used(here) == (file.parent != tmp_path)
    file.touch()
    assert client.is_used(here)


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
