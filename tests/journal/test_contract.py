"""What every journal promises, wherever it keeps its events."""

from __future__ import annotations

import sys
from itertools import islice

import pytest

from lethelog.domain.errors import Conflict, StoreDamaged
from lethelog.domain.events import (
    ChunkIngested,
    Event,
    Recalled,
    Recorded,
    SourceForgotten,
    SourceUnblocked,
)
from lethelog.domain.lineage import item_tag, source_tag
from lethelog.journal.dcb import ProgrammingError, StoredEvent
from lethelog.journal.journal import Boundary, Journal, Selection
from lethelog.journal.recorder import Recorder
from lethelog.tests.journal.following import Follower
from lethelog.tests.journal.notices import forgot
from lethelog.tests.seals import IDENTITY, RepeatableSeal
from lethelog.tests.story import asked, item_of, said

TEA, COFFEE, MILK = said("tea"), said("coffee"), said("milk")
TEA_TAG, COFFEE_TAG = item_tag(item_of("tea")), item_tag(item_of("coffee"))
MANY_EVENTS = 2_500  # more than two pages of a read


def positions(found: list[Recorded]) -> list[int]:
    """Where some events stand."""
    return [recorded.position for recorded in found]


def selected(journal: Journal, *selections: Selection, after: int = 0) -> list[int]:
    """Where the events stand that match any selection."""
    found, head = journal.select(selections, after=after)
    assert head == journal.head()
    return positions(found)


def test_an_empty_journal_has_nothing_and_its_head_is_zero(journal: Journal) -> None:
    """Zero is before the first position."""
    assert journal.head() == 0
    assert list(journal.read()) == []
    assert journal.select([Selection()]) == ([], 0)


def test_positions_start_at_one_and_have_no_gaps(journal: Journal) -> None:
    """An append says the position of its last event; what is read is what was recorded."""
    assert journal.append([TEA]) == 1
    assert journal.append([COFFEE, MILK]) == 3
    assert journal.append([asked("drinks", "tea")], durable=False) == 4
    assert list(journal.read()) == [
        Recorded(1, TEA),
        Recorded(2, COFFEE),
        Recorded(3, MILK),
        Recorded(4, asked("drinks", "tea")),
    ]


def test_reading_can_start_anywhere_and_stop_after_a_number(journal: Journal) -> None:
    """`after` leaves out what came before, `limit` what comes later."""
    journal.append([TEA, COFFEE, MILK])
    assert positions(list(journal.read(after=1))) == [2, 3]
    assert positions(list(journal.read(after=1, limit=1))) == [2]
    assert positions(list(journal.read(limit=0))) == []
    assert positions(list(journal.read(after=3))) == []
    assert positions(list(journal.read(after=99))) == []


def test_a_long_journal_is_read_whole_and_in_order(journal: Journal) -> None:
    """However many pages a read takes, no event is left out or comes twice."""
    journal.append([TEA] * MANY_EVENTS)
    assert positions(list(journal.read())) == list(range(1, MANY_EVENTS + 1))
    assert selected(journal, Selection(tags=(TEA_TAG,))) == list(range(1, MANY_EVENTS + 1))


def test_a_selection_is_by_type_and_by_any_of_its_tags(journal: Journal) -> None:
    """The types and the tags must both fit; several selections add up, each event once."""
    journal.append([TEA, COFFEE, asked("drinks", "tea"), MILK, asked("drinks", "coffee")])
    assert selected(journal, Selection((ChunkIngested,))) == [1, 2, 4]
    assert selected(journal, Selection((), (TEA_TAG, COFFEE_TAG))) == [1, 2, 3, 5]
    assert selected(journal, Selection((Recalled,), (TEA_TAG, COFFEE_TAG))) == [3, 5]
    assert selected(journal, Selection((Recalled, ChunkIngested), (TEA_TAG,)), after=1) == [3]
    assert selected(journal, Selection((Recalled,)), Selection((), (TEA_TAG,))) == [1, 3, 5]
    assert selected(journal, Selection((SourceForgotten,))) == []
    assert selected(journal, Selection((), ("item:unknown",))) == []


def test_an_empty_selection_is_everything_and_no_selection_is_nothing(journal: Journal) -> None:
    """A selection without types and tags fits all; where there is none, nothing fits any."""
    journal.append([TEA, COFFEE])
    assert selected(journal, Selection()) == [1, 2]
    assert selected(journal) == []


def test_all_that_came_from_a_source_carries_its_tag_and_those_above(journal: Journal) -> None:
    """Lineage is one selection, at any depth."""
    journal.append([said("tea", "conversation/c1/7"), said("milk", "conversation/c2/7")])
    above, own = IDENTITY.lineage("conversation/c1/7")
    assert selected(journal, Selection((), (source_tag(above),))) == [1]
    assert selected(journal, Selection((), (source_tag(own),))) == [1]


def test_ten_thousand_tags_fit_into_one_selection(journal: Journal) -> None:
    """A large source is one question, and may be the boundary of a decision."""
    journal.append([TEA, COFFEE, MILK])
    tags = (*(f"item:{number}" for number in range(10_000)), COFFEE_TAG)
    one, many = Selection((ChunkIngested,), tags), [Selection((), (tag,)) for tag in tags]
    assert selected(journal, one) == [2]
    assert selected(journal, *many) == [2]
    assert journal.append([TEA], unless=Boundary(2, (one,))) == 4
    with pytest.raises(Conflict):
        journal.append([TEA], unless=Boundary(1, tuple(many)))


@pytest.mark.parametrize("slipped_in", [TEA, asked("drinks", "tea"), forgot("fact/tea")])
def test_what_slips_into_a_boundary_is_a_conflict(journal: Journal, slipped_in: Event) -> None:
    """A decision is not recorded once anything that it rests on has changed."""
    tags = (TEA_TAG, source_tag(IDENTITY.lineage("fact/tea")[-1]))
    journal.append([TEA])
    found, head = journal.select([Selection((), tags)])
    assert positions(found) == [1]
    journal.append([slipped_in])
    with pytest.raises(Conflict, match="decide again"):
        journal.append([COFFEE], unless=Boundary(head, (Selection((), tags),)))
    assert journal.head() == 2


def test_what_is_outside_a_boundary_or_was_known_is_no_conflict(journal: Journal) -> None:
    """Only news inside counts: neither other items, nor other types, nor what was read."""
    journal.append([TEA])
    boundary = Boundary(1, (Selection((ChunkIngested,), (TEA_TAG,)),))
    journal.append([COFFEE, asked("drinks", "tea")])
    assert journal.append([MILK], unless=boundary) == 4


def test_a_boundary_around_everything_is_broken_by_anything(journal: Journal) -> None:
    """An empty selection in a boundary stands for the whole journal."""
    journal.append([TEA])
    with pytest.raises(Conflict):
        journal.append([COFFEE], unless=Boundary(0, (Selection(),)))
    assert journal.append([COFFEE], unless=Boundary(1, (Selection(),))) == 2


def test_a_batch_is_recorded_whole_or_not_at_all(journal: Journal) -> None:
    """A conflict leaves nothing of the batch, and the next position follows the last one."""
    journal.append([TEA])
    with pytest.raises(Conflict):
        journal.append([COFFEE] * 50, unless=Boundary(0, (Selection((), (TEA_TAG,)),)))
    assert positions(list(journal.read())) == [1]
    assert journal.append([COFFEE, MILK]) == 3


def test_recording_nothing_is_refused(journal: Journal) -> None:
    """An append without events has no position to tell; it is a mistake of its caller."""
    with pytest.raises(ProgrammingError):
        journal.append([])
    assert journal.head() == 0


def test_an_unknown_type_is_an_error_and_imports_nothing(recorder: Recorder) -> None:
    """A journal can name any module it likes: none of them is loaded."""
    journal = Journal(recorder, RepeatableSeal())
    journal.append([TEA])
    recorder.append([StoredEvent("antigravity:Flight", b"\x80", [], b"\x80")])
    loaded = set(sys.modules)
    assert positions(list(journal.read(limit=1))) == [1]
    with pytest.raises(StoreDamaged, match=r"event 2 is of the type 'antigravity:Flight'.*upgrade"):
        list(journal.read())
    with pytest.raises(StoreDamaged, match="event 2"):
        journal.select([Selection()])
    assert set(sys.modules) == loaded


def test_reading_goes_on_while_events_are_recorded(journal: Journal) -> None:
    """A read is of the journal as it stood when it began, however slowly it is taken."""
    journal.append([TEA] * MANY_EVENTS)
    reading = journal.read()
    first = list(islice(reading, 10))
    journal.append([COFFEE] * 10)
    assert positions([*first, *reading]) == list(range(1, MANY_EVENTS + 1))


def test_every_read_during_writing_is_a_start_of_the_journal(journal: Journal) -> None:
    """Events appear one after the other and batch by batch, never out of order or in part."""

    def write(_: object) -> None:
        for _batch in range(50):
            journal.append([TEA, COFFEE, MILK], durable=False)

    writer = Follower[None](write)
    while len(read := positions(list(journal.read()))) < 150:
        assert read == list(range(1, len(read) + 1))
        assert len(read) % 3 == 0
    assert writer.ends()


def test_types_without_any_event_are_no_news(journal: Journal) -> None:
    """A boundary may rest on something that has never happened."""
    never = Boundary(0, (Selection((SourceForgotten, SourceUnblocked)),))
    assert journal.append([TEA], unless=never) == 1
    assert journal.append([forgot("fact/tea")], unless=never) == 2
    with pytest.raises(Conflict):
        journal.append([COFFEE], unless=never)
