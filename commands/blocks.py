"""Which sources and texts were forgotten and may not be learned again."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from ..domain.events import Lineage, Recorded, SourceForgotten, SourceUnblocked
from ..domain.identity import SourceUid


class Blocks(msgspec.Struct, frozen=True):
    """The forgettings in force, by the source and by the keyed tag of each text.

    Where the record of one is not `is_readable`, nobody can tell what it forbids.
    """

    sources: dict[SourceUid, SourceForgotten]
    text_tags: frozenset[str]
    is_readable: bool = True

    def on(self, lineage: Lineage) -> SourceForgotten | None:
        """The forgetting that covers a source: its own, or that of one that holds it."""
        return next((self.sources[uid] for uid in lineage if uid in self.sources), None)


def blocks_in(events: Iterable[Recorded]) -> Blocks:
    """What is blocked after these events."""
    sources: dict[SourceUid, SourceForgotten] = {}
    for recorded in events:
        event = recorded.event
        if isinstance(event, SourceForgotten):
            sources[event.source] = event
        elif isinstance(event, SourceUnblocked):
            sources.pop(event.source, None)
    records = [event.record for event in sources.values() if event.record is not None]
    return Blocks(
        sources=sources,
        text_tags=frozenset(tag for record in records for tag in record.text_tags),
        is_readable=len(records) == len(sources),
    )
