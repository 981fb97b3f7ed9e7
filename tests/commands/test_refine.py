"""What was recalled just now may be said more exactly, and nothing else may."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from lethelog.domain.errors import Refused
from lethelog.domain.events import Superseded
from lethelog.domain.identity import ItemId
from lethelog.domain.strength import HOUR
from lethelog.memory import Memory
from lethelog.sources.taught import Told
from lethelog.tests.story import TODAY


class Clock:
    """Stands still until it is told to go on."""

    def __init__(self) -> None:
        self.now = TODAY

    def __call__(self) -> int:
        """The time."""
        return self.now

    def wait(self, hours: float) -> None:
        """So many hours pass."""
        self.now += round(hours * HOUR)


@pytest.fixture
def clock() -> Clock:
    """One for each test."""
    return Clock()


@pytest.fixture
def memory(clock: Clock) -> Iterator[Memory]:
    """A store that goes by that clock."""
    with Memory.in_memory(clock=clock) as opened:
        yield opened


def labile(memory: Memory) -> list[ItemId]:
    """What can be refined now."""
    return [each.item for each in memory.labile()]


def test_what_was_recalled_can_be_refined_for_six_hours(memory: Memory, clock: Clock) -> None:
    """The step says that it was refined; kind, date and key stay."""
    told: Told = {"subject": "Ana", "attribute": "drink", "value": "tea"}
    said = memory.remember("Ana drinks tea", kind="preference", dated_at=TODAY, **told)
    [item] = said.items
    assert labile(memory) == []
    memory.search("tea")
    clock.wait(5.9)
    [line] = memory.labile()
    assert (line.item, line.text, line.until_at) == (item, "Ana drinks tea", TODAY + 6 * HOUR)
    refined = memory.refine(item, "Ana drinks green tea in the morning")
    assert refined.superseded == (item,)
    [found] = memory.search("green", record=False).found
    assert (found.kind, found.dated_at) == ("preference", TODAY)
    [step] = [r.event for r in memory.journal.read() if isinstance(r.event, Superseded)]
    assert (step.reason, step.judge, step.by) == ("refined", "person", refined.items[0])
    again = memory.refine(item, "Ana drinks green tea in the morning")
    assert again.items == again.superseded == ()


def test_after_the_window_it_is_fixed(memory: Memory, clock: Clock) -> None:
    """The message says when it closed, and what to do instead."""
    [item] = memory.remember("Ana drinks tea").items
    memory.search("tea")
    clock.wait(6)
    assert labile(memory) == []
    with pytest.raises(Refused, match=r"could be refined until 2024-10-04T06:00:00Z; recall it"):
        memory.refine(item, "Ana drinks green tea")


def test_a_recall_inside_the_window_opens_it_anew(memory: Memory, clock: Clock) -> None:
    """Eleven hours after the first one."""
    [item] = memory.remember("Ana drinks tea").items
    memory.search("tea")
    clock.wait(5.5)
    memory.search("who drinks tea")
    clock.wait(5.5)
    assert memory.refine(item, "Ana drinks green tea").items


def test_what_was_never_recalled_is_fixed(memory: Memory) -> None:
    """Saying so names the other way."""
    [item] = memory.remember("Ana drinks tea").items
    with pytest.raises(Refused, match=r"was never recalled.*lethelog correct"):
        memory.refine(item, "Ana drinks green tea")


def test_ten_others_that_were_recalled_since_close_it(memory: Memory, clock: Clock) -> None:
    """Unless one of them is forgotten; then it counts among the ten again."""
    [item] = memory.remember("Ana drinks tea").items
    memory.search("tea")
    clock.wait(1)
    sources = [memory.remember(f"cup {n} is blue").sources[0] for n in range(10)]
    memory.search("blue cup", limit=10)
    assert item not in labile(memory)
    with pytest.raises(Refused, match="10 other items were recalled since"):
        memory.refine(item, "Ana drinks green tea")
    memory.forget(sources[0], approved_by="Ana")
    assert item in labile(memory)
    assert memory.refine(item, "Ana drinks green tea").items


def test_what_is_labile_is_known_as_of_any_moment(memory: Memory, clock: Clock) -> None:
    """By the clock of then."""
    memory.remember("Ana drinks tea")
    memory.search("tea")
    memory.flush()
    then = memory.journal.head()
    clock.wait(24)
    assert labile(memory) == []
    assert len(memory.as_of(then).labile()) == 1
