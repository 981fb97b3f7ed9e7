"""What may not hold beside a text is told where it is taught, and decided by nobody yet."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from lethelog.domain.conflict_cues import PossibleConflict
from lethelog.domain.query import QUERY_CHARS_MAX
from lethelog.memory import Memory

PARIS = "Anna lives in Paris"
ROME = "Anna now lives in Rome"


@pytest.fixture
def memory() -> Iterator[Memory]:
    """A store that knows three things."""
    with Memory.in_memory() as opened:
        for text in (PARIS, "The rent is 900 euros", "I like green tea"):
            assert opened.remember(text).possible_conflicts == ()
        yield opened


def texts(found: tuple[PossibleConflict, ...]) -> list[str]:
    """What each says."""
    return [each.text for each in found]


def test_what_is_near_and_shows_a_sign_is_told(memory: Memory) -> None:
    """With its id, how near it is, and why."""
    [near] = memory.remember(ROME).possible_conflicts
    assert (near.item, near.text) == (memory.search(PARIS).found[0].item, PARIS)
    assert 0.0 < near.score < 1.0
    assert [cue.kind for cue in near.cues] == ["update", "words"]


def test_nothing_is_decided_or_recorded_by_it(memory: Memory) -> None:
    """Neither of the two gives way, and it is no recall."""
    before = memory.journal.head()
    learned = memory.remember(ROME)
    memory.flush()
    assert memory.journal.head() == before + 1
    assert learned.superseded == ()
    assert {fact.text for fact in memory.facts()} > {PARIS, ROME}


def test_nothing_is_told_where_nothing_is_near(memory: Memory) -> None:
    """Nor of a text that is known already, nor of a keyed fact, which its key settles."""
    assert memory.remember("Bob plays the guitar").possible_conflicts == ()
    assert memory.remember(ROME).possible_conflicts
    assert memory.remember(ROME).possible_conflicts == ()
    keyed = memory.remember(
        text="The rent is 950 euros", subject="rent", attribute="euros", value="950"
    )
    assert keyed.possible_conflicts == ()
    assert memory.remember(text="The rent is 950 euros a month").possible_conflicts


def test_the_same_words_from_elsewhere_are_no_conflict(memory: Memory) -> None:
    """They support each other."""
    assert memory.remember(PARIS, within="conversation/c1").possible_conflicts == ()


def test_what_gave_way_is_no_longer_told(memory: Memory) -> None:
    """It was decided."""
    learned = memory.remember(ROME)
    [near] = learned.possible_conflicts
    memory.supersede(near.item, by=learned.items[0])
    assert texts(memory.remember("Anna lives in Berlin now").possible_conflicts) == [ROME]


def test_events_count_where_the_same_author_told_of_them(memory: Memory) -> None:
    """What others said is theirs to take back."""
    memory.remember("Ben rides his red bike", author="Ben", kind="event", within="conversation/c1")
    later = "Ben rides his red bike no longer"
    assert memory.possible_conflicts(later) == ()
    assert memory.possible_conflicts(later, author="Tom") == ()
    assert len(memory.possible_conflicts(later, author="Ben")) == 1
    assert len(memory.remember(later, author="Ben").possible_conflicts) == 1


def test_no_more_are_told_than_are_asked_for(memory: Memory) -> None:
    """The nearest, five unless told."""
    for number in range(8):
        memory.remember(f"The big shelf has {number} green books")
    found = memory.possible_conflicts("The big shelf has 12 green books")
    assert len(found) == 5
    assert [each.score for each in found] == sorted((each.score for each in found), reverse=True)
    assert memory.possible_conflicts("The big shelf has 12 green books", limit=2) == found[:2]


@pytest.mark.parametrize("text", ["?!", " ", "\ud800", "word " * QUERY_CHARS_MAX, "the of and"])
def test_any_text_can_be_held_beside_what_is_known(memory: Memory, text: str) -> None:
    """Without an error, whatever it is."""
    assert memory.possible_conflicts(text) == ()


def test_files_are_not_held_beside_what_is_known(memory: Memory) -> None:
    """Whoever brings in a whole archive waits for no search."""
    assert memory.ingest(ROME.encode()).possible_conflicts == ()
