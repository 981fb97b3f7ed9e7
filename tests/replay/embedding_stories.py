"""What the stories about vectors have in common: a memory, a clock, and ways to look."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Final

from lethelog.memory import Memory
from lethelog.projections.answer import Answer
from lethelog.replay.embedding import BATCH_TEXTS
from lethelog.tests.embedding import Before
from lethelog.tests.story import TODAY

PATIENCE_SECONDS: Final = 20.0  # no test waits so long unless something is lost
LOOK_SECONDS: Final = 0.01
MANY: Final = 3 * BATCH_TEXTS


class Clock:
    """Goes on when it is told to."""

    def __init__(self) -> None:
        self.now = TODAY

    def __call__(self) -> int:
        """As a memory asks it."""
        return self.now


def texts(answer: Answer) -> list[str]:
    """What was found, best first."""
    return [each.text for each in answer.found]


def fill(memory: Memory, count: int) -> None:
    """Many texts at once."""
    memory.ingest("\n".join(f"cup number {n} of tea" for n in range(count)).encode(), name="cups")


def failing(texts: Sequence[str]) -> None:
    """As a server that is gone."""
    raise ConnectionError(f"nobody there for {len(texts)}")


def becomes(is_so: Callable[[], bool]) -> bool:
    """Whether it is so before long."""
    moment = threading.Event()
    looks = int(PATIENCE_SECONDS / LOOK_SECONDS)
    return any(is_so() or moment.wait(LOOK_SECONDS) for _ in range(looks))


def held_by(gate: threading.Event) -> Before:
    """Waits until the gate is set."""
    return lambda _texts: gate.wait(PATIENCE_SECONDS)
