"""One recorder and one journal for each way of storing; what holds for one holds for all."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from lethelog.journal.in_memory import InMemoryRecorder
from lethelog.journal.journal import Journal
from lethelog.journal.journal_file import JOURNAL
from lethelog.journal.recorder import Recorder
from lethelog.journal.sqlite_recorder import SqliteRecorder
from lethelog.tests.seals import RepeatableSeal


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where a journal may be made."""
    return tmp_path / JOURNAL.name


@pytest.fixture(params=["sqlite", "memory"])
def recorder(request: pytest.FixtureRequest, path: Path) -> Iterator[Recorder]:
    """An empty recorder of each kind."""
    made: Recorder = SqliteRecorder(path) if request.param == "sqlite" else InMemoryRecorder()
    yield made
    made.close()


@pytest.fixture
def journal(recorder: Recorder) -> Journal:
    """An empty journal on each recorder."""
    return Journal(recorder, RepeatableSeal())
