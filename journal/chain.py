"""The chain: each event is linked to the one before it, so that no change goes unnoticed.

A link covers the digest of the payload instead of the payload, so erasing one breaks nothing. It
is keyed: whoever has only the files cannot make the chain anew.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import Final

import msgspec

DIGEST_BYTES: Final = 32
START: Final = bytes(DIGEST_BYTES)
"""The link before the first event."""


class Link(msgspec.Struct, frozen=True, array_like=True):
    """All of an event that stays for ever."""

    position: int
    type: str
    tags: str
    envelope: bytes
    digest: bytes


def digest_of(payload: bytes) -> bytes:
    """Tells whether a payload is the one that was written."""
    return blake2b(payload, digest_size=DIGEST_BYTES).digest()


def linked(key: bytes, previous: bytes, link: Link) -> bytes:
    """The link of an event; BLAKE2b with a key (RFC 7693) over the one before and all fields."""
    content = previous + msgspec.msgpack.encode(link)
    return blake2b(content, key=key, digest_size=DIGEST_BYTES).digest()
