"""The memory as it was on any day: what was known then, and what was true then."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from typing import Final

import pytest

from lethelog.asking.as_of import AsOf
from lethelog.domain.errors import InvalidInput, NotFound, Refused
from lethelog.domain.policy import DEFAULT, Policy, RankingPolicy
from lethelog.domain.times import DAY, to_datetime
from lethelog.memory import Memory
from lethelog.projections.answer import Answer
from lethelog.tests.clock import Clock
from lethelog.tests.story import TODAY

HALFWAY: Final = (1 + DEFAULT.ranking.retention_floor) / 2
"""What is left of an item after a half-life."""


@pytest.fixture
def clock() -> Clock:
    """The clock of the store."""
    return Clock()


@pytest.fixture
def memory(clock: Clock) -> Iterator[Memory]:
    """A store in memory."""
    with Memory.in_memory(clock=clock) as opened:
        yield opened


@pytest.fixture
def week(memory: Memory, clock: Clock) -> Memory:
    """One text on each of five days, the first today."""
    for number in range(5):
        clock.now = TODAY + number * DAY
        memory.remember(f"tea {number}")
    return memory


def on(days: float) -> datetime:
    """A moment, in days from today."""
    return to_datetime(TODAY + int(days * DAY))


def _tea(state: AsOf) -> Answer:
    return state.search("tea")


def known(state: Memory | AsOf) -> str:
    """The last letter of each fact."""
    return "".join(fact.text[-1] for fact in state.facts())


@pytest.mark.parametrize(
    ("moment", "facts"),
    [
        (None, "01234"),
        (0, ""),
        (3, "012"),
        (5, "01234"),
        (on(-0.01), ""),
        (on(0), "0"),
        (on(1.99), "01"),
        (on(2), "012"),
        (on(2).isoformat(), "012"),
        (on(2).replace(tzinfo=None), "012"),
        (on(2).date().isoformat(), "012"),
        (on(9999), "01234"),
        ("1066-10-14", ""),
    ],
)
def test_what_was_known_is_told_at_a_moment_or_a_position(
    week: Memory, moment: str | datetime | int | None, facts: str
) -> None:
    """In each way that one can be given; the moment of an event knows of it."""
    state = week.as_of(moment)
    assert known(state) == facts
    assert {found.text[-1] for found in state.search("tea").found} == set(facts)
    assert len(state.sources()) == len(facts)
    told = state.status()
    assert (told.position, told.items) == (len(facts), len(facts))


@pytest.mark.parametrize(
    ("moment", "complaint"),
    [
        (6, "from 0 to 5"),
        (-1, "no position -1"),
        ("yesterday", "is not a date"),
        ("", "not a date"),
    ],
)
def test_what_is_no_moment_is_refused(week: Memory, moment: str | int, complaint: str) -> None:
    """And what there is instead is said."""
    with pytest.raises(InvalidInput, match=complaint):
        week.as_of(moment)


def test_at_a_moment_to_come_the_clock_moves_and_the_knowledge_does_not(
    memory: Memory, clock: Clock
) -> None:
    """So one sees how far what fades will have faded; what comes in later is not there."""
    memory.remember("tea", dated_at=TODAY)
    later = memory.as_of(on(30))
    memory.remember("tea too")
    [found] = later.search("tea").found
    assert (found.text, found.retention) == ("tea", HALFWAY)
    clock.now += 60 * DAY
    assert later.search("tea").found == (found,)


def test_nothing_is_told_that_was_recorded_later_by_a_clock_set_back(
    memory: Memory, clock: Clock
) -> None:
    """What came after it in the journal rests on it, so that is not told either."""
    for days in (0, 2, 1, 3):
        clock.now = TODAY + days * DAY
        memory.remember(f"day {days}")
    moments = (0, 1, 1.9, 2, 3)
    told = ["".join(sorted(known(memory.as_of(on(days))))) for days in moments]
    assert told == ["0", "0", "0", "012", "0123"]


def test_a_search_has_the_clock_and_the_policy_of_that_day(memory: Memory, clock: Clock) -> None:
    """Whatever was adopted since; a policy that the memory was opened with stays in force."""
    memory.remember("tea", dated_at=TODAY)
    clock.now += 30 * DAY
    memory.adopt(Policy(ranking=RankingPolicy(half_life_days=60)))
    before, after = memory.as_of(1), memory.as_of(2)
    assert [s.search("tea").found[0].retention for s in (before, after)] == [1, 2**-0.5]
    then = memory.as_of(to_datetime(clock.now - 1))
    assert then.search("tea").found[0].retention == pytest.approx(HALFWAY)


def test_asking_about_the_past_records_nothing(week: Memory) -> None:
    """Not even a search."""
    for state in (week.as_of(2), week.as_of(valid=on(1))):
        state.search("tea")
    week.flush()
    assert week.status().position == 5


def test_every_question_is_about_that_day(memory: Memory) -> None:
    """An item that came later is not known, and one that was doubted later is trusted."""
    [tea] = memory.remember("tea at four").items
    memory.contradict(tea)
    [cake] = memory.correct(tea, "tea at five").items
    first = memory.as_of(1)
    assert (first.why(tea).trust, first.why(tea).chain) == (1.0, ())
    assert memory.as_of(2).why(tea).trust == 0.5
    assert [step.by for step in memory.as_of(4).why(tea).chain] == [cake]
    with pytest.raises(NotFound, match="there is no item"):
        first.item(cake)


def test_what_was_known_and_what_was_true_are_asked_for_independently(
    memory: Memory, clock: Clock
) -> None:
    """Believed on one day about another."""
    [cellar] = memory.remember("in the cellar", valid_from=on(-9)).items
    clock.now += 5 * DAY
    memory.correct(cellar, "on the shelf", since=on(-3))

    def believed(then: int, about: int) -> list[str]:
        state = memory.as_of(on(then), valid=on(about))
        texts = [fact.text for fact in state.facts()]
        assert sorted(f.text for f in state.search("cellar shelf").found) == sorted(texts)
        return texts

    assert believed(0, -2) == ["in the cellar"]
    assert believed(5, -2) == ["on the shelf"]
    assert believed(5, -4) == believed(0, -4) == ["in the cellar"]
    assert (believed(5, -3), believed(0, -9)) == (["on the shelf"], ["in the cellar"])
    assert believed(5, -10) == []


def test_a_fact_tells_from_when_to_when_it_is_true(memory: Memory) -> None:
    """As far as that is known."""
    [old] = memory.remember("at four", valid_from=on(-9)).items
    memory.correct(old, "at five", since=on(-3))
    [four] = memory.as_of(valid=on(-4)).facts()
    [five] = memory.facts()
    days = [(each.true_from_at, each.true_until_at) for each in (four, five)]
    assert days == [(TODAY - 9 * DAY, TODAY - 3 * DAY), (TODAY - 3 * DAY, None)]


def test_what_is_forgotten_is_gone_from_every_day(week: Memory) -> None:
    """Also from a state that was made before, and the position of each event stays."""
    before = week.as_of(3)
    [_, path, *_] = [fact.source for fact in week.facts()]
    assert path is not None
    week.forget(path)
    assert [known(state) for state in (before, week.as_of(3), week.as_of(2))] == ["02", "02", "0"]
    assert (before.status().forgotten, week.as_of().status().forgotten) == (0, 1)


def test_many_days_may_be_asked_about_at_once(week: Memory) -> None:
    """From several threads, while another one learns."""
    states = [week.as_of(number % 6) for number in range(24)]
    with ThreadPoolExecutor(4) as threads:
        learned = threads.submit(lambda: [week.remember(f"later {n}") for n in range(10)])
        lengths = [len(answer.found) for answer in threads.map(_tea, states)]
        learned.result()
    assert lengths == [number % 6 for number in range(24)]
    assert len(week.facts()) == 15


def test_one_question_is_not_asked_in_the_middle_of_another(week: Memory) -> None:
    """It would be answered about the wrong day."""
    with pytest.raises(Refused, match="one after the other"):
        week.as_of(3).ask(lambda _: week.facts())
    assert len(week.facts()) == 5


def test_a_state_says_which_day_it_is_about() -> None:
    """For whoever looks at it."""
    with Memory.in_memory(clock=lambda: TODAY) as memory:
        assert repr(memory.as_of()) == "AsOf(position=0, now=2024-10-04T00:00:00Z)"
        assert repr(memory.as_of("2024-01-01", valid=datetime(2023, 1, 1, tzinfo=UTC))) == (
            "AsOf(position=0, now=2024-01-01T00:00:00Z, valid=2023-01-01T00:00:00Z)"
        )
