"""What the stories about the command line start from."""

from __future__ import annotations

from pathlib import Path

import pytest

from lethelog.tests.entrypoints.terminal import TURNS, Terminal, write


@pytest.fixture
def terminal(tmp_path: Path) -> Terminal:
    """A user without a store yet."""
    return Terminal(tmp_path / "store")


@pytest.fixture
def tea(terminal: Terminal, tmp_path: Path) -> Terminal:
    """A user whose store holds a short conversation about tea and one fact."""
    terminal.says("ingest", write(tmp_path, "tea.jsonl", TURNS))
    terminal.says("remember", "Ana is allergic to hazelnuts.")
    return terminal
