"""Events come back from disk as they were, show no text to anyone, and break loudly."""

from __future__ import annotations

from typing import Final

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lethelog.domain.errors import InvalidInput, StoreDamaged
from lethelog.domain.events import (
    EVENT_TYPES,
    BlockRecord,
    ChunkIngested,
    Erased,
    Event,
    Hit,
    Promoted,
    Recalled,
    SourceForgotten,
    SourceUnblocked,
    tag_of,
)
from lethelog.domain.identity import ItemId, QueryHash, SourceUid
from lethelog.domain.lineage import tags_of
from lethelog.domain.policy import PromotionPolicy
from lethelog.journal.codec import CLEAR, Codec
from lethelog.journal.dcb import DCBSequencedEvent, StoredEvent
from lethelog.journal.seals import KeysMoved
from lethelog.tests.journal.codecs import OPEN, SEAL, SEALED, read, with_more, written
from lethelog.tests.seals import RepeatableSeal
from lethelog.tests.story import said
from lethelog.tests.strategies import FIELDS, events

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
    if isinstance(event, SourceForgotten):
        return msgspec.structs.replace(event, record=BlockRecord(approved_by=MARKER))
    return event


@given(st.lists(events(), max_size=4))
def test_encoded_events_decode_to_themselves(several: list[Event]) -> None:
    """Nothing is lost or changed on the way through a seal and back, whatever the fields hold."""
    stored = SEALED.encode(several, epoch=SEAL.epoch())
    assert [each.type for each in stored] == [tag_of(type(event)) for event in several]
    assert [each.tags for each in stored] == [tags_of(event) for event in several]
    numbered = [DCBSequencedEvent(event=each, position=n) for n, each in enumerate(stored, start=7)]
    decoded = SEALED.decode(numbered)
    assert [recorded.event for recorded in decoded] == several
    assert [recorded.position for recorded in decoded] == [each.position for each in numbered]


@given(events().map(marked))
def test_nothing_that_is_written_shows_a_text_of_its_user(event: Event) -> None:
    """Whatever was worded is in the payload alone, and that is sealed."""
    stored = written(SEALED, event)
    on_disk = "\n".join([stored.type, *stored.tags]).encode() + stored.envelope + stored.data
    assert MARKER.encode() not in on_disk
    assert MARKER.encode() in written(OPEN, event).data


@given(events())
def test_a_payload_opens_with_its_own_envelope_alone(event: Event) -> None:
    """Time, tags and type are bound to it: none can be changed, nor can it be moved."""
    stored = written(SEALED, event)
    later = with_more(stored.envelope, recorded_at=event.recorded_at + 1)
    for envelope, tags in (
        (later, stored.tags),
        (stored.envelope, [*stored.tags, "item:more"]),
    ):
        moved = StoredEvent(stored.type, stored.data, tags, envelope)
        if isinstance(event, SourceForgotten | SourceUnblocked):
            left = read(SEALED, moved)  # as if its record were purged: then all input is refused
            assert getattr(left, "record", None) is None
            continue
        with pytest.raises(StoreDamaged, match=r"event 5 .* does not open"):
            read(SEALED, moved, 5)


@given(events())
def test_an_erased_payload_leaves_a_stand_in(event: Event) -> None:
    """It tells when and whence something came; what stands in the clear is all of a notice."""
    stored = written(SEALED, event)
    stored.data = b""
    left = read(SEALED, stored)
    assert (left.recorded_at, left.roots) == (event.recorded_at, event.roots)
    if isinstance(event, SourceForgotten):
        assert left == msgspec.structs.replace(event, record=None)
    elif isinstance(event, SourceUnblocked):
        assert left == msgspec.structs.replace(event, approved_by="")
    else:
        assert left == Erased(recorded_at=event.recorded_at, roots=event.roots, what=stored.type)


def test_a_payload_whose_key_was_destroyed_is_as_good_as_erased() -> None:
    """The bytes may stay: nobody can open them."""
    seal = RepeatableSeal()
    codec, tea = Codec(seal), said("tea")
    [stored] = codec.encode([tea], epoch=seal.epoch())
    seal.destroy_source(tea.roots[0])
    assert read(codec, stored) == Erased(
        recorded_at=tea.recorded_at, roots=tea.roots, what="chunk-ingested"
    )


def test_nothing_is_sealed_by_someone_who_has_not_seen_a_destruction() -> None:
    """Else a key could be made again for a source that was forgotten."""
    seal = RepeatableSeal()
    codec, before = Codec(seal), seal.epoch()
    codec.encode([said("tea")], epoch=before)
    seal.destroy_source(said("tea").roots[0])
    with pytest.raises(KeysMoved):
        codec.encode([said("tea")], epoch=before)


def test_a_text_that_nothing_can_write_is_refused() -> None:
    """Half a character is an error of the input, whichever field it is in."""
    broken = msgspec.structs.replace(said("tea"), title="\ud800")
    with pytest.raises(InvalidInput, match="half of a character"):
        written(SEALED, broken)


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
    assert read(OPEN, OLD_CHUNK) == ChunkIngested(
        recorded_at=7,
        roots=((SourceUid("uid"),),),
        item=ItemId("abc"),
        source="fact/tea",
        text="tea",
    )
    recalled = read(OPEN, OLD_RECALL, 2)
    assert isinstance(recalled, Recalled)
    assert (recalled.recorded_at, recalled.roots) == (7, ())
    assert (recalled.query, recalled.query_hash) == ("tea", QueryHash("qqq"))
    assert recalled.hits == (Hit(item=ItemId("abc"), rank=1, score=0.5, relevance=0.5),)
    assert recalled.hits[0].counts


def test_an_event_is_written_as_it_always_was() -> None:
    """A field at its default is left out; only the width of a count may change."""
    for old in (OLD_CHUNK, OLD_RECALL):
        again = written(OPEN, read(OPEN, old))
        assert msgspec.msgpack.decode(again.envelope) == msgspec.msgpack.decode(old.envelope)
        assert msgspec.msgpack.decode(again.data) == msgspec.msgpack.decode(old.data)


@given(events())
def test_fields_of_a_newer_version_are_passed_over(event: Event) -> None:
    """What this version does not know stands in the way of nothing."""
    stored = written(OPEN, event)
    stored.envelope = with_more(stored.envelope, mood=["new", {"deep": None}])
    stored.data = with_more(stored.data, weather="new", roots=[["forged"]])
    assert read(OPEN, stored) == event
