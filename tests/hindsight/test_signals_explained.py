"""What counts for an answer beside its own words, and what moved it when that changed."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

import pytest
from msgspec.structs import replace

from lethelog.domain.identity import ItemId
from lethelog.domain.policy import DEFAULT, Policy
from lethelog.domain.times import DAY
from lethelog.hindsight.explanation import Explanation, Ranked
from lethelog.hindsight.sides import Cause
from lethelog.memory import Memory
from lethelog.tests.story import TODAY


@pytest.fixture
def memory() -> Iterator[Memory]:
    """A store in memory in which each order comes a day after the one before."""
    days = count()
    with Memory.in_memory(clock=lambda: TODAY + next(days) * DAY) as opened:
        yield opened


def say(memory: Memory, text: str, author: str = "", dated_at: int = TODAY) -> ItemId:
    """One turn of the only conversation there is."""
    learned = memory.remember(
        text, within="conversation/c", kind="event", author=author, dated_at=dated_at
    )
    return learned.items[0]


def answer(told: Explanation, text: str) -> Ranked:
    """The answer of then with a text."""
    return next(each for each in told.then.answers if each.found.text == text)


def causes(told: Explanation, text: str) -> dict[str, Cause]:
    """What moved the item with a text, by name."""
    [moved] = [each for each in told.moved if each.text == text]
    return {cause.what: cause for cause in moved.causes}


def test_each_signal_is_told_with_its_weight_and_with_what_it_adds(memory: Memory) -> None:
    """Whose author is named, what is dated near the day, and what tells a time if one asks when."""
    say(memory, "I broke the kettle", "Ana")
    say(memory, "That was yesterday", "Ben")
    memory.remember("The kettle was dear")
    memory.search("When did Ben break the kettle, in October 2024?")
    told = memory.explain()
    ranking, weights = DEFAULT.ranking, told.then.weights
    assert (told.then.authors, len(told.then.days), told.then.asks_when) == (("Ben",), 1, True)
    assert "ben" not in {term.term for term in weights.terms}
    ben = answer(told, "That was yesterday")
    assert {added.signal: added.weight for added in ben.added} == {
        "author": ranking.author_weight,
        "session": ranking.session_weight,
        "date": ranking.date_weight,
        "time": ranking.time_weight,
    }
    assert {(match.term, match.count, match.nearby) for match in ben.matches} == {
        ("break", 0, 1),
        ("kettl", 0, 1),
    }
    assert sum(added.adds for added in ben.added) == pytest.approx(ben.match - ben.bm25)
    assert {added.signal for added in answer(told, "The kettle was dear").added} == {"session"}
    assert weights.best == answer(told, "I broke the kettle").found.item
    assert weights.worth == answer(told, "I broke the kettle").bm25


def test_a_recall_by_constants_without_signals_is_explained_without_them(memory: Memory) -> None:
    """Its policy is kept by value, so it stays plain whatever ranks today."""
    memory.adopt(Policy(name="plain"))
    say(memory, "I broke the kettle", "Ana")
    say(memory, "That was yesterday", "Ben")
    memory.search("When did Ben break the kettle?")
    adopted = memory.adopt(DEFAULT).position
    told = memory.explain()
    assert told.comparison.is_equal
    [only] = told.then.answers
    assert (only.found.text, only.added, only.match) == ("I broke the kettle", (), only.bm25)
    assert {match.nearby for match in only.matches} == {0}
    assert {term.term for term in told.then.weights.terms} == {"ben", "break", "kettl"}
    assert (told.then.authors, told.then.asks_when) == ((), False)
    assert causes(told, "That was yesterday")["policy"].position == adopted
    assert len(told.now.answers) == 2


def test_constants_that_changed_under_one_name_are_told_as_that(memory: Memory) -> None:
    """Nobody reads that the default took the place of the default."""
    memory.remember("tea", dated_at=TODAY)
    memory.search("tea")
    memory.adopt(replace(DEFAULT, ranking=replace(DEFAULT.ranking, half_score_at=2.0)))
    words = causes(memory.explain(), "tea")["policy"].words
    assert words == "policy 'default' has other constants than it had then"


def test_what_comes_to_stand_beside_an_item_is_a_cause_at_its_position(memory: Memory) -> None:
    """Also where the item did not answer before, since it has none of the words."""
    say(memory, "Is there any left")
    memory.remember("the milk man")
    memory.search("milk")
    memory.flush()
    milk = say(memory, "Milk is left")
    told = memory.explain()
    joined = causes(told, "Is there any left")["joined"]
    assert (joined.position, joined.by) == (4, (milk,))
    assert "arrived" not in causes(told, "Is there any left")
    assert set(causes(told, "Milk is left")) == {"arrived"}


def test_a_name_that_somebody_has_by_now_is_a_cause(memory: Memory) -> None:
    """It was a word of the question as long as nobody of that name had written anything."""
    memory.remember("Ana and the tea")
    memory.search("What does Ana say of tea")
    memory.remember("the tea is hot", author="Ana")
    told = memory.explain()
    assert {term.term for term in told.then.weights.terms} == {"ana", "say", "tea"}
    assert {term.term for term in told.now.weights.terms} == {"say", "tea"}
    assert "names Ana" in causes(told, "Ana and the tea")["named"].words


def test_a_day_that_is_named_by_its_distance_moves_with_the_clock(memory: Memory) -> None:
    """Yesterday was another day then; with nothing else new, nothing else is a cause."""
    memory.remember("tea", dated_at=TODAY)
    memory.search("tea of yesterday")
    for number in range(20):
        memory.adopt(replace(DEFAULT, name=f"{number}"))
    moved = causes(memory.explain(), "tea")
    assert set(moved) == {"days", "aged"}


def test_a_better_match_is_a_cause_for_what_is_measured_by_it(memory: Memory) -> None:
    """It is named, and so is a session that has more of the question now."""
    say(memory, "the tea of this morning was green")
    memory.search("green tea")
    memory.flush()
    [best] = memory.remember("green tea, green tea").items
    moved = causes(memory.explain(), "the tea of this morning was green")
    assert moved["best"].by == (best,)
    assert "less of the question" in moved["session"].words
