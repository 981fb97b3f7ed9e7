"""Which sources and texts were forgotten and may not be learned again."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from ..domain.events import Lineage, Recorded, SourceForgotten, SourceUnblocked
from ..domain.identity import SourceUid


class Blocks(msgspec.Struct, frozen=True):
    """The forgettings in force, by the source and by the keyed tag of each text."""

    sources: dict[SourceUid, SourceForgotten]
    text_tags: frozenset[str]

    def on(self, lineage: Lineage) -> SourceForgotten | None:
        """The forgetting that covers a source: its own, or that of one that holds it."""
        return next((self.sources[uid] for uid in lineage if uid in self.sources), None)


def blocks_in(events: Iterable[Recorded]) -> Blocks:
    """What is blocked after these events."""
    sources: dict[SourceUid, SourceForgotten] = {}
    for recorded in events:
        event = recorded.event
        if isinstance(event, SourceForgotten) and event.blocked:
            sources[event.source] = event
        elif isinstance(event, SourceForgotten | SourceUnblocked):
            sources.pop(event.source, None)
    tags = frozenset(tag for event in sources.values() for tag in event.text_tags)
    return Blocks(sources, tags)
