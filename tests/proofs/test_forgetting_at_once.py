"""Several processes that forget at the same time do not take the keys from each other."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Final, TypeAlias

import pytest

from lethelog.domain.events import ChunkIngested, Erased, SourceForgotten
from lethelog.memory import Memory
from lethelog.tests.journal.other_process import other_processes
from lethelog.tests.proofs.chain_of import check_chain

Figure: TypeAlias = Callable[[str, int], None]
ROUNDS: Final = max(int(os.environ.get("RACES", "1")) // 3, 1)
EACH: Final = 4
PROCESSES: Final = 4

FORGETS: Final = f"""
from lethelog.memory import Memory

memory = Memory.open(path)
answer("opened")
sys.stdin.readline()
for number in range({EACH}):
    mine = f"conversation/{{os.getpid()}}/{{number}}"
    memory.remember(f"kept by {{mine}}", within=f"{{mine}}/kept")
    memory.remember(f"gone from {{mine}}", within=f"{{mine}}/gone")
    memory.forget_planned(f"{{mine}}/gone", planned_at=memory.journal.head())
memory.close()
answer("done")
"""


@pytest.mark.parametrize("number", range(ROUNDS))
def test_processes_that_forget_at_once_lose_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, figure: Figure, number: int
) -> None:
    """Each makes a new master key again and again, and everything that is kept stays readable."""
    del number
    monkeypatch.setenv("LETHELOG_KEYS", str(tmp_path / "keys"))
    store = tmp_path / "store"
    with other_processes(FORGETS, store, count=PROCESSES) as others:
        assert [each.answer() for each in others] == ["opened"] * PROCESSES
        for each in others:
            each.tell("go")
        assert [each.answer() for each in others] == ["done"] * PROCESSES
    with Memory.open(store) as memory:
        check_chain(store, memory)
        events = [recorded.event for recorded in memory.journal.read()]
        kept = [each.text for each in events if isinstance(each, ChunkIngested)]
        assert len(kept) == PROCESSES * EACH
        assert all(text.startswith("kept by") for text in kept)
        assert sum(isinstance(each, Erased) for each in events) == PROCESSES * EACH
        assert sum(isinstance(each, SourceForgotten) for each in events) == PROCESSES * EACH
        assert len(memory.receipts()) == PROCESSES * EACH
    figure("forgettings at once, by four processes", PROCESSES * EACH)
