"""Reading a part of a journal: what carries all of some tags, in order, or from its end."""

from __future__ import annotations

import pytest

from lethelog.domain.events import ChunkIngested, Recalled, SourceForgotten
from lethelog.domain.lineage import source_tag
from lethelog.journal.journal import Journal, Selection
from lethelog.tests.journal.test_contract import (
    COFFEE,
    COFFEE_TAG,
    MANY_EVENTS,
    MILK,
    TEA,
    TEA_TAG,
    positions,
    selected,
)
from lethelog.tests.seals import IDENTITY
from lethelog.tests.story import asked, said


def test_a_selection_may_ask_for_every_one_of_its_tags(journal: Journal) -> None:
    """What is about an item and from a source as well, of whatever type is asked for."""
    above, own = IDENTITY.lineage("conversation/c1/7")
    in_c1 = asked("drinks", "tea", asked_from="conversation/c1/7")
    journal.append([TEA, in_c1, asked("drinks", "tea"), said("milk", "conversation/c1/7")])
    both = (TEA_TAG, source_tag(above))
    assert selected(journal, Selection(every=both)) == [2]
    assert selected(journal, Selection((ChunkIngested,), every=both)) == []
    assert selected(journal, Selection(tags=(TEA_TAG, COFFEE_TAG), every=(source_tag(own),))) == [2]


def test_what_is_selected_can_be_read_in_order_from_anywhere(journal: Journal) -> None:
    """As everything can, and however much matches."""
    journal.append([TEA, COFFEE] * MANY_EVENTS)
    teas = Selection(tags=(TEA_TAG,))
    assert positions(list(journal.read(teas))) == list(range(1, 2 * MANY_EVENTS, 2))
    assert positions(list(journal.read(teas, after=3, limit=2))) == [5, 7]


@pytest.mark.parametrize("count", [1, 2, 3, 4, 9])
def test_the_last_events_up_to_a_position_are_found_from_their_end(
    journal: Journal, count: int
) -> None:
    """Also the last of those that match, each once; all of them where there are fewer."""
    journal.append([TEA, COFFEE, asked("drinks", "tea"), MILK, asked("drinks", "coffee", "tea")])
    journal.append([MILK, TEA])

    def last(matching: Selection | None, up_to: int) -> list[int]:
        after = journal.before_last(count, matching, up_to=up_to)
        return [p for p in positions(list(journal.read(matching, after=after))) if p <= up_to]

    for up_to in range(8):
        for matching in (
            None,
            Selection(),
            Selection((Recalled, ChunkIngested)),
            Selection(tags=(TEA_TAG, COFFEE_TAG)),
            Selection((Recalled,), every=(TEA_TAG, COFFEE_TAG)),
            Selection((SourceForgotten,)),
        ):
            fitting = [p for p in positions(list(journal.read(matching))) if p <= up_to]
            assert last(matching, up_to) == fitting[-count:]
