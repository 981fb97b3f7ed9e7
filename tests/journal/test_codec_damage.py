"""Bytes that are not as they were written are named with their place, and never guessed at."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lethelog.domain.errors import StoreDamaged
from lethelog.domain.events import (
    EVENT_TYPES,
    Erased,
    Event,
    SourceForgotten,
)
from lethelog.domain.identity import SourceUid
from lethelog.journal.codec import Codec
from lethelog.journal.dcb import DCBEvent
from lethelog.tests.journal.codecs import OPEN, SEALED, read, with_more, written
from lethelog.tests.story import said
from lethelog.tests.strategies import events, events_of


@given(st.data(), st.sampled_from(["envelope", "data"]), st.sampled_from([OPEN, SEALED]))
def test_damaged_bytes_are_either_read_or_named(
    data: st.DataObject, part: str, codec: Codec
) -> None:
    """Cut or changed bytes never lead to any other error, and the error says where."""
    event = data.draw(events())
    stored = written(codec, event)
    damaged = bytearray(getattr(stored, part))
    at = data.draw(st.integers(0, len(damaged) - 1))
    if data.draw(st.booleans()):
        damaged[at] = data.draw(st.integers(0, 255))
    else:
        del damaged[at:]
    setattr(stored, part, bytes(damaged))
    try:
        assert isinstance(read(codec, stored, 4_711), type(event) | Erased)
    except StoreDamaged as error:
        assert f"event 4711 ({stored.type})" in str(error)  # noqa: PT017 - reading it is fine too


@given(st.sampled_from(EVENT_TYPES).flatmap(events_of))
def test_a_payload_that_says_nothing_is_damaged(event: Event) -> None:
    """It is no event with defaults."""
    stored = written(OPEN, event)
    stored.data = b"\xc0"
    with pytest.raises(StoreDamaged, match=rf"event 9 \({stored.type}\).*restore"):
        read(OPEN, stored, 9)


def test_an_event_of_another_maker_is_damaged() -> None:
    """An event without an envelope was not written by us, though its type is one of ours."""
    with pytest.raises(StoreDamaged, match="event 3"):
        read(OPEN, DCBEvent("chunk-ingested", written(OPEN, said("tea")).data, []), 3)


def test_a_field_of_the_wrong_kind_is_damaged() -> None:
    """A well-formed map is not enough: each field must be what it was."""
    stored = written(OPEN, said("tea"))
    stored.data = with_more(stored.data, kind="rumour")
    with pytest.raises(StoreDamaged, match="rumour"):
        read(OPEN, stored)


@pytest.mark.parametrize("name", ["", "Event", "lethelog.domain.events:ChunkIngested", "erased"])
def test_an_unknown_type_says_that_an_upgrade_is_needed(name: str) -> None:
    """Only the seven short names are events; a class path is none."""
    stored = written(OPEN, SourceForgotten(recorded_at=1, source=SourceUid("uid")))
    stored.type = name
    with pytest.raises(StoreDamaged, match=r"event 5 .* upgrade"):
        read(OPEN, stored, 5)
