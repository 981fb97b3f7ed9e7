"""Which texts without a key are put to a judge together, and which are not."""

from __future__ import annotations

from collections import Counter

from lethelog.domain.judge import Extracted
from lethelog.domain.times import DAY
from lethelog.tests.dreaming.nights import (
    FOUR,
    OTHER,
    THREE,
    TWO,
    judge_of,
    learn,
    live,
    phase,
    sleeper,
)


def test_what_has_a_key_on_both_sides_is_left_to_the_rule() -> None:
    """Other attributes of one subject leave each other alone."""
    with sleeper("settle") as (memory, _):
        for text, attribute in ((TWO, "rooms"), (THREE, "size")):
            memory.remember(text, subject="flat", attribute=attribute, value=text)
        judge = judge_of("update")
        memory.dream(judge=judge)
        assert judge.asked == []
        learn(memory, FOUR)
        memory.dream(judge=judge)
        assert sorted(judge.asked) == [f"{THREE} / {FOUR}", f"{TWO} / {FOUR}"]


def test_what_gave_way_in_this_run_is_not_asked_about_again() -> None:
    """Of three only two pairs are left once the first has given way."""
    with sleeper("settle") as (memory, _):
        learn(memory, TWO, THREE, FOUR)
        judge = judge_of("update")
        assert phase(memory.dream(judge=judge), "settle").changed == 2
        assert len(judge.asked) == 2
        [current] = memory.search("flat").found
        assert current.text == FOUR


def test_a_text_is_not_held_against_what_it_was_drawn_from() -> None:
    """It says the same in other words, whatever the signs."""
    with sleeper("collect", "extract", "settle") as (memory, _):
        live(memory, "Yesterday we moved: the flat in Basel has three rooms now")
        judge = judge_of("update")
        judge.facts = [Extracted(text=THREE)]
        memory.dream(judge=judge)
        assert Counter(" / " in each for each in judge.asked) == {False: 1}


def test_what_facts_were_drawn_from_is_weighed_by_these() -> None:
    """Else each of them would be held against the words of all the others too."""
    with sleeper("collect", "extract", "settle") as (memory, _):
        live(memory, f"We moved: {TWO}", f"We moved again: {THREE}")
        judge = judge_of("none")
        judge.facts = [Extracted(text=FOUR)]
        memory.dream(judge=judge)
        assert Counter(" / " in each for each in judge.asked) == {False: 2}


def test_what_is_in_quarantine_is_weighed_once_it_is_let_go() -> None:
    """Before that it speaks against nothing, and nobody is asked."""
    with sleeper("settle") as (memory, _):
        learn(memory, TWO)
        [held] = memory.remember(THREE, origin="web").items
        learn(memory, OTHER)
        judge = judge_of("update")
        memory.dream(judge=judge)
        assert judge.asked == []
        memory.release(held)
        memory.dream(judge=judge)
        assert judge.asked == [f"{TWO} / {THREE}"]


def test_the_same_words_are_judged_once() -> None:
    """Whoever told them: the verdict holds for all that say so."""
    with sleeper("settle") as (memory, _):
        for domain in ("home", "money"):
            memory.decide(TWO, domain=domain)
        learn(memory, THREE)
        judge = judge_of("contradiction")
        assert phase(memory.dream(judge=judge), "settle").changed == 2
        assert len(judge.asked) == 1


def test_the_earlier_one_is_what_was_so_first() -> None:
    """By its date, also where it came in later."""
    with sleeper("settle") as (memory, clock):
        memory.remember(THREE, kind="decision", dated_at=clock())
        clock.sleep(1)
        memory.remember(TWO, kind="decision", dated_at=clock() - 10 * DAY)
        judge = judge_of("update")
        memory.dream(judge=judge)
        assert judge.asked == [f"{TWO} / {THREE}"]
        assert [each.text for each in memory.search("flat").found] == [THREE]


def test_what_held_at_different_times_does_not_conflict() -> None:
    """As far as that was told of the world."""
    with sleeper("settle") as (memory, _):
        memory.remember(TWO, valid_until="2024-03-01")
        memory.remember(THREE, valid_from="2024-03-01")
        judge = judge_of("update")
        memory.dream(judge=judge)
        assert judge.asked == []


def test_events_are_held_against_those_of_the_same_author() -> None:
    """What two people say of themselves does not contradict each other."""
    with sleeper("settle") as (memory, clock):
        for text, author in ((TWO, "Ana"), (THREE, "Ben"), (FOUR, "Ana")):
            memory.remember(text, kind="event", author=author, dated_at=clock())
        judge = judge_of("none")
        memory.dream(judge=judge)
        assert judge.asked == [f"{TWO} / {FOUR}"]
