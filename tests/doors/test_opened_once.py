"""The memory behind a server: opened by whoever needs it first, and current until it is closed."""

from __future__ import annotations

from pathlib import Path

import pytest

from lethelog.domain.errors import Refused, StoreUnwritable
from lethelog.doors.stores import OpenedOnce
from lethelog.memory import Memory


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where a store may be made."""
    monkeypatch.setenv("LETHELOG_KEYS", str(tmp_path / "keys"))
    return tmp_path / "store"


def test_a_server_that_nobody_asks_holds_up_no_forgetting(store: Path) -> None:
    """It had the source in its read model, and still the receipt is there when the order ends."""
    served = OpenedOnce(lambda: Memory.open(store))
    with Memory.open(store) as person:
        person.remember("The stove is hot.", within="note/stove")
        assert len(served.memory().search("stove").found) == 1
        person.forget("note/stove")
        assert [receipt.pending for receipt in person.receipts()] == [()]
    served.close()


def test_an_opening_that_failed_is_tried_again(store: Path) -> None:
    """And once it is closed nobody opens it."""
    tries: list[int] = []

    def open_() -> Memory:
        tries.append(1)
        if len(tries) == 1:
            raise StoreUnwritable("the disk is full")
        return Memory.open(store)

    served = OpenedOnce(open_)
    with pytest.raises(StoreUnwritable, match="full"):
        served.memory()
    assert served.memory() is served.memory()
    served.close()
    assert len(tries) == 2
    with pytest.raises(Refused, match="is ending"):
        served.memory()
