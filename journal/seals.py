"""The seam where payloads are sealed on their way to disk and opened on their way back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import msgspec

from ..domain.events import Roots
from ..domain.identity import SourceUid


class Letter(msgspec.Struct, frozen=True, gc=False):
    """One payload with all that decides which keys it needs.

    `bound_to` is everything about its event that stays in the clear: sealed together, neither can
    be moved to another event. A letter with a `notice_of` tells of a forgotten source and must
    outlive its key.
    """

    content: bytes
    bound_to: bytes
    roots: Roots
    notice_of: SourceUid | None = None


class KeysMoved(Exception):
    """Keys were destroyed since the epoch that was named: look again at what may be written."""


class NotAsSealed(Exception):
    """The letter at this place does not open: it, or what it is bound to, was changed."""

    def __init__(self, place: int) -> None:
        super().__init__(place)
        self.place = place


class Seal(Protocol):
    """Seals payloads under the keys of the sources that they were made from."""

    def epoch(self) -> int:
        """Grows whenever a key is destroyed, by whichever process."""
        ...

    def seal(self, letters: Sequence[Letter], *, epoch: int) -> list[bytes]:
        """What is written instead; keys that are missing are made and have reached the disk.

        KeysMoved if the epoch is over.
        """
        ...

    def open(self, letters: Sequence[Letter]) -> list[bytes | None]:
        """The payloads again; None where one is erased or one of its keys was destroyed.

        NotAsSealed if one does not open under its keys.
        """
        ...

    def key(self, name: str) -> bytes:
        """A random key that belongs to the store as a whole, made on its first use."""
        ...

    def close(self) -> None:
        """Lets all keys go."""
        ...
