"""What the events of a journal did to the strength of an item."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from .events import ChunkIngested, Event, Promoted, Recalled
from .identity import ItemId
from .mind_policy import DecayPolicy
from .strength import Strength, Touch, fold_strength


def strength_in(events: Iterable[Event], item: ItemId, policy: DecayPolicy) -> Strength | None:
    """The fold of its recalls and fadings in these events; None where it did not come in there.

    Rivals are left out: no recall that passed an item over is found by that item in a journal.
    """
    known = list(events)
    for event in known:
        if isinstance(event, ChunkIngested) and event.item == item:
            born_at = event.recorded_at if event.dated_at is None else event.dated_at
            return fold_strength(born_at, _touches(known, event), policy)
        if isinstance(event, Promoted) and event.text and event.item == item:
            return fold_strength(event.recorded_at, _touches(known, event), policy)
    return None


def _touches(events: Iterable[Event], born: ChunkIngested | Promoted) -> Iterator[Touch]:
    for event in events:
        if isinstance(event, Recalled):
            yield from _by_recall(event, born)
        elif isinstance(event, Promoted) and event.text:
            for each, nearness in zip(event.derived_from, event.nearness, strict=False):
                if each == born.item:
                    yield Touch(event.recorded_at, "fade", nearness)


def _by_recall(event: Recalled, born: ChunkIngested | Promoted) -> Iterator[Touch]:
    """A hit that counts; what a dream looks up is not recalled."""
    for hit in event.hits if event.purpose != "dream" else ():
        if hit.item == born.item and hit.counts:
            yield Touch(event.recorded_at, "recall")
