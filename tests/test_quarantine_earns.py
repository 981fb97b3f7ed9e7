"""What came by a channel of little trust earns nothing, and nothing is dreamt of it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from lethelog.domain.policy import DEFAULT
from lethelog.domain.presets import PRESETS
from lethelog.domain.times import DAY
from lethelog.memory import Memory
from lethelog.tests.policies import with_constant
from lethelog.tests.story import TODAY


@pytest.fixture
def memory() -> Iterator[Memory]:
    """An empty one."""
    with Memory.in_memory(clock=lambda: TODAY) as made:
        yield made


def test_its_recalls_earn_nothing(memory: Memory) -> None:
    """Asked for ten times it is no nearer to a promotion, nor once it is released."""
    memory.remember("The ferry leaves at six.", kind="event", dated_at=TODAY - DAY, origin="tool")
    for number in range(10):
        found = memory.search(f"when does the ferry leave {number}").found
        assert any("ferry" in each.text for each in found)
    assert memory.dream().promoted == ()
    [ferry] = [line.item for line in memory.quarantined() if "ferry" in line.text]
    prospect = memory.why(ferry).prospect
    assert prospect is not None
    assert prospect.score.recalls == 0
    assert "out of quarantine" in prospect.missing
    memory.release(ferry)
    assert memory.dream().promoted == ()


def test_a_bar_that_is_raised_holds_what_was_earned_before() -> None:
    """What counted under a lower bar is passed over by the dream, which says why."""
    low = with_constant(DEFAULT, "trust.quarantine_below", 0.0)
    with Memory.in_memory(clock=lambda: TODAY) as memory:
        memory.adopt(low)
        memory.remember("The ferry leaves at six.", kind="event", dated_at=TODAY, origin="tool")
        for number in range(6):
            memory.search(f"when does the ferry leave {number}")
        memory.adopt(DEFAULT)
        dream = memory.dream(dry_run=True)
        assert dream.promoted == ()
        assert [each.missing for each in dream.passed_over] == [("out of quarantine",)]
        memory.adopt(low)
        assert len(memory.dream().promoted) == 1


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_no_dream_is_made_of_it(preset: str) -> None:
    """Alike texts from afar become no summary and no fact, under any of the presets."""
    now = TODAY
    with Memory.in_memory(policy=PRESETS[preset], clock=lambda: now) as memory:
        for number in range(6):
            memory.remember(
                f"The harbour of Graz opens at {number} for boats and ships.",
                kind="event",
                dated_at=TODAY - DAY,
                origin="tool",
            )
        memory.dream()
        made = memory.ask(lambda view: view.rows("SELECT text FROM item WHERE path IS NULL"))
        assert made == []
