"""What changed between two positions: gained, lost, decided; in any history and for any pair."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from itertools import count

import pytest
from hypothesis import given as given_any
from hypothesis import settings
from hypothesis import strategies as st

from lethelog.asking.as_of import Known
from lethelog.asking.listing import list_facts
from lethelog.domain.errors import InvalidInput
from lethelog.domain.identity import ItemId
from lethelog.domain.policy import Policy
from lethelog.domain.times import DAY, to_datetime
from lethelog.hindsight.diff import Diff
from lethelog.memory import Memory
from lethelog.projections.view import View
from lethelog.replay.difference import difference
from lethelog.tests.histories import HISTORIES, Life, Step, histories, lived
from lethelog.tests.orders import contradict, correct, forget, mail, promote, supersede
from lethelog.tests.story import TODAY, Story, asked, given, recalled, said
from lethelog.tests.tables import new_view

Pair = tuple[int, int]


@contextmanager
def view_of(happened: Story | Life) -> Iterator[View]:
    """A read model of all that happened."""
    with closing(new_view()) as view:
        view.apply(happened.log())
        yield view


def changes(happened: Story, earlier: Known, later: Known = None) -> Diff:
    """The difference that a story made."""
    with view_of(happened) as view:
        return difference(view, happened.journal, earlier, later)


def facts_at(view: View, position: int) -> set[ItemId]:
    """What was known for good at a position, as far as it is not forgotten."""
    with view.at(position):
        return {fact.item for fact in list_facts(view)}


def gained(found: Diff) -> set[ItemId]:
    """The facts that came."""
    return {fact.item for fact in found.gained}


def lost(found: Diff) -> set[ItemId]:
    """The facts that went."""
    return {each.fact.item for each in found.lost}


def test_facts_are_gained_by_teaching_promoting_and_deriving() -> None:
    """Each says how it came about; what came in and fades is only counted."""
    happened = given(
        said("before", dated_at=None),
        said("taught", dated_at=None),
        said("tea"),
        *recalled("tea", query="drinks", times=2),
        asked("pots", "tea"),
        promote("tea"),
        promote("tea", "taught", text="derived", judge="agent"),
    )
    found = changes(happened, 1)
    assert {fact.text: fact.learned for fact in found.gained} == {
        "taught": "taught",
        "tea": "promoted",
        "derived": "derived",
    }
    assert [(each.text, each.is_new) for each in found.promoted] == [
        ("tea", False),
        ("derived", True),
    ]
    assert (found.lost, found.chunks, found.recalls) == ((), 2, 3)


def test_a_fact_is_lost_to_what_took_its_place() -> None:
    """It says to what and why; what only fades is superseded and no fact that was lost."""
    happened = given(said("tea", dated_at=None), said("old"), said("new"))
    happened.when(correct("tea", "coffee")).when(supersede("old", by="new"))
    found = changes(happened, 3)
    assert [(each.fact.text, each.step.by_text, each.step.reason) for each in found.lost] == [
        ("tea", "coffee", "updated")
    ]
    assert [(step.text, step.by_text) for step in found.superseded] == [
        ("tea", "coffee"),
        ("old", "new"),
    ]


def test_a_fact_may_be_lost_to_nothing() -> None:
    """Its source no longer says it."""
    happened = given(mail("m", "tea", "milk"), promote("tea", judge="agent"), mail("m", "milk"))
    [gone] = changes(happened, 3).lost
    assert (gone.fact.text, gone.step.by, gone.step.reason) == ("tea", None, "removed")


def test_what_came_and_went_in_between_is_neither_gained_nor_lost() -> None:
    """Its supersession alone tells of it."""
    happened = given(said("first", dated_at=None), correct("first", "second"))
    found = changes(happened, 0)
    assert [fact.text for fact in found.gained] == ["second"]
    assert found.lost == ()
    assert [step.text for step in found.superseded] == ["first"]


def test_contradictions_and_policies_are_told() -> None:
    """Who said so, and which constants are in force since."""
    happened = given(said("tea"), said("milk"), contradict("tea", by="milk"), contradict("milk"))
    happened.when(lambda story: story.desk.adopt(Policy(name="mine"), reason="tried it"))
    found = changes(happened, 2)
    assert [(each.text, each.by_text) for each in found.contradicted] == [
        ("tea", "milk"),
        ("milk", None),
    ]
    assert [(each.name, each.reason) for each in found.adopted] == [("mine", "tried it")]


def test_a_forgetting_is_a_notice_without_content() -> None:
    """What is gone is in neither state; how much it was is all that is told."""
    happened = given(
        said("tea", "email/a", dated_at=None),
        said("milk", dated_at=None),
        supersede("milk", by="tea"),
        forget("email/a"),
    )
    found = changes(happened, 3)
    assert [(each.position, each.items) for each in found.forgotten] == [(4, 1)]
    assert (found.gained, found.lost) == ((), ())
    assert "tea" not in repr(changes(happened, 0))
    assert changes(happened, 0, 3).forgotten == ()


def test_a_state_is_named_by_a_day_or_a_position() -> None:
    """A moment means all that was recorded up to it; a forgetting counts when it happened."""
    days = count()  # how often it is asked is no promise
    with Memory.in_memory(clock=lambda: TODAY + next(days) * DAY) as memory:
        memory.remember("tea")
        memory.remember("milk", within="conversation/c")
        memory.remember("coffee")
        memory.forget("conversation/c", approved_by="Ana")
        [first, *_, forgotten] = memory.log()
        when = to_datetime(first.event.recorded_at)
        assert [fact.text for fact in memory.diff(when, 3).gained] == ["coffee"]
        at = forgotten.event.recorded_at
        assert memory.diff(3, to_datetime(at - 1)).forgotten == ()
        assert len(memory.diff(to_datetime(at - 1)).forgotten) == 1
        assert len(memory.diff(3, to_datetime(at)).forgotten) == 1


def test_the_wrong_way_round_is_an_error_that_says_so() -> None:
    """So is a place that is not there."""
    happened = given(said("tea"), said("milk"))
    with pytest.raises(InvalidInput, match=r"2 is at position 2, .* name the earlier one first"):
        changes(happened, 2, 1)
    with pytest.raises(InvalidInput, match="from 0 to 2"):
        changes(happened, 3)


@settings(max_examples=max(HISTORIES // 6, 10))
@given_any(histories(unblocking=True), st.tuples(*[st.integers(0, 200)] * 3))
def test_differences_add_up(steps: list[Step], choice: tuple[int, int, int]) -> None:
    """What was known, less what was lost, and what was gained, is what is known; in any steps."""
    life = lived(steps)
    head = life.journal.head()
    a, b, c = sorted(number % (head + 1) for number in choice)
    with view_of(life) as view:
        first, second, whole, none = (
            difference(view, life.journal, *pair) for pair in ((a, b), (b, c), (a, c), (b, b))
        )
        known = {position: facts_at(view, position) for position in (a, b, c)}
    assert is_empty(none)
    assert (known[a] - lost(first)) | gained(first) == known[b]
    assert lost(first) <= known[a]
    assert not gained(first) & known[a]
    assert gained(whole) == gained(first) - lost(second) | gained(second)
    assert lost(whole) == lost(first) | (lost(second) & known[a])
    assert whole.superseded == first.superseded + second.superseded
    assert whole.promoted == first.promoted + second.promoted
    assert whole.contradicted == first.contradicted + second.contradicted
    assert whole.adopted == first.adopted + second.adopted
    assert whole.forgotten == first.forgotten + second.forgotten
    assert whole.chunks == first.chunks + second.chunks
    assert whole.recalls == first.recalls + second.recalls


def is_empty(found: Diff) -> bool:
    """Nothing is different."""
    lists: Iterable[object] = (getattr(found, name) for name in Diff.__struct_fields__[2:])
    return not any(lists)
