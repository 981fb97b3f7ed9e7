"""What somebody wants forgotten becomes the fewest and smallest sources that hold it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from typing import Unpack

import pytest

from lethelog.domain.errors import InvalidInput, NotFound
from lethelog.domain.times import day
from lethelog.memory import Memory
from lethelog.replay.choosing import Selectors
from lethelog.tests.story import TODAY

TURNS = b"""{"id": "1", "author": "Ana", "time": "2026-01-05", "text": "The tea is in the cellar."}
{"id": "2", "author": "Ben", "time": "2026-02-05", "text": "We moved the tea upstairs."}
{"id": "3", "author": "ANA", "time": "2026-03-05", "text": "I moved it down again."}
"""


@pytest.fixture
def memory() -> Iterator[Memory]:
    """Two conversations with the same turns, and a fact without a date."""
    with closing(Memory.in_memory(clock=lambda: TODAY)) as made:
        made.ingest(TURNS, name="c1")
        made.ingest(TURNS.replace(b"2026", b"2025"), name="c2")
        made.remember("tea is a drink", within="fact/drinks")
        yield made


def chosen(memory: Memory, *paths: str, **selectors: Unpack[Selectors]) -> list[str]:
    """The sources of a plan."""
    return list(memory.plan_forget(*paths, save=False, **selectors).sources)


def test_sources_are_named_by_their_paths(memory: Memory) -> None:
    """Each once in whichever spelling, and none that another one holds."""
    assert chosen(memory, "conversation/c1/1", "conversation/c1/2") == [
        "conversation/c1/1",
        "conversation/c1/2",
    ]
    assert chosen(memory, "conversation/c1/1", "Conversation/C1") == ["Conversation/C1"]


def test_an_unknown_source_is_not_found(memory: Memory) -> None:
    """The error tells where the sources are listed."""
    with pytest.raises(NotFound, match="nothing here came from 'fact/milk'; `lethelog sources`"):
        chosen(memory, "conversation/c1", "fact/milk")


def test_an_author_is_known_in_any_case(memory: Memory) -> None:
    """Only the turns that the author said, within a conversation or in all of them."""
    assert chosen(memory, "conversation/c1", author="ana") == [
        "conversation/c1/1",
        "conversation/c1/3",
    ]
    assert len(chosen(memory, author=" Ana ")) == 4


def test_since_a_date_means_what_is_dated_then_or_later(memory: Memory) -> None:
    """What has no date is not meant."""
    assert chosen(memory, since="2026-02-05") == ["conversation/c1/2", "conversation/c1/3"]
    assert chosen(memory, since="2026-02-05", author="ben") == ["conversation/c1/2"]
    assert len(chosen(memory, since=day(0))) == 6


def test_a_kind_means_its_outermost_sources(memory: Memory) -> None:
    """Whole conversations take fewer keys; narrowed down, single turns."""
    assert chosen(memory, kind="conversation") == ["conversation/c1", "conversation/c2"]
    assert chosen(memory, kind="Conversation", author="ben") == [
        "conversation/c1/2",
        "conversation/c2/2",
    ]


def test_an_item_means_all_that_it_was_made_from(memory: Memory) -> None:
    """The roots of a derived item, by the start of its id."""
    lines = memory.plan_forget("conversation/c1", "fact/drinks", save=False).gone
    inputs = (lines[0].item, lines[-1].item)
    [made] = memory.promote(*inputs, text="tea is a drink in the cellar").items
    found = chosen(memory, items=[made[:8]])
    assert found[0] == "conversation/c1/1"
    assert found[1].startswith("fact/drinks/")


def test_what_fits_nothing_is_not_found(memory: Memory) -> None:
    """A mistyped name forgets nothing."""
    with pytest.raises(NotFound, match="no source here fits all of that"):
        chosen(memory, author="Nobody")
    with pytest.raises(NotFound, match="there is no item"):
        chosen(memory, items=["zzz"])


def test_naming_nothing_at_all_is_refused(memory: Memory) -> None:
    """It must never mean everything."""
    with pytest.raises(InvalidInput, match="name a source to forget"):
        chosen(memory)
