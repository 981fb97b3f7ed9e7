"""The programs that agents run in: where each keeps its servers, and in what form."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

import msgspec

from .json_config import JsonConfig
from .toml_config import TomlConfig

SERVER: Final = "lethelog"  # the name of our entry in each of them
_DESKTOP: Final = "claude_desktop_config.json"
_TILDE: Final = re.compile(r"~(?=$|[/\\])")


class Machine(msgspec.Struct, frozen=True, kw_only=True):
    """Whose programs they are; `system` is as Python names platforms."""

    home: Path
    system: str
    environment: Mapping[str, str]
    project: Path

    def named(self, variable: str, otherwise: Path, *, tilde: Path | None = None) -> Path:
        """The place that a variable names, if it names one; `tilde` where the program knows one."""
        value = self.environment.get(variable, "")
        if tilde is not None and _TILDE.match(value):
            return tilde / value[1:].lstrip("/\\")
        return self.project / value if value else otherwise

    def settings(self) -> Path:
        """Where programs with a window keep what a person sets."""
        if self.system == "win32":
            return self.named("APPDATA", self.home / "AppData" / "Roaming")
        if self.system == "darwin":
            return self.home / "Library" / "Application Support"
        return self.named("XDG_CONFIG_HOME", self.home / ".config")


class Client(msgspec.Struct, frozen=True, kw_only=True):
    """One of them; without a `project_file` it has the same servers in every project."""

    name: str
    title: str
    keys: tuple[str, ...]
    place: Callable[[Machine], Path]
    project_file: str = ""
    is_toml: bool = False
    has_comments: bool = False
    names_transport: bool = False  # whether an entry says that it speaks over stdin and stdout
    next_step: str

    def config(self) -> JsonConfig | TomlConfig:
        """What reads and writes its form."""
        if self.is_toml:
            return TomlConfig(self.keys)
        return JsonConfig(self.keys, comments=self.has_comments)

    def entry(
        self, command: str, arguments: tuple[str, ...], variables: Mapping[str, str]
    ) -> dict[str, Any]:
        """What starts the server, as this client wants it told."""
        transport = {"type": "stdio"} if self.names_transport else {}
        env = {"env": dict(variables)} if variables else {}
        return {**transport, "command": command, "args": list(arguments), **env}

    def is_used(self, machine: Machine) -> bool:
        """Whether it has left its file or its folder on this machine."""
        file = self.place(machine)
        folder = file.parent
        has_folder = folder != machine.home and folder.is_dir()
        return file.exists() or (has_folder and any(folder.iterdir()))


def _claude_code(machine: Machine) -> Path:
    """An older file among its settings is the one that it reads, where that holds anything."""
    older = machine.named("CLAUDE_CONFIG_DIR", machine.home / ".claude") / ".config.json"
    if older.is_file() and older.stat().st_size > 0:
        return older
    return machine.named("CLAUDE_CONFIG_DIR", machine.home) / ".claude.json"


def _claude_desktop(machine: Machine) -> Path:
    """In Windows a packaged Claude reads a place of its own, and never the usual one."""
    usual = machine.settings() / "Claude" / _DESKTOP
    if machine.system != "win32":
        return usual
    local = machine.named("LOCALAPPDATA", machine.home / "AppData" / "Local")
    folders = (
        *sorted((local / "Claude-Data").glob("claude*")),
        *(
            package / "LocalCache" / "Roaming" / "Claude"
            for package in sorted((local / "Packages").glob("Claude_*"))
        ),
    )
    files = [folder / _DESKTOP for folder in folders]
    return next((file for file in files if file.exists()), files[0] if files else usual)


def _codex(machine: Machine) -> Path:
    return machine.named("CODEX_HOME", machine.home / ".codex") / "config.toml"


def _openclaw(machine: Machine) -> Path:
    """What it was called before counts as long as there is nothing of its new name."""
    home = machine.named("OPENCLAW_HOME", machine.home, tilde=machine.home)
    folders = (home / ".openclaw", home / ".clawdbot")
    usual = next((folder for folder in folders if folder.is_dir()), folders[0])
    state = machine.named("OPENCLAW_STATE_DIR", usual, tilde=home)
    searched = folders if state == usual else (state,)
    files = [folder / name for folder in searched for name in ("openclaw.json", "clawdbot.json")]
    found = next((file for file in files if file.is_file()), state / "openclaw.json")
    return machine.named("OPENCLAW_CONFIG_PATH", found, tilde=home)


CLIENTS: Final = (
    Client(
        name="claude-code",
        title="Claude Code",
        keys=("mcpServers", SERVER),
        place=_claude_code,
        project_file=".mcp.json",
        names_transport=True,
        next_step="start `claude` anew; `/mcp` lists it",
    ),
    Client(
        name="claude-desktop",
        title="Claude Desktop",
        keys=("mcpServers", SERVER),
        place=_claude_desktop,
        next_step="quit Claude Desktop and start it again",
    ),
    Client(
        name="cursor",
        title="Cursor",
        keys=("mcpServers", SERVER),
        place=lambda machine: machine.home / ".cursor" / "mcp.json",
        project_file=".cursor/mcp.json",
        has_comments=True,
        names_transport=True,
        next_step="start Cursor anew; its settings list it under MCP",
    ),
    Client(
        name="codex",
        title="Codex",
        keys=("mcp_servers", SERVER),
        place=_codex,
        project_file=".codex/config.toml",
        is_toml=True,
        next_step="start `codex` anew; `/mcp` lists it",
    ),
    Client(
        name="vscode",
        title="VS Code",
        keys=("servers", SERVER),
        place=lambda machine: machine.settings() / "Code" / "User" / "mcp.json",
        project_file=".vscode/mcp.json",
        has_comments=True,
        names_transport=True,
        next_step="run `MCP: List Servers` in VS Code, and start it there",
    ),
    Client(
        name="openclaw",
        title="OpenClaw",
        keys=("mcp", "servers", SERVER),
        place=_openclaw,
        has_comments=True,
        next_step="`openclaw mcp doctor lethelog --probe` tries it",
    ),
)
NAMES: Final = tuple(client.name for client in CLIENTS)


def client_named(name: str) -> Client:
    """The client of one of the `NAMES`."""
    return next(client for client in CLIENTS if client.name == name)
