"""Where the chain stood; kept outside the store it shows a cut, a rollback or another history."""

from __future__ import annotations

from typing import Final, Self

import msgspec

from ..domain.errors import InvalidInput
from .chain import DIGEST_BYTES
from .journal import Journal

CHECKPOINT: Final = "checkpoint"
"""The kind of note that checkpoints are."""


class Checkpoint(msgspec.Struct, frozen=True):
    """A position and the link of its event, which covers all events up to it."""

    position: int
    link: bytes

    @classmethod
    def parse(cls, text: str) -> Self:
        """A checkpoint as it was printed."""
        position, _, link = text.strip().partition(":")
        try:
            found = cls(int(position), bytes.fromhex(link))
        except ValueError:
            found = cls(0, b"")
        if found.position < 1 or len(found.link) != DIGEST_BYTES:
            raise InvalidInput(
                f"{text!r} is not a checkpoint; give one as `lethelog status` printed it, like"
                " 120:4f1c…"
            )
        return found

    def note(self, made_at: int) -> tuple[str, str, bytes]:
        """The kind, key and document of the note that keeps it."""
        note = CheckpointNote(checkpoint=str(self), made_at=made_at)
        return CHECKPOINT, str(self.position), msgspec.json.encode(note)

    def __str__(self) -> str:
        return f"{self.position}:{self.link.hex()}"


class CheckpointNote(msgspec.Struct, frozen=True, kw_only=True):
    """A checkpoint as the journal keeps it."""

    checkpoint: str
    made_at: int


def take_checkpoint(journal: Journal, *, now: int) -> Checkpoint | None:
    """Notes where the chain stands; None where there is no event, or no chain, to hold it to."""
    found = checkpoint_of(journal)
    if found is not None:
        journal.note(*found.note(now))
    return found


def checkpoint_of(journal: Journal) -> Checkpoint | None:
    """Where the chain stands; None where there is no event, or no chain, to hold it to."""
    found = Checkpoint(*journal.end())
    return found if found.position and found.link else None
