"""Processes that tell different values of one key at the same time end with one order of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Final, TypeAlias

import pytest

from lethelog.domain.events import Contradicted, Superseded
from lethelog.memory import Memory
from lethelog.tests.journal.other_process import other_processes

Figure: TypeAlias = Callable[[str, int], None]
EACH: Final = 4
PROCESSES: Final = 2

TELLS: Final = f"""
from lethelog.memory import Memory

memory = Memory.open(path)
memory.facts()
answer("opened")
sys.stdin.readline()
for number in range({EACH}):
    value = f"{{os.getpid()}}-{{number}}"
    since = "2026-01-0" + str(1 + number // 2)
    key = {{"subject": "Ana", "attribute": "city", "value": value}}
    memory.remember(f"It is {{value}}", valid_from=since, **key)
memory.close()
answer("done")
"""


def test_values_told_at_once_are_put_in_order_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, figure: Figure
) -> None:
    """No value gives way twice, those of the last day dispute each other, and all tables agree."""
    monkeypatch.setenv("LETHELOG_KEYS", str(tmp_path / "keys"))
    store = tmp_path / "store"
    with other_processes(TELLS, store, count=PROCESSES) as others:
        assert [each.answer() for each in others] == ["opened"] * PROCESSES
        for each in others:
            each.tell("go")
        assert [each.answer() for each in others] == ["done"] * PROCESSES
    with Memory.open(store) as memory:
        events = [recorded.event for recorded in memory.journal.read()]
        gone = Counter(each.item for each in events if isinstance(each, Superseded))
        against = Counter((e.item, e.by) for e in events if isinstance(e, Contradicted))
        assert set(gone.values()) == {1}
        assert set(against.values()) == {1}
        left = memory.facts()
        assert len(left) == PROCESSES * EACH // 2
        others_of = {fact.item: set(fact.contradicted_by) for fact in left}
        assert all(found == others_of.keys() - {item} for item, found in others_of.items())
        head = memory.journal.head()
        assert not memory.settle().is_news
        assert memory.journal.head() == head
        assert memory.rebuild().is_equal
    figure("values of one key told at once, by two processes", PROCESSES * EACH)
