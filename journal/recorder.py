"""What a journal asks of the store below it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from .dcb import DCBAppendCondition, DCBEvent, DCBQuery, DCBReadResponse, DCBSubscription


class Recorder(Protocol):
    """A recorder of the library, and what we ask of one besides."""

    def read(
        self, query: DCBQuery | None = None, *, after: int | None = None, limit: int | None = None
    ) -> DCBReadResponse:
        """As the library promises."""
        ...

    def append(
        self,
        events: Sequence[DCBEvent],
        condition: DCBAppendCondition | None = None,
        *,
        durable: bool = True,
        guard: DCBAppendCondition | None = None,
    ) -> int:
        """As the library promises; a `durable` append has reached the disk.

        The `guard` is a second condition, with a position of its own.
        """
        ...

    def nth_last(self, query: DCBQuery, count: int, *, up_to: int) -> int:
        """Where the last `count` matches up to a position begin; 0 where there are fewer."""
        ...

    # Each recorder has a subscription of its own, which knows it.
    def subscribe(
        self, query: DCBQuery | None = None, *, after: int | None = None
    ) -> DCBSubscription[Any]:
        """As the library promises."""
        ...

    def head(self) -> int:
        """The position of the newest event, 0 when there is none."""
        ...

    def end(self) -> tuple[int, bytes]:
        """The position of the newest event and its link, empty where events are not linked."""
        ...

    def erase(self, tag: str, *, before: int, keep: Sequence[str]) -> int:
        """Deletes the payloads of all events with a tag, but for those of the types to keep."""
        ...

    def checkpoint(self) -> bool:
        """Leaves nothing of what was erased in any file; False while another process reads."""
        ...

    def note(self, kind: str, key: str, document: bytes) -> None:
        """Keeps something about the journal beside its events, over what was there."""
        ...

    def notes(self, kind: str) -> dict[str, bytes]:
        """All that is kept of a kind, by its key."""
        ...

    def close(self) -> None:
        """Lets all files go."""
        ...
