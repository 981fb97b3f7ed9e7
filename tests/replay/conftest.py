"""A journal of three events with its read models, and a memory with vectors."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from lethelog.domain.policy import DEFAULT
from lethelog.journal.in_memory import InMemoryRecorder
from lethelog.journal.journal import Journal
from lethelog.memory import Memory
from lethelog.projections.slots import Slots
from lethelog.replay.views import Views
from lethelog.tests.embedding import NGrams
from lethelog.tests.replay.embedding_stories import Clock
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


@pytest.fixture
def clock() -> Clock:
    """At the day of all stories."""
    return Clock()


@pytest.fixture
def embedder() -> NGrams:
    """One that works."""
    return NGrams()


@pytest.fixture
def memory(embedder: NGrams, clock: Clock) -> Iterator[Memory]:
    """In memory, with three texts."""
    with Memory.in_memory(embedder=embedder, clock=clock, policy=DEFAULT) as opened:
        for text in ("a green umbrella", "tea and biscuits", "the kettle boils"):
            opened.remember(text)
        yield opened


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where a store may be made."""
    monkeypatch.setenv("LETHELOG_KEYS", str(tmp_path / "keys"))
    return tmp_path / "store"
