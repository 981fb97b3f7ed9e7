"""A receipt is given when every copy is gone, and a block may be lifted without a trace."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from lethelog.domain.errors import NotFound, Refused
from lethelog.domain.events import SourceForgotten
from lethelog.memory import Memory
from lethelog.tests.story import TODAY

CELLAR = "the green tea is in the cellar"


@pytest.fixture
def memory() -> Iterator[Memory]:
    """A conversation with one text."""
    with closing(Memory.in_memory(clock=lambda: TODAY)) as made:
        made.remember(CELLAR, within="conversation/c1", dated_at=TODAY)
        yield made


def planned(memory: Memory) -> str:
    """The id of a plan that somebody approved."""
    plan = memory.plan_forget("conversation/c1")
    memory.approve_forget(plan.id, "Nora")
    return plan.id


def test_a_receipt_is_named_by_its_plan_or_its_position(memory: Memory) -> None:
    """A plan that was not applied has none."""
    plan = planned(memory)
    with pytest.raises(NotFound, match="was not applied, so there is no receipt"):
        memory.receipts(plan)
    [position] = memory.apply_forget(plan).forgettings
    assert memory.receipts(plan) == memory.receipts(str(position)) == memory.receipts()


def test_a_purged_block_is_forgotten_itself(memory: Memory) -> None:
    """Nothing tells any more who approved or what was said; the source may come and go again."""
    memory.forget("conversation/c1", approved_by="Nora")
    assert memory.unblock("conversation/c1", purge=True).is_news
    notices = [recorded.event for recorded in memory.journal.read()]
    assert [e.record for e in notices if isinstance(e, SourceForgotten)] == [None]
    memory.remember(CELLAR, within="conversation/c1", dated_at=TODAY)
    assert memory.forget("conversation/c1").is_news
    memory.unblock("conversation/c1")
    assert not memory.unblock("conversation/c1", purge=True).is_news
    with pytest.raises(NotFound, match="is not blocked"):
        memory.unblock("conversation/c2", purge=True)


def test_while_another_holds_a_copy_there_is_no_receipt(tmp_path: Path) -> None:
    """The erasure is pending, says who holds it, and ends once that one has let go."""
    with Memory.open(tmp_path) as memory:
        memory.remember(CELLAR, within="conversation/c1")
        plan = planned(memory)
        with Memory.open(tmp_path) as other:
            other.search(CELLAR, record=False)
            applied = memory.apply_forget(plan)
            assert applied.pending == ("views/1 of another process",)
            assert [line.state for line in memory.forget_plans()] == ["pending"]
            with pytest.raises(Refused, match="a copy may remain: views/1 of another process"):
                memory.receipts(plan)
            with pytest.raises(Refused, match="a copy may remain"):
                memory.unblock("conversation/c1")
            assert memory.search(CELLAR, record=False).found == ()
        assert memory.apply_forget(plan).pending == ()
        assert [line.state for line in memory.forget_plans()] == ["erased"]
        assert len(memory.receipts(plan)) == 1
