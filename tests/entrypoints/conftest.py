"""What the stories about the command line start from."""

from __future__ import annotations

from pathlib import Path

import pytest

from lethelog.tests.entrypoints.terminal import TURNS, Terminal, write
from lethelog.tests.originals import KEYS, Originals


@pytest.fixture
def terminal(tmp_path: Path) -> Terminal:
    """A user without a store yet."""
    return Terminal(tmp_path / "store")


@pytest.fixture(autouse=True)
def keys(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the master keys of this test alone."""
    folder = tmp_path_factory.mktemp("keys")
    monkeypatch.setenv(KEYS, str(folder))
    return folder


def talk_about_tea(store: Path) -> None:
    """A short conversation and one fact."""
    terminal = Terminal(store)
    terminal.says("ingest", write(store.parent, "tea.jsonl", TURNS))
    terminal.says("remember", "Ana is allergic to hazelnuts.")


@pytest.fixture
def tea(terminal: Terminal, tmp_path: Path, originals: Originals) -> Terminal:
    """A user whose store holds a short conversation about tea and one fact."""
    write(tmp_path, "tea.jsonl", TURNS)
    originals.copy(talk_about_tea, terminal.store)
    return terminal


@pytest.fixture(autouse=True)
def home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty one: nobody's clients are looked at, and none is changed."""
    folder = tmp_path_factory.mktemp("home")
    for variable in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(variable, str(folder))
    for variable in ("APPDATA", "LOCALAPPDATA", "CLAUDE_CONFIG_DIR", "CODEX_HOME"):
        monkeypatch.delenv(variable, raising=False)
    for variable in ("OPENCLAW_HOME", "OPENCLAW_CONFIG_PATH", "OPENCLAW_STATE_DIR"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.delenv("LETHELOG_NAMESPACE", raising=False)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(folder / ".config"))
    return folder
