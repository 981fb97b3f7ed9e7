"""The journal told line by line: in order, filtered, from its end, live; nothing forgotten."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any, TypeAlias, TypeVar, Unpack

import pytest
from hypothesis import given as given_any
from hypothesis import settings
from hypothesis import strategies as st

from lethelog.asking.as_of import Ask
from lethelog.domain.errors import InvalidInput, NotFound
from lethelog.domain.events import (
    EVENT_TYPES,
    Erased,
    Promoted,
    Recorded,
    SourceForgotten,
    tag_of,
)
from lethelog.domain.identity import Identity
from lethelog.domain.lineage import item_tag, source_tag, tags_of
from lethelog.domain.times import DAY, to_datetime
from lethelog.journal.journal import Journal
from lethelog.memory import Memory
from lethelog.projections.view import View
from lethelog.replay.log import Chosen, LogLine, part_of, told
from lethelog.tests.histories import HISTORIES, SOURCES, Step, histories, lived
from lethelog.tests.orders import correct, forget, promote, unblock
from lethelog.tests.seals import IDENTITY
from lethelog.tests.story import TODAY, Story, asked, given, said
from lethelog.tests.tables import new_view

T = TypeVar("T")
Place: TypeAlias = int | datetime
TAGS = [tag_of(each) for each in EVENT_TYPES]


@contextmanager
def asking(journal: Journal) -> Iterator[Ask]:
    """A read model that catches up before each question."""
    view = new_view()

    def ask(question: Callable[[View], T]) -> T:
        view.apply(list(journal.read(after=view.position)))
        return question(view)

    try:
        yield ask
    finally:
        view.close()


def log_of(
    journal: Journal, identity: Identity = IDENTITY, **chosen: Unpack[Chosen]
) -> list[LogLine]:
    """All lines that are chosen."""
    with asking(journal) as ask:
        part = ask(lambda view: part_of(view, journal, identity, chosen))
        return list(told(ask, journal, part))


def places(lines: Sequence[LogLine]) -> list[int]:
    """Where the lines stand."""
    return [line.position for line in lines]


def drinks() -> Story:
    """Seven events about four texts, of which two are in one conversation."""
    return given(
        said("tea", "conversation/c/1"),
        said("milk", "conversation/c/2"),
        asked("drinks", "tea", path="conversation/c/1", asked_from="conversation/c"),
        said("coffee", dated_at=None),
        promote("tea", judge="agent"),
        correct("coffee", "decaf"),
    )


def test_each_event_is_told_with_what_its_ids_stand_for() -> None:
    """Paths of the sources that it comes from, and the texts that it does not tell itself."""
    lines = log_of(drinks().journal)
    assert places(lines) == list(range(1, 8))
    assert lines[0].sources == ("conversation/c/1",)
    assert lines[2].sources == ("conversation/c",)
    assert isinstance(lines[4].event, Promoted)
    assert list(lines[4].texts.values()) == ["tea"]
    assert list(lines[6].texts.values()) == ["coffee", "decaf"]
    assert {len(line.texts) for line in lines[:4]} == {0}


def test_the_limit_keeps_the_newest() -> None:
    """In their order, the newest last; a larger one than there are is no error."""
    journal = drinks().journal
    assert places(log_of(journal, limit=2)) == [6, 7]
    assert places(log_of(journal, limit=2, until=5)) == [4, 5]
    assert places(log_of(journal, limit=5, since=6)) == [6, 7]
    assert places(log_of(journal, limit=99)) == list(range(1, 8))
    assert places(log_of(journal, limit=2, types=["chunk-ingested"])) == [4, 6]


def test_filters_hold_together() -> None:
    """Several types add up; type, item, source and time narrow each other down."""
    happened = drinks()
    journal, tea = happened.journal, happened.item("tea")
    assert places(log_of(journal, types=["recalled", "promoted"])) == [3, 5]
    assert places(log_of(journal, item=tea[:9])) == [1, 3, 5]
    assert places(log_of(journal, source="Conversation/C")) == [1, 2, 3, 5]
    assert places(log_of(journal, source="conversation/c/2")) == [2]
    assert places(log_of(journal, item=tea, source="conversation/c", since=2, until=4)) == [3]
    assert places(log_of(journal, item=tea, types=["superseded"])) == []


def test_what_was_forgotten_is_told_without_its_content_and_its_name() -> None:
    """Its events keep their places and times; the notice has nothing but a uid."""
    happened = drinks().when(forget("conversation/c"))
    journal = happened.journal
    lines = log_of(journal)
    gone = [line for line in lines if isinstance(line.event, Erased)]
    assert [(line.position, line.event.recorded_at) for line in gone] == [
        (position, TODAY) for position in (1, 2, 3, 5)
    ]
    assert {line.sources for line in gone} == {()}
    [uid] = IDENTITY.lineage("conversation/c")
    assert isinstance(lines[-1].event, SourceForgotten)
    assert lines[-1].sources == (uid,)
    assert "conversation" not in repr(lines)
    assert places(log_of(journal, source="conversation/c")) == [1, 2, 3, 5, 8]
    assert places(log_of(journal, types=["recalled"])) == [3]


def test_a_source_that_was_learned_again_has_its_name_again() -> None:
    """Nobody is told by the log what they could not ask for anyway."""
    happened = given(said("tea", "email/a"), forget("email/a"), unblock("email/a"))
    assert "email" not in repr(log_of(happened.journal))
    happened.when(said("milk", "email/a"))
    assert log_of(happened.journal)[1].sources == ("email/a",)


def test_what_cannot_be_meant_is_an_error_that_says_so() -> None:
    """A type that does not exist, an item that is not here, a place beyond the end, no lines."""
    journal = drinks().journal
    with pytest.raises(InvalidInput, match="'recall'; it is one of chunk-ingested, recalled,"):
        log_of(journal, types=["recall"])
    with pytest.raises(NotFound, match="no item 'zz' here"):
        log_of(journal, item="zz")
    with pytest.raises(InvalidInput, match="from 0 to 7"):
        log_of(journal, since=8)
    with pytest.raises(InvalidInput, match="a limit is 1 or more; 0 was given"):
        log_of(journal, limit=0)


def test_a_day_counts_events_that_left_nothing_in_any_table() -> None:
    """A forgetting is the only thing that happened on its day."""
    days = iter(range(9))
    with Memory.in_memory(clock=lambda: TODAY + next(days) * DAY) as memory:
        memory.remember("tea")
        memory.remember("milk", within="conversation/c")
        memory.forget("conversation/c", approved_by="Ana")
        [forgotten] = memory.log(types=["source-forgotten"])
        at = to_datetime(forgotten.event.recorded_at)
        assert places(list(memory.log(since=at))) == [3]
        assert places(list(memory.log(until=at))) == [1, 2, 3]
        before = to_datetime(forgotten.event.recorded_at - 1)
        assert places(list(memory.log(until=before))) == [1, 2]


def place_of(recorded: Recorded, known: Place) -> Any:  # noqa: ANN401 - compared with its like
    """Where an event stands, in the terms of a bound."""
    is_position = isinstance(known, int)
    return recorded.position if is_position else to_datetime(recorded.event.recorded_at)


@settings(max_examples=max(HISTORIES // 6, 10))
@given_any(histories(unblocking=True), st.tuples(*[st.integers(0, 23)] * 7))
def test_the_log_is_the_history_with_all_filters(
    steps: list[Step], choice: tuple[int, ...]
) -> None:
    """Any filters give what looking at every event gives, as it was when it happened."""
    life = lived(steps)
    history = life.history()
    a, b, c, d, e, f, g = choice
    bounds: list[Place] = [
        r.position if g % 2 else to_datetime(r.event.recorded_at) for r in history
    ]
    types = TAGS[a % 3 : b % 8]
    item = life.pick(c) if c % 3 == 0 and life.items() else None
    source = SOURCES[d % len(SOURCES)] if d % 3 == 0 else None
    since = bounds[e % len(bounds)] if bounds and e % 2 else None
    until = bounds[f % len(bounds)] if bounds and f % 2 else None
    limit = a % 5 or None
    tags = {
        *([item_tag(item)] if item else []),
        *([source_tag(IDENTITY.lineage(source)[-1])] if source else []),
    }
    fitting = [
        r.position
        for r in history
        if (not types or tag_of(type(r.event)) in types)
        and tags <= set(tags_of(r.event))
        and (since is None or place_of(r, since) >= since)
        and (until is None or place_of(r, until) <= until)
    ]
    found = log_of(
        life.journal,
        life.desk.identity,
        types=types,
        item=item,
        source=source,
        since=since,
        until=until,
        limit=limit,
    )
    assert places(found) == (fitting[-limit:] if limit else fitting)
