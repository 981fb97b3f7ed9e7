"""A journal that lives as long as its process; for trying things out and for tests."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from .dcb import DCBAppendCondition, DCBEvent, InMemoryDCBRecorder

_SECRET_BYTES = 32


class InMemoryRecorder(InMemoryDCBRecorder):
    """The library's own recorder in plain objects, with what our journal needs besides."""

    def __init__(self) -> None:
        super().__init__()
        self._secrets: dict[str, bytes] = {}

    def append(
        self,
        events: Sequence[DCBEvent],
        condition: DCBAppendCondition | None = None,
        *,
        durable: bool = True,
    ) -> int:
        """As the library promises; nothing in memory is durable."""
        del durable
        return super().append(events, condition)

    def head(self) -> int:
        """The position of the newest event, 0 when there is none."""
        return self.read().head or 0

    def secret(self, name: str) -> bytes:
        """A random key of this store, made on its first use."""
        return self._secrets.setdefault(name, secrets.token_bytes(_SECRET_BYTES))

    def close(self) -> None:
        """There is nothing to close."""
