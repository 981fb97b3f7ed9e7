"""A snapshot as it would have been at an earlier moment, which nothing is left of."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from lethelog.asking.snapshot import Snapshot
from lethelog.domain.errors import InvalidInput
from lethelog.domain.policy import DEFAULT, Policy
from lethelog.domain.presets import PRESETS
from lethelog.domain.times import DAY, to_datetime
from lethelog.memory import Memory
from lethelog.tests.clock import Clock
from lethelog.tests.story import TODAY


@pytest.fixture
def clock() -> Clock:
    """At the beginning of the stories."""
    return Clock()


@pytest.fixture
def memory(clock: Clock) -> Iterator[Memory]:
    """A store in memory."""
    with Memory.in_memory(clock=clock) as opened:
        yield opened


def life(memory: Memory, clock: Clock) -> Iterator[None]:
    """Something happens between any two looks at it."""
    memory.remember("I am Vela.", subject="self", attribute="name", value="Vela")
    yield
    [tea] = memory.remember("Green tea is in the tin.", dated_at=TODAY - 30 * DAY).items
    [rain] = memory.remember("Rain is good for tea.", kind="belief", confidence=0.6).items
    yield
    clock.now += 20 * DAY
    memory.search("green tea")
    memory.remember("Ana came for tea.", dated_at=clock.now, kind="event", author="Ana")
    yield
    clock.now += DAY
    memory.correct(tea, "Green tea is in the cellar.")
    memory.contradict(rain, strength=0.8)
    yield
    clock.now += 90 * DAY
    memory.revise(rain, speaks_for=False, strength=1.0)
    memory.adopt(replace(DEFAULT, name="short", context=replace(DEFAULT.context, items_max=2)))
    yield


@pytest.mark.parametrize("policy", PRESETS.values(), ids=PRESETS)
def test_it_is_the_snapshot_that_was_taken_then(clock: Clock, policy: Policy) -> None:
    """To the letter, whatever happened since, under any preset, and whatever it is about."""
    taken: list[Snapshot] = []
    with Memory.in_memory(clock=clock) as memory:
        memory.adopt(policy)
        for _ in life(memory, clock):
            memory.flush()
            taken += [
                memory.context(question, tokens_max=300, record=False)
                for question in ("", "where is the green tea")
            ]
            clock.now += DAY
        for then in taken:
            for known in (then.position, to_datetime(then.made_at)):
                assert memory.as_of(known).context(then.query, tokens_max=300) == then


def test_it_is_never_recorded(memory: Memory, clock: Clock) -> None:
    """Nor is the question that it is for."""
    for _ in life(memory, clock):
        memory.flush()
        head = memory.journal.head()
        memory.as_of().context("tea")
        memory.as_of(1).context()
        memory.flush()
        assert memory.journal.head() == head


def test_what_was_forgotten_since_was_never_there(memory: Memory) -> None:
    """As in every answer about an earlier day."""
    memory.remember("tea in the tin", within="run/1")
    memory.remember("tea in the cellar")
    assert len(memory.as_of(2).context("tea").cited) == 2
    memory.forget("run/1")
    assert [each.text for each in memory.as_of(2).context("tea").cited] == ["tea in the cellar"]


def test_the_policy_and_the_room_are_those_of_then(memory: Memory, clock: Clock) -> None:
    """Unless so many tokens are asked for now."""
    memory.remember("tea in the tin")
    small = replace(DEFAULT, name="small", context=replace(DEFAULT.context, tokens_max=100))
    memory.adopt(small)
    clock.now += DAY
    assert memory.as_of(1).context().tokens_max == 2_000
    assert memory.as_of(2).context().tokens_max == 100
    assert memory.as_of(2).context(tokens_max=60).tokens_max == 60
    with pytest.raises(InvalidInput, match="from 1 to 1,000,000 tokens; 0 were asked"):
        memory.as_of(1).context(tokens_max=0)


def test_it_tells_what_was_current_and_not_what_was_true_elsewhen(memory: Memory) -> None:
    """A prompt is about one moment."""
    memory.remember("Ana is in Rome.", valid_until=to_datetime(TODAY - DAY))
    with pytest.raises(InvalidInput, match="ask for it without `valid`"):
        memory.as_of(1, valid=to_datetime(TODAY - 2 * DAY)).context()
