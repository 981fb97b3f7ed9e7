"""What tells that a source was forgotten, or may be learned again."""

from __future__ import annotations

from lethelog.domain.events import SourceForgotten, SourceUnblocked
from lethelog.tests.seals import IDENTITY
from lethelog.tests.story import TODAY


def forgot(path: str) -> SourceForgotten:
    """A source was forgotten; it is its own root."""
    lineage = IDENTITY.lineage(path)
    return SourceForgotten(recorded_at=TODAY, roots=(lineage,), source=lineage[-1])


def unblocked(path: str) -> SourceUnblocked:
    """A source may be learned again."""
    lineage = IDENTITY.lineage(path)
    return SourceUnblocked(recorded_at=TODAY, roots=(lineage,), source=lineage[-1])
