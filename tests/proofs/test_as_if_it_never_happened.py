"""After each forgetting every table of every read model is as if the source was never seen.

`make proof-forgetting HISTORIES=10000` looks longer than usual.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, TypeAlias

import pytest
from hypothesis import given, seed, settings

from lethelog.tests.histories import Step
from lethelog.tests.proofs.whole_life import WholeLife, whole_histories
from lethelog.tests.tables import TABLES, replayed

HISTORIES: Final = int(os.environ.get("HISTORIES", "30"))
ON_DISK: Final = max(HISTORIES // 10, 1)
LEARNED_AGAIN: Final = max(HISTORIES * 4 // 10, 1)
BLOCKED: Final = max(HISTORIES - ON_DISK - LEARNED_AGAIN, 1)
PARTS: Final = 5
"""So that several processes share the histories out."""

FORGETS: Final = ("forget", "forget known", "forget openly")

Figure: TypeAlias = Callable[[str, int], None]


class Count:
    """What one proof has looked at."""

    def __init__(self) -> None:
        self.histories = 0
        self.forgettings = 0
        self.differences = 0

    def live(self, steps: list[Step], folder: Path | None) -> None:
        """One whole history, compared table by table after each forgetting."""
        self.histories += 1
        with closing(WholeLife(folder)) as life:
            for step in steps:
                if life.do(step) and step[0] in FORGETS:
                    self.forgettings += 1
                    self.compare(life)

    def compare(self, life: WholeLife) -> None:
        """Each read model with a fresh one that was told only what is left."""
        expected, _ = replayed(life.expected(), store=life.store)
        for name, tables in life.views():
            for table in TABLES:
                if tables[table] != expected[table]:
                    self.differences += 1
                assert (name, table, tables[table]) == (name, table, expected[table])

    def tell(self, figure: Figure) -> None:
        """Adds it to the figures at the end."""
        figure("histories", self.histories)
        figure("forgettings compared, in four read models each", self.forgettings)
        figure("differences", self.differences)


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize(
    ("histories", "unblocking"), [(BLOCKED, False), (LEARNED_AGAIN, True)], ids=["blocked", "again"]
)
def test_in_memory(histories: int, part: int, figure: Figure, *, unblocking: bool) -> None:
    """Four read models against one that was told a pruned history; also when learned again."""
    counted = Count()

    @settings(max_examples=max(histories // PARTS, 1))
    @given(whole_histories(unblocking=unblocking))
    def prove(steps: list[Step]) -> None:
        counted.live(steps, None)

    if settings().derandomize:
        prove = seed(part)(prove)  # else every part would look at the same histories
    try:
        prove()
    finally:
        counted.tell(figure)


def test_on_disk(figure: Figure) -> None:
    """The same with files, whose rows are copied to a new generation."""
    counted = Count()

    @settings(max_examples=ON_DISK)
    @given(whole_histories(unblocking=True))
    def prove(steps: list[Step]) -> None:
        with TemporaryDirectory() as folder:
            counted.live(steps, Path(folder) / "store")

    try:
        prove()
    finally:
        counted.tell(figure)
