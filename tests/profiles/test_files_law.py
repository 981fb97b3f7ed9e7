"""Whatever is done to files, they are what a dictionary would hold, on any day, after any undo."""

from __future__ import annotations

import os
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lethelog.domain.errors import Conflict, InvalidInput, NotFound, Refused
from lethelog.memory import Memory
from lethelog.profiles.files import MemoryFiles
from lethelog.tests.profiles.plain_files import CHANGES, CREATES, ORDERS, Order, Texts, after, named

EXAMPLES: Final = int(os.environ.get("FILES_HISTORIES", "12"))
REFUSED: Final = (InvalidInput, NotFound, Refused)


def obeyed(files: MemoryFiles, order: Order) -> bool:
    """Gives an order as an agent would."""
    verb, *given_to_it = order
    paths = 2 if verb == "rename" else 1
    told: list[Any] = [f"/memories/{each}" for each in given_to_it[:paths]] + given_to_it[paths:]
    if verb == "insert":
        told[1] = int(told[1])
    try:
        getattr(files, verb)(*told)
    except REFUSED:
        return False
    return True


@settings(max_examples=EXAMPLES)
@given(st.lists(ORDERS, min_size=5, max_size=25))
def test_files_are_what_a_dictionary_would_hold(orders: list[Order]) -> None:
    """An order that cannot be obeyed changes nothing; each day is told as it was."""
    texts: Texts = {}
    days: dict[int, Texts] = {0: {}}
    with Memory.in_memory() as memory:
        files = MemoryFiles(memory)
        for told in orders:
            order = named(texts, told)
            expected = after(texts, order)
            assert obeyed(files, order) == (expected is not None), (texts, order)
            changed = expected is not None and expected != texts
            texts = texts if expected is None else expected
            assert files.texts() == texts, order
            head = memory.journal.head()
            assert (head not in days) == changed
            days[head] = texts
        for position, then in days.items():
            assert files.texts(as_of=position) == then
        assert [*files.texts()] == sorted(texts)
        assert {found.text for found in memory.search("tea milk").found} <= {*texts.values()}
        assert memory.rebuild().is_equal


@settings(max_examples=EXAMPLES)
@given(st.lists(CREATES, min_size=2, max_size=8), st.lists(CHANGES, min_size=1, max_size=6))
def test_each_change_can_be_taken_back(creates: list[Order], changes: list[Order]) -> None:
    """By its old name; then everything is as it was, and it can be given once more."""
    with Memory.in_memory() as memory:
        files = MemoryFiles(memory)
        for order in creates:
            obeyed(files, order)
        for told in changes:
            before = files.texts()
            order = named(before, told)
            if not obeyed(files, order) or files.texts() == before:
                continue
            changed = files.texts()
            files.undo(f"/memories/{order[1]}")
            assert files.texts() == before, order
            assert obeyed(files, order)
            assert files.texts() == changed
        assert memory.rebuild().is_equal


def test_a_conflict_is_no_refusal() -> None:
    """The law above would not notice an order that fails because others came first."""
    assert not issubclass(Conflict, REFUSED)
    with Memory.in_memory() as memory, pytest.raises(REFUSED):
        MemoryFiles(memory).view("/memories/a")
