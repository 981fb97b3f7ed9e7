"""A rebuild gives what was there, also when the read model was opened and closed on the way."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest

from lethelog import Memory
from lethelog.domain.identity import ItemId
from lethelog.domain.times import SECOND

START = 1_780_000_000 * SECOND
Order = Callable[[Memory, ItemId, ItemId], object]

ORDERS: dict[str, Order] = {
    "promote": lambda memory, _one, other: memory.promote(other),
    "supersede": lambda memory, one, other: memory.supersede(one, by=other),
    "contradict": lambda memory, one, other: memory.contradict(one, by=other),
    "search": lambda memory, _one, _other: memory.search("tiles", diverse=True),
}


@pytest.mark.parametrize("order", ORDERS.values(), ids=ORDERS)
def test_a_reopened_read_model_goes_on_where_it_was(tmp_path: Path, order: Order) -> None:
    """Nothing that was there is added a second time by what comes after."""
    ticks = count(START, SECOND)
    with Memory.open(tmp_path, clock=lambda: next(ticks)) as memory:
        one, other, third, fourth = (
            memory.remember(f"{name} likes green tiles", dated_at=START - SECOND).items[0]
            for name in ("Ana", "Ben", "Cleo", "Dan")
        )
        for question in ("green tiles", "what tiles", "likes tiles"):
            memory.search(question, diverse=True)
        assert memory.dream().promoted
        memory.supersede(third, by=fourth)
        memory.contradict(one, by=fourth)
        memory.facts()
    with Memory.open(tmp_path, clock=lambda: next(ticks)) as memory:
        order(memory, one, other)
        assert memory.rebuild().is_equal
