"""Codecs with a seal and without one, and events through them one by one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from lethelog.domain.events import Event
from lethelog.journal.codec import Codec
from lethelog.journal.dcb import DCBEvent, DCBSequencedEvent, StoredEvent
from lethelog.journal.seals import Letter
from lethelog.tests.seals import RepeatableSeal


class OpenSeal(RepeatableSeal):
    """Leaves payloads as they are, to show what is inside a seal."""

    def seal(self, letters: Sequence[Letter], *, epoch: int) -> list[bytes]:
        """The content itself."""
        del epoch
        return [letter.content for letter in letters]

    def open(self, letters: Sequence[Letter]) -> list[bytes | None]:
        """The content itself, unless it is erased."""
        return [letter.content or None for letter in letters]


SEAL: Final = RepeatableSeal()
SEALED: Final = Codec(SEAL)
OPEN: Final = Codec(OpenSeal())


def written(codec: Codec, event: Event) -> StoredEvent:
    """The event as it goes to disk."""
    [stored] = codec.encode([event], epoch=SEAL.epoch())
    return stored


def read(codec: Codec, stored: DCBEvent, position: int = 1) -> Event:
    """The event as it comes back from a place in the journal."""
    [recorded] = codec.decode([DCBSequencedEvent(event=stored, position=position)])
    assert recorded.position == position
    return recorded.event


def with_more(encoded: bytes, **fields: object) -> bytes:
    """An encoded map with some fields besides."""
    return msgspec.msgpack.encode({**msgspec.msgpack.decode(encoded), **fields})
