"""Events come back from disk as they were, show no text in the clear, and break loudly."""

from __future__ import annotations

from typing import Final

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lethelog.domain.errors import StoreDamaged
from lethelog.domain.events import (
    EVENT_TYPES,
    ChunkIngested,
    Event,
    Promoted,
    Recalled,
    SourceForgotten,
    tag_of,
)
from lethelog.domain.identity import ItemId, QueryHash, SourceUid
from lethelog.domain.lineage import tags_of
from lethelog.domain.policy import PromotionPolicy
from lethelog.journal.codec import CLEAR, Codec
from lethelog.journal.dcb import DCBEvent, StoredEvent
from lethelog.journal.seals import Unsealed
from lethelog.tests.story import said
from lethelog.tests.strategies import FIELDS, events, events_of

CODEC: Final = Codec(Unsealed())
MARKER: Final = "Übermut tut selten gut"

# Never to be changed: what was written once must be readable for ever.
OLD_CHUNK: Final = StoredEvent(
    "chunk-ingested",
    b"\x82\xa6source\xa8fact/tea\xa4text\xa3tea",
    ["item:abc", "source:uid"],
    b"\x83\xabrecorded_at\x07\xa4item\xa3abc\xa5roots\x91\x91\xa3uid",
)
OLD_RECALL: Final = StoredEvent(
    "recalled",
    b"\x83\xa5query\xa3tea\xaaquery_hash\xa3qqq\xa4hits\x91\x84\xa4item\xa3abc\xa4rank\x01"
    b"\xa5score\xcb?\xe0\x00\x00\x00\x00\x00\x00\xa9relevance\xcb?\xe0\x00\x00\x00\x00\x00\x00",
    ["item:abc"],
    b"\x81\xabrecorded_at\x07",
)


def marked(event: Event) -> Event:
    """The event with the marker in each field that a person or a model may have worded."""
    names = [f.name for f in msgspec.structs.fields(type(event)) if f.type is str]
    event = msgspec.structs.replace(event, **dict.fromkeys(names, MARKER))
    if isinstance(event, Promoted):
        return msgspec.structs.replace(event, policy=PromotionPolicy(name=MARKER))
    return event


def with_more(encoded: bytes, **fields: object) -> bytes:
    """An encoded map with some fields besides."""
    return msgspec.msgpack.encode({**msgspec.msgpack.decode(encoded), **fields})


@given(events())
def test_an_encoded_event_decodes_to_itself(event: Event) -> None:
    """Nothing is lost or changed on the way to disk and back, whatever the fields hold."""
    stored = CODEC.encode(event)
    assert stored.type == tag_of(type(event))
    assert stored.tags == tags_of(event)
    assert CODEC.decode(stored, 1) == event


@given(events().map(marked))
def test_the_clear_part_of_an_event_holds_no_text_of_its_user(event: Event) -> None:
    """Whatever was worded is in the payload alone, which can be sealed and erased."""
    stored = CODEC.encode(event)
    in_the_clear = "\n".join([stored.type, *stored.tags]).encode() + stored.envelope
    assert MARKER.encode() not in in_the_clear
    assert MARKER.encode() in stored.data


def test_every_field_of_every_event_is_tried() -> None:
    """A new field or event needs a strategy, and a decision about what of it is clear."""
    assert set(FIELDS) == set(CLEAR) == set(EVENT_TYPES)
    for event_type, fields in FIELDS.items():
        assert set(fields) == set(event_type.__struct_fields__)
        assert set(CLEAR[event_type]) <= set(fields)


@pytest.mark.parametrize("event_type", EVENT_TYPES)
def test_no_worded_field_is_declared_clear(event_type: type[Event]) -> None:
    """A plain `str` may hold anyone's words; an id has a type of its own."""
    types = {field.name: field.type for field in msgspec.structs.fields(event_type)}
    assert [name for name in CLEAR[event_type] if types[name] is str] == []


def test_what_was_written_long_ago_is_still_read() -> None:
    """Bytes without any optional field give an event with the defaults."""
    assert CODEC.decode(OLD_CHUNK, 1) == ChunkIngested(
        recorded_at=7,
        roots=((SourceUid("uid"),),),
        item=ItemId("abc"),
        source="fact/tea",
        text="tea",
    )
    recalled = CODEC.decode(OLD_RECALL, 2)
    assert isinstance(recalled, Recalled)
    assert (recalled.recorded_at, recalled.roots) == (7, ())
    assert (recalled.query, recalled.query_hash) == ("tea", QueryHash("qqq"))
    assert [(hit.item, hit.rank, hit.score, hit.trust) for hit in recalled.hits] == [
        ("abc", 1, 0.5, 1.0)
    ]


def test_an_event_is_written_as_it_always_was() -> None:
    """A field at its default is left out, so a new optional field changes no bytes."""
    for old in (OLD_CHUNK, OLD_RECALL):
        written = CODEC.encode(CODEC.decode(old, 1))
        assert (written.envelope, written.data) == (old.envelope, old.data)


@given(events())
def test_fields_of_a_newer_version_are_passed_over(event: Event) -> None:
    """What this version does not know stands in the way of nothing."""
    stored = CODEC.encode(event)
    stored.envelope = with_more(stored.envelope, mood=["new", {"deep": None}])
    stored.data = with_more(stored.data, weather="new", roots=[["forged"]])
    assert CODEC.decode(stored, 1) == event


@given(st.data(), st.sampled_from(["envelope", "data"]))
def test_damaged_bytes_are_either_read_or_named(data: st.DataObject, part: str) -> None:
    """Cut or changed bytes never lead to any other error, and the error says where."""
    event = data.draw(events())
    stored = CODEC.encode(event)
    damaged = bytearray(getattr(stored, part))
    at = data.draw(st.integers(0, len(damaged) - 1))
    if data.draw(st.booleans()):
        damaged[at] = data.draw(st.integers(0, 255))
    else:
        del damaged[at:]
    setattr(stored, part, bytes(damaged))
    try:
        assert isinstance(CODEC.decode(stored, 4_711), type(event))
    except StoreDamaged as error:
        assert f"event 4711 ({stored.type})" in str(error)  # noqa: PT017 - reading it is fine too


@given(st.sampled_from(EVENT_TYPES).flatmap(events_of))
def test_an_event_without_its_payload_is_damaged(event: Event) -> None:
    """An empty payload is no event with defaults."""
    stored = CODEC.encode(event)
    stored.data = b""
    with pytest.raises(StoreDamaged, match=rf"event 9 \({stored.type}\).*restore"):
        CODEC.decode(stored, 9)


def test_an_event_of_another_maker_is_damaged() -> None:
    """An event without an envelope was not written by us, though its type is one of ours."""
    with pytest.raises(StoreDamaged, match="event 3"):
        CODEC.decode(DCBEvent("chunk-ingested", CODEC.encode(said("tea")).data, []), 3)


def test_a_field_of_the_wrong_kind_is_damaged() -> None:
    """A well-formed map is not enough: each field must be what it was."""
    stored = CODEC.encode(said("tea"))
    stored.data = with_more(stored.data, kind="rumour")
    with pytest.raises(StoreDamaged, match="rumour"):
        CODEC.decode(stored, 1)


@pytest.mark.parametrize("name", ["", "Event", "lethelog.domain.events:ChunkIngested", "forgotten"])
def test_an_unknown_type_says_that_an_upgrade_is_needed(name: str) -> None:
    """Only the seven short names are events; a class path is none."""
    stored = CODEC.encode(SourceForgotten(recorded_at=1, source=SourceUid("uid")))
    stored.type = name
    with pytest.raises(StoreDamaged, match=r"event 5 .* upgrade"):
        CODEC.decode(stored, 5)
