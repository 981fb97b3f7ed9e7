"""What a journal does with what was forgotten: records no more of it, and erases its payloads."""

from __future__ import annotations

import msgspec
import pytest

from lethelog.domain.errors import Refused
from lethelog.domain.events import Erased
from lethelog.journal.journal import Journal
from lethelog.journal.recorder import Recorder
from lethelog.tests.journal.notices import forgot, unblocked
from lethelog.tests.seals import RepeatableSeal
from lethelog.tests.story import TODAY, asked, said

TEA, COFFEE, MILK = said("tea"), said("coffee"), said("milk")
TURN = said("sugar", "conversation/c1/1")


def test_nothing_is_recorded_that_came_from_a_forgotten_source(journal: Journal) -> None:
    """Not the source itself, nor what it holds, nor a question from it, until it is allowed."""
    journal.append([said("tea", "conversation/c1/7"), forgot("conversation/c1")])
    late = (
        said("milk", "conversation/c1/8"),
        asked("drinks", "tea", asked_from="conversation/c1"),
        msgspec.structs.replace(said("cream"), roots=(*COFFEE.roots, *TURN.roots)),
    )
    for event in late:
        assert not journal.allows(event)
        with pytest.raises(Refused, match="was forgotten and stays blocked"):
            journal.append([COFFEE, event])
    assert journal.head() == 2
    journal.append([unblocked("conversation/c1")])
    assert journal.append([COFFEE, *late]) == 7


def test_a_forgetting_by_another_stops_what_was_decided_before(recorder: Recorder) -> None:
    """Two have the journal open: what one forgets the other can record no more."""
    seal = RepeatableSeal()
    one, other = Journal(recorder, seal), Journal(recorder, seal)
    one.append([TEA])
    other.append([COFFEE])
    one.append([forgot("fact/tea")])
    with pytest.raises(Refused):
        other.append([TEA])
    assert other.append([MILK]) == 4


def test_erasing_leaves_the_events_and_takes_their_payloads(journal: Journal) -> None:
    """Of all that came from a source before its notice; others, and notices, keep theirs."""
    turn, notice = said("tea", "conversation/c1/7"), forgot("conversation/c1/7")
    journal.append([turn, COFFEE, notice, unblocked("conversation/c1/7"), turn])
    uid = turn.roots[0][-1]
    assert journal.erase(uid, before=3) == 1
    assert journal.erase(uid, before=3) == 0
    erased = Erased(recorded_at=TODAY, roots=turn.roots, what="chunk-ingested")
    assert [recorded.event for recorded in journal.read(limit=3)] == [erased, COFFEE, notice]
    assert [recorded.event for recorded in journal.read(after=4)] == [turn]
    assert journal.checkpoint()


def test_notes_are_kept_by_kind_and_key(journal: Journal) -> None:
    """The newest under a key counts."""
    assert journal.notes("receipt") == {}
    journal.note("receipt", "2", b"two")
    journal.note("receipt", "1", b"one")
    journal.note("plan", "1", b"a plan")
    journal.note("receipt", "2", b"two again")
    assert journal.notes("receipt") == {"1": b"one", "2": b"two again"}
