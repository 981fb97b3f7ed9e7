"""A journal of three events, and the read models of one process on it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from lethelog.journal.in_memory import InMemoryRecorder
from lethelog.journal.journal import Journal
from lethelog.projections.slots import Slots
from lethelog.replay.views import Views
from lethelog.tests.replay.three_events import EVENTS
from lethelog.tests.seals import RepeatableSeal


@pytest.fixture
def journal() -> Journal:
    """Three events."""
    made = Journal(InMemoryRecorder(), RepeatableSeal())
    made.append(EVENTS)
    return made


@pytest.fixture
def views(journal: Journal, tmp_path: Path) -> Iterator[Views]:
    """The views of one process on that journal."""
    with closing(Views(journal, Slots(tmp_path, store="tests"))) as opened:
        yield opened
