"""The seam where payloads are sealed on their way to disk and opened on their way back."""

from __future__ import annotations

from typing import Protocol

from ..domain.events import Roots


class Seal(Protocol):
    """Turns a payload into what lies on disk, bound to its envelope and its sources."""

    def seal(self, payload: bytes, *, envelope: bytes, roots: Roots) -> bytes:
        """What is written; only `open` with the same envelope and roots gives the payload back."""
        ...

    def open(self, sealed: bytes, *, envelope: bytes, roots: Roots) -> bytes:
        """The payload again."""
        ...


class Unsealed:
    """Leaves payloads readable; for a journal that lives in memory, and until keys are in place."""

    def seal(self, payload: bytes, *, envelope: bytes, roots: Roots) -> bytes:
        """The payload as it is."""
        del envelope, roots
        return payload

    def open(self, sealed: bytes, *, envelope: bytes, roots: Roots) -> bytes:
        """The payload as it is."""
        del envelope, roots
        return sealed
