"""Attaching each client, on each platform, in an empty home: put in, kept beside, taken out."""

from __future__ import annotations

import json
import stat
import sys
import tomllib
from pathlib import Path
from typing import Any, Final

import pytest

from lethelog.domain.errors import InvalidInput, Refused
from lethelog.doors.attaching import attached, attaching, carry_out, detaching
from lethelog.doors.clients import CLIENTS, NAMES, Client, Machine, client_named
from lethelog.doors.config_file import backup_of

ARGUMENTS: Final = ("mcp", "--store", "/home/ana/tea")
COMMAND: Final = "/opt/lethelog/bin/lethelog"
MINE: Final[dict[str, str]] = {
    "claude-code": '{\n  "numStartups": 7,\n  "mcpServers": {\n    "a": {"command": "b"}\n  }\n}\n',
    "claude-desktop": '{"theme":"dark","mcpServers":{"a":{"command":"b","args":[]}}}',
    "cursor": '{\n\t// mine\n\t"mcpServers": {\n\t\t"a": { "command": "b" },\n\t}\n}',
    "codex": '# mine\nmodel = "tea"\n\n[mcp_servers.a]\ncommand = "b"\n',
    "vscode": '{\r\n    "inputs": [], // none\r\n    "servers": {}\r\n}\r\n',
    "openclaw": "// mine\n{\n  agents: {},\n  mcp: { servers: { a: { command: 'b' } } },\n}",
}
each_client = pytest.mark.parametrize("client", CLIENTS, ids=NAMES)


def machine(home: Path, system: str = "linux", **environment: str) -> Machine:
    """One with nothing on it."""
    return Machine(home=home, system=system, environment=environment, project=home / "project")


def attach(client: Client, file: Path, *arguments: str) -> None:
    """As it is done after a yes."""
    carry_out(attaching(client, file, client.entry(COMMAND, arguments or ARGUMENTS, {})))


def written(file: Path, text: str, mode: int = 0o600) -> Path:
    """The file, with this text to the byte."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(text.encode())
    file.chmod(mode)
    return file


@each_client
def test_a_file_that_was_not_there_is_gone_again(tmp_path: Path, client: Client) -> None:
    """And it was for its owner alone while it was there."""
    file = client.place(machine(tmp_path))
    attach(client, file)
    assert [file, *backups(tmp_path)] == [file]
    found = attached(client, file)
    assert found is not None
    assert (found.command, found.arguments, found.trouble) == (COMMAND, ARGUMENTS, "")
    if sys.platform != "win32":
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
    carry_out(detaching(client, file))
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


@each_client
@pytest.mark.parametrize("mode", [0o600, 0o644])
def test_what_was_there_is_kept_and_comes_back(tmp_path: Path, client: Client, mode: int) -> None:
    """To the byte, and with its mode; so is the copy beside it."""
    file = written(client.place(machine(tmp_path)), MINE[client.name], mode)
    attach(client, file)
    assert attached(client, file) is not None
    assert backup_of(file).read_bytes() == MINE[client.name].encode()
    if sys.platform != "win32":
        assert {stat.S_IMODE(each.stat().st_mode) for each in (file, backup_of(file))} == {mode}
    carry_out(detaching(client, file))
    assert file.read_bytes() == MINE[client.name].encode()
    assert backups(tmp_path) == []


@each_client
def test_attaching_twice_is_attaching_once(tmp_path: Path, client: Client) -> None:
    """Other options change what the first wrote, and nothing else."""
    file = written(client.place(machine(tmp_path)), MINE[client.name])
    attach(client, file)
    first = file.read_bytes()
    assert not attaching(client, file, client.entry(COMMAND, ARGUMENTS, {})).is_news
    attach(client, file, "mcp", "--allow", "read")
    found = attached(client, file)
    assert found is not None
    assert found.arguments == ("mcp", "--allow", "read")
    attach(client, file)
    assert file.read_bytes() == first
    carry_out(detaching(client, file))
    assert file.read_bytes() == MINE[client.name].encode()
    assert not detaching(client, file).is_news


@pytest.mark.parametrize("name", ["cursor", "codex", "openclaw"])
def test_what_others_change_meanwhile_stays(tmp_path: Path, name: str) -> None:
    """Only our entry goes; the copy stays, for it is not what the file is now."""
    client = client_named(name)
    file = written(client.place(machine(tmp_path)), MINE[name])
    attach(client, file)
    written(file, file.read_text().replace("mine", "yours"))
    carry_out(detaching(client, file))
    assert file.read_text() == MINE[name].replace("mine", "yours")
    assert backups(tmp_path) == [backup_of(file)]


@each_client
@pytest.mark.parametrize("text", ["]", '{"a": ', "= 3", '{"mcpServers": [], "servers": 1, mcp: 2}'])
def test_what_is_not_understood_is_left_with_what_to_paste(
    tmp_path: Path, client: Client, text: str
) -> None:
    """Neither the file nor anything beside it is touched."""
    file = written(client.place(machine(tmp_path)), text)
    with pytest.raises(InvalidInput, match="is left as it is") as told:
        attach(client, file)
    snippet = str(told.value).partition(":\n")[2]
    assert client.config().entry(snippet) == client.entry(COMMAND, ARGUMENTS, {})
    assert file.read_text() == text
    assert backups(tmp_path) == []
    looked = attached(client, file)
    assert looked is not None
    assert looked.trouble


@each_client
def test_a_server_of_our_name_that_others_wrote_is_left(tmp_path: Path, client: Client) -> None:
    """Neither attach nor detach takes it."""
    other: dict[str, Any] = {"command": "tea", "args": ["pour"]}
    file = written(client.place(machine(tmp_path)), client.config().with_entry("", other))
    before = file.read_bytes()
    with pytest.raises(InvalidInput, match="did not write"):
        attach(client, file)
    with pytest.raises(InvalidInput, match="did not write"):
        detaching(client, file)
    assert file.read_bytes() == before


def test_what_a_person_added_to_our_entry_is_kept(tmp_path: Path) -> None:
    """Only the command and its arguments are ours."""
    client = client_named("cursor")
    file = client.place(machine(tmp_path))
    attach(client, file)
    document = json.loads(file.read_text())
    document["mcpServers"]["lethelog"]["env"] = {"LETHELOG_EMBEDDER": "local"}
    written(file, json.dumps(document))
    attach(client, file, "mcp")
    entry = json.loads(file.read_text())["mcpServers"]["lethelog"]
    assert (entry["args"], entry["env"]) == (["mcp"], {"LETHELOG_EMBEDDER": "local"})


def test_what_codex_adds_to_our_table_is_no_hindrance(tmp_path: Path) -> None:
    """A tool that is always allowed stays so with other options, and goes when we go."""
    client = client_named("codex")
    file = written(client.place(machine(tmp_path)), MINE["codex"])
    attach(client, file)
    allowed = '\n[mcp_servers.lethelog.tools.memory_forget]\napproval_mode = "approve"\n'
    written(file, file.read_text() + allowed)
    once = file.read_text()
    attach(client, file)
    assert file.read_text() == once
    attach(client, file, "mcp", "--allow", "read")
    entry = tomllib.loads(file.read_text())["mcp_servers"]["lethelog"]
    assert entry["args"] == ["mcp", "--allow", "read"]
    assert entry["tools"] == {"memory_forget": {"approval_mode": "approve"}}
    written(file, once)
    carry_out(detaching(client, file))
    assert file.read_text() == MINE["codex"]
    assert backups(tmp_path) == []


@each_client
def test_a_read_only_file_is_left(tmp_path: Path, client: Client) -> None:
    """Somebody has decided that."""
    file = written(client.place(machine(tmp_path)), MINE[client.name], 0o400)
    with pytest.raises(Refused, match="read-only"):
        attach(client, file)
    assert file.read_bytes() == MINE[client.name].encode()
    assert backups(tmp_path) == []


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
@pytest.mark.parametrize("text", [None, MINE["codex"]])
def test_a_link_stays_a_link(tmp_path: Path, text: str | None) -> None:
    """What it leads to is changed, and comes back."""
    client = client_named("codex")
    file, target = client.place(machine(tmp_path)), tmp_path / "dotfiles" / "codex.toml"
    target.parent.mkdir()
    file.parent.mkdir()
    file.symlink_to(target)
    if text is not None:
        written(target, text)
    attach(client, file)
    assert file.is_symlink()
    assert "lethelog" in target.read_text()
    carry_out(detaching(client, file))
    assert file.is_symlink()
    assert (target.read_text() if target.exists() else None) == text


def test_a_file_that_changes_between_question_and_answer_is_left(tmp_path: Path) -> None:
    """What the client wrote meanwhile is not lost."""
    client = client_named("claude-code")
    file = written(client.place(machine(tmp_path)), "{}")
    change = attaching(client, file, client.entry(COMMAND, ARGUMENTS, {}))
    written(file, '{"numStartups": 8}')
    with pytest.raises(Refused, match="has changed meanwhile"):
        carry_out(change)
    assert file.read_text() == '{"numStartups": 8}'


def test_no_file_of_another_kind_is_read(tmp_path: Path) -> None:
    """A folder, or bytes that are no text."""
    client = client_named("cursor")
    file = client.place(machine(tmp_path))
    file.mkdir(parents=True)
    with pytest.raises(InvalidInput, match="no file"):
        attach(client, file)
    file.rmdir()
    file.write_bytes(b"\xff\xfe{}")
    with pytest.raises(InvalidInput, match="UTF-8"):
        attach(client, file)


def backups(folder: Path) -> list[Path]:
    """Every copy that attach has left, and any file that it forgot."""
    return [path for path in folder.rglob("*") if "lethelog" in path.name]
