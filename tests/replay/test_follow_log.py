"""Following the log: the past, then what comes, whoever records it, and no copy kept behind."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import TypeVar

import pytest

from lethelog.domain.errors import InvalidInput
from lethelog.domain.events import ChunkIngested
from lethelog.memory import Memory
from lethelog.projections.view import View
from lethelog.replay.log import followed, part_of
from lethelog.tests.orders import forget
from lethelog.tests.replay.test_log import asking
from lethelog.tests.seals import IDENTITY
from lethelog.tests.story import asked, given, said

T = TypeVar("T")


def test_following_begins_with_the_past_and_goes_on() -> None:
    """First the newest lines, then each new event that fits, with its names."""
    with Memory.in_memory() as memory:
        memory.remember("tea", within="conversation/c")
        memory.remember("milk")
        with memory.follow_log(types=["chunk-ingested"], limit=1) as lines:
            assert next(lines).position == 2
            memory.search("tea", asked_from="conversation/c")
            memory.flush()
            memory.remember("coffee", within="conversation/c")
            line = next(lines)
            assert isinstance(line.event, ChunkIngested)
            assert (line.position, line.event.text) == (4, "coffee")


def test_following_hears_of_what_another_process_records(tmp_path: Path) -> None:
    """Also of sources that nobody knew when it began."""
    with Memory.open(tmp_path) as ours, ours.follow_log() as lines, Memory.open(tmp_path) as other:
        other.remember("tea", within="conversation/c")
        other.search("tea", asked_from="conversation/c")
        other.flush()
        assert [line.sources[0].partition("/")[0] for line in islice(lines, 2)] == [
            "conversation",
            "conversation",
        ]


def test_following_has_no_end_to_be_named() -> None:
    """A mistake is told before anything is."""
    with (
        Memory.in_memory() as memory,
        pytest.raises(InvalidInput, match="leave out until"),
        memory.follow_log(until=1),
    ):
        pass


def test_whoever_follows_other_events_hears_of_a_forgetting_too() -> None:
    """Its read model sheds what is gone, so that it keeps no erasure waiting."""
    happened = given(said("tea", "email/a"), said("milk"))
    journal, seen = happened.journal, list[int]()
    with asking(journal) as ask:
        part = ask(lambda view: part_of(view, journal, IDENTITY, {"types": ["recalled"]}))

        def watched(question: Callable[[View], T]) -> T:
            def look(view: View) -> T:
                seen.append(view.position)
                return question(view)

            return ask(look)

        with followed(watched, journal, part) as lines:
            happened.when(forget("email/a")).when(asked("drinks", "milk"))
            assert next(lines).position == 4
            assert seen[0] >= 3
            assert ask(lambda view: view.rows("SELECT text FROM item")) == [("milk",)]
