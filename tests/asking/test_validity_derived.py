"""Since when a fact is true that was made from others: by its key it holds since its texts do."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from lethelog.domain.identity import ItemId
from lethelog.domain.times import DAY, to_datetime
from lethelog.memory import Memory
from lethelog.tests.story import TODAY


@pytest.fixture
def memory() -> Iterator[Memory]:
    """A store in memory where it is always the same day."""
    with Memory.in_memory(clock=lambda: TODAY) as opened:
        yield opened


def heard(memory: Memory, text: str, days: int) -> ItemId:
    """A message of so many days ago."""
    [item] = memory.remember(text, dated_at=TODAY + days * DAY, kind="event").items
    return item


def lives_in(memory: Memory, city: str, *items: ItemId, since: int | None = None) -> ItemId:
    """What somebody drew from messages."""
    [made] = memory.promote(
        *items,
        text=f"Ana lives in {city}.",
        judge="agent",
        subject="Ana",
        attribute="city",
        value=city,
        valid_from=None if since is None else TODAY + since * DAY,
    ).items
    return made


def cities(memory: Memory, days: int) -> list[str]:
    """Where she lived on a day, as far as is known now."""
    facts = memory.as_of(valid=to_datetime(TODAY + days * DAY)).facts()
    return [fact.value for fact in facts if fact.subject]


def test_a_keyed_fact_holds_since_the_text_that_it_was_made_from(memory: Memory) -> None:
    """Each value up to the next, in whatever order they were drawn from the messages."""
    porto = heard(memory, "I live in Porto now", -50)
    rome = heard(memory, "I moved to Rome", -20)
    oslo = heard(memory, "greetings from my new home in Oslo", -60)
    for city, item in (("Porto", porto), ("Rome", rome), ("Oslo", oslo)):
        lives_in(memory, city, item)
    memory.settle()
    assert [fact.value for fact in memory.facts() if fact.subject] == ["Rome"]
    told = {days: cities(memory, days) for days in (-61, -60, -51, -50, -21, -20, 9)}
    assert told == {
        -61: [],
        -60: ["Oslo"],
        -51: ["Oslo"],
        -50: ["Porto"],
        -21: ["Porto"],
        -20: ["Rome"],
        9: ["Rome"],
    }


def test_of_several_texts_the_latest_counts_and_what_was_told_counts_more(memory: Memory) -> None:
    """Also through a fact that was made from them first."""
    first, last = heard(memory, "I look for a flat in Porto", -9), heard(memory, "I moved", -5)
    made = lives_in(memory, "Porto", first, last)
    assert (cities(memory, -6), cities(memory, -5)) == ([], ["Porto"])
    again = lives_in(memory, "Porto", made, first)
    assert memory.why(again).true_from_at == TODAY - 5 * DAY
    memory.promote(again, text="still in Porto", judge="agent")
    told = lives_in(memory, "Rome", heard(memory, "Rome since a month", 0), since=-30)
    assert memory.why(told).true_from_at == TODAY - 30 * DAY


def test_what_has_no_key_or_no_dated_text_is_always_true(memory: Memory) -> None:
    """A summary is about no moment, and nobody said since when an undated text holds."""
    tea = heard(memory, "I drink tea", -9)
    [summary] = memory.promote(tea, text="They drink tea.", judge="agent").items
    [taught] = memory.remember("Ana has moved to Porto.").items
    made = lives_in(memory, "Porto", taught)
    for item in (summary, taught, made):
        assert memory.why(item).true_from_at is None
