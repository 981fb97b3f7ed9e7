"""Attaching clients from the command line: shown, asked, written, and told by the doctor."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from lethelog.doors.clients import CLIENTS, NAMES
from lethelog.entrypoints.cli import PROGRAM, cli
from lethelog.tests.architecture.house import ROOT
from lethelog.tests.entrypoints.installations import installed
from lethelog.tests.entrypoints.terminal import Terminal


@pytest.fixture(autouse=True)
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The installed program, as it was called; nothing else is told by the environment."""
    path = tmp_path / "bin" / "lethelog"
    path.parent.mkdir()
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    monkeypatch.setattr(sys, "argv", [str(path)])
    for variable in ("LETHELOG_KEYS", "LETHELOG_STORE", "LETHELOG_EMBEDDER"):
        monkeypatch.delenv(variable, raising=False)
    (tmp_path / "project").mkdir()
    monkeypatch.chdir(tmp_path / "project")
    return path


@pytest.fixture
def file(home: Path) -> Path:
    """Where Claude Code keeps its servers."""
    return home / ".claude.json"


@pytest.fixture
def uvx(program: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """What fetches programs; nothing else is on the path."""
    path = program.with_name("uvx")
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    monkeypatch.setenv("PATH", str(path.parent))
    return path


def run(*words: str, stdin: str = "") -> Result:
    """What came of a command without a store."""
    return CliRunner().invoke(cli, words, input=stdin, prog_name=PROGRAM)


def server(file: Path) -> Any:  # noqa: ANN401 - any JSON
    """Our entry in a file of Claude Code."""
    return json.loads(file.read_text())["mcpServers"]["lethelog"]


def answer(terminal: Terminal, *words: str, says: bytes) -> int:
    """The exit code of a command on a terminal where a person answers."""
    ours, theirs = os.openpty()
    os.write(ours, says)
    done = terminal.process(*words, stdin=theirs)
    os.close(ours)
    os.close(theirs)
    assert "Write it? [y/N]" in done.stderr
    return done.returncode


def test_attaching_writes_what_starts_this_program_and_detaching_takes_it_out(
    file: Path, program: Path
) -> None:
    """The change is shown on standard error, what was done on standard output."""
    done = run("attach", "claude-code", "--yes")
    assert done.exit_code == 0, done.output
    assert server(file) == {"type": "stdio", "command": str(program), "args": ["mcp"]}
    assert f'+      "command": "{program}",' in done.stderr
    assert "attached Claude Code" in done.stdout
    assert "starts it already" in run("attach", "claude-code").stdout
    assert run("detach", "claude-code", "--yes").exit_code == 0
    assert not file.exists()
    assert "does not start it" in run("detach", "claude-code").stdout


def test_what_the_agent_gets_is_what_was_told(file: Path, tmp_path: Path, home: Path) -> None:
    """The store, the namespace, the verbs, the embedder and the folder of the keys."""
    environment = {"LETHELOG_KEYS": "keys", "LETHELOG_STORE": str(tmp_path / "tea")}
    words = ("--embedder", "local", "attach", "claude-code", "--allow", "read,write", "--yes")
    done = CliRunner().invoke(cli, [*words, "--namespace", "house"], env=environment)
    assert done.exit_code == 0, done.output
    assert server(file)["args"] == [
        *("--embedder", "local", "mcp", "--store", str(tmp_path / "tea")),
        *("--namespace", "house", "--allow", "read,write"),
    ]
    assert server(file)["env"] == {"LETHELOG_KEYS": str(tmp_path / "project" / "keys")}
    assert home in file.parents


def test_uvx_fetches_the_program_with_what_a_server_needs(
    file: Path, uvx: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its whole path for the user, its name for a team; so too when uvx itself is what runs."""
    installed(tmp_path, monkeypatch, noted=None)
    assert run("attach", "claude-code", "--uvx", "--yes").exit_code == 0
    words = ["--from", "lethelog[mcp]", "lethelog", "mcp"]
    assert server(file) == {"type": "stdio", "command": str(uvx), "args": words}
    shared = run("attach", "claude-code", "--uvx", "--project", "--yes")
    assert server(Path(".mcp.json")) == {"type": "stdio", "command": "uvx", "args": words}
    assert "a team" not in shared.stderr
    monkeypatch.setattr(sys, "argv", ["/cache/uv/archive-v0/abc/bin/lethelog"])
    assert "starts it already" in run("attach", "claude-code").stdout


@pytest.mark.usefixtures("uvx")
def test_uvx_fetches_the_program_from_where_it_came_from(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A team is warned of a folder that only one of them has; it goes again like any other."""
    installed(tmp_path, monkeypatch, noted={"url": "file:///home/ana/tea", "dir_info": {}})
    done = run("attach", "claude-code", "--uvx", "--yes")
    assert server(file)["args"][1] == "lethelog[mcp] @ file:///home/ana/tea"
    assert "a team" not in done.stderr
    shared = run("attach", "claude-code", "--uvx", "--project", "--yes")
    assert "a team that shares the file needs it from an index" in shared.stderr
    assert run("detach", "claude-code", "--yes").exit_code == 0
    assert not file.exists()


def test_the_project_has_its_own_file(home: Path) -> None:
    """Which a team shares, so the path of one machine is warned of."""
    done = run("attach", "vscode", "--project", "--yes")
    assert "a team that shares the file wants --uvx" in done.stderr
    assert "lethelog" in json.loads(Path(".vscode/mcp.json").read_text())["servers"]
    assert list(home.iterdir()) == []
    refused = run("attach", "openclaw", "--project", "--yes")
    assert refused.exit_code == 1
    assert "leave --project away" in refused.stderr


def test_without_a_terminal_nothing_is_written_unasked(file: Path) -> None:
    """The change is shown all the same, with what to do."""
    for words in (("attach", "claude-code"), ("attach", "claude-code", "--json")):
        done = run(*words)
        assert done.exit_code == 1
        assert "give --yes" in done.stderr
        assert not file.exists()
    assert '"command"' in run("attach", "claude-code").stderr
    run("attach", "claude-code", "--yes")
    assert run("detach", "claude-code").exit_code == 1
    assert file.exists()


@pytest.mark.skipif(sys.platform == "win32", reason="has no such terminals")
def test_a_person_is_asked(file: Path, terminal: Terminal) -> None:
    """Only a yes is one."""
    assert answer(terminal, "attach", "claude-code", "--uvx", says=b"\n") == 1
    assert not file.exists()
    assert answer(terminal, "attach", "claude-code", "--uvx", says=b"y\n") == 0
    assert server(file)["args"][-2:] == ["--store", str(terminal.store)]


@pytest.mark.parametrize("name", NAMES)
def test_each_client_is_attached_and_detached(home: Path, name: str) -> None:
    """With one document that says where."""
    done = json.loads(run("attach", name, "--yes", "--json").stdout)["result"]
    assert (done["client"], done["is_news"], done["backup"]) == (name, True, None)
    assert Path(done["file"]).is_relative_to(home)
    gone = json.loads(run("detach", name, "--yes", "--json").stdout)["result"]
    assert gone == done
    assert [path for path in home.rglob("*") if path.is_file()] == []


def test_a_file_that_is_not_understood_is_left_with_what_to_paste(file: Path) -> None:
    """And the exit code says so."""
    file.write_text("{ broken")
    done = run("attach", "claude-code", "--yes")
    assert done.exit_code == 1
    assert "left as it is" in done.stderr
    assert '"mcpServers": {' in done.stderr
    assert file.read_text() == "{ broken"


def test_a_long_line_is_shown_where_it_changes(file: Path) -> None:
    """Not all that a client keeps is thrown at the person."""
    others = {str(number): number for number in range(500)}
    file.write_text(json.dumps({**others, "mcpServers": {"a": {}}, "z": "z" * 500}))
    done = run("attach", "claude-code", "--yes")
    assert '"mcpServers": {"lethelog": {"type"' in done.stderr
    assert max(map(len, done.stderr.splitlines())) < 200


def test_what_cannot_be_given_is_wrong_usage() -> None:
    """An unknown client, an unknown verb."""
    assert run("attach", "emacs").exit_code == 2
    done = run("attach", "cursor", "--allow", "read,fly")
    assert done.exit_code == 2
    assert "'fly' is none of read," in done.stderr


def test_no_secret_is_written(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is said instead who must bring it."""
    monkeypatch.setenv("LETHELOG_PASSPHRASE", "correct horse")
    done = run("attach", "claude-code", "--yes")
    assert "started with LETHELOG_PASSPHRASE" in done.stderr
    assert "horse" not in file.read_text() + done.output


def test_the_doctor_tells_who_is_attached(
    terminal: Terminal, home: Path, program: Path, tmp_path: Path
) -> None:
    """Whether what they start is there, and who could be."""
    terminal.says("remember", "The tea is upstairs.")
    terminal.run("keys", "export", str(tmp_path / "export"))
    assert "clients: none is attached" in terminal.says("doctor")
    (home / ".cursor").mkdir()
    (home / ".cursor" / "extensions").mkdir()
    assert "`lethelog attach cursor`" in terminal.says("doctor")
    run("attach", "cursor", "--yes")
    assert f"starts {program} mcp" in terminal.says("doctor")
    (home / ".codex").mkdir()
    (home / ".codex" / "config.toml").write_text("broken")
    assert "codex: " in terminal.says("doctor")
    program.unlink()
    ill = terminal.run("doctor")
    assert ill.exit_code == 1
    assert f"starts {program}, which is not there" in ill.stdout
    assert "`lethelog attach cursor` writes what is; `lethelog detach cursor`" in ill.stdout


def test_the_page_of_clients_tells_of_each() -> None:
    """With the three lines, and where its file is."""
    page = (ROOT / "docs" / "clients.md").read_text(encoding="utf-8")
    for client in CLIENTS:
        assert f"lethelog attach {client.name}" in page
        assert client.title in page
        assert client.project_file in page
