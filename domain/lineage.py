"""What came from what: the tags of an event, and what is left of a history without some sources."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final, TypeAlias

import msgspec

from .events import (
    ChunkIngested,
    ConfidenceRevised,
    Contradicted,
    Event,
    Promoted,
    Recalled,
    Recorded,
    Released,
    SourceForgotten,
    SourceUnblocked,
    Superseded,
)
from .identity import ItemId, SourceUid
from .promotion import Evidence, stands

Births: TypeAlias = dict[ItemId, int]
_EVER: Final = 2**63  # a position after every position


def item_tag(item: ItemId) -> str:
    """The tag of everything that concerns an item."""
    return f"item:{item}"


def source_tag(source: SourceUid) -> str:
    """The tag of everything that came from a source, at any depth."""
    return f"source:{source}"


def sources_of(event: Event) -> frozenset[SourceUid]:
    """All sources that an event came from, and all that hold these."""
    return frozenset(uid for lineage in event.roots for uid in lineage)


def items_of(event: Event) -> tuple[ItemId, ...]:
    """All items that an event concerns, in a fixed order and each once."""
    match event:
        case ChunkIngested():
            found: tuple[ItemId | None, ...] = (event.item,)
        case Recalled():
            found = tuple(hit.item for hit in event.hits)
        case Promoted():
            found = (event.item, *event.derived_from)
        case Contradicted() | Superseded() | ConfidenceRevised():
            found = (event.item, event.by)
        case Released():
            found = (event.item,)
        case _:
            found = ()
    return tuple(dict.fromkeys(item for item in found if item is not None))


def tags_of(event: Event) -> list[str]:
    """Lineage as the journal indexes it."""
    items = [item_tag(item) for item in items_of(event)]
    return items + [source_tag(uid) for uid in sorted(sources_of(event))]


def made_item(event: Event) -> ItemId | None:
    """The item whose text an event brought into the memory, if it brought one."""
    if isinstance(event, ChunkIngested) or (isinstance(event, Promoted) and event.text):
        return event.item
    return None


def united_roots(*roots: Sequence[tuple[SourceUid, ...]]) -> tuple[tuple[SourceUid, ...], ...]:
    """Every root once, in an order that does not depend on how they came together."""
    return tuple(sorted({lineage for each in roots for lineage in each}))


def prune(log: Sequence[Recorded], forgotten: Iterable[SourceUid]) -> list[Recorded]:
    """The history as it would be had the sources never been seen; positions stay as they are."""
    return _without(log, dict.fromkeys(forgotten, _EVER))


def live(log: Sequence[Recorded]) -> list[Recorded]:
    """The history without all that its own `source-forgotten` events took from it."""
    taken: dict[SourceUid, int] = {}
    for recorded in log:
        if isinstance(recorded.event, SourceForgotten):
            taken[recorded.event.source] = recorded.position
    return _without(log, taken) if taken else list(log)


def evidence_for(promoted: Promoted, recall_at: Callable[[int], Recorded | None]) -> list[Evidence]:
    """The recalls that a promotion names, as far as they still return what it is about."""
    subjects = promoted.derived_from or (promoted.item,)
    found = (recall_at(position) for position in promoted.recalls)
    return [
        evidence
        for recorded in found
        if recorded is not None and (evidence := evidence_of(recorded, subjects)) is not None
    ]


def evidence_of(recorded: Recorded, subjects: Sequence[ItemId]) -> Evidence | None:
    """What one recall says for some items: the best match among them that counts, or None."""
    recalled = recorded.event
    assert isinstance(recalled, Recalled), recorded
    matches = [hit.relevance for hit in recalled.hits if hit.counts and hit.item in subjects]
    if not matches:
        return None
    return Evidence(recorded.position, recalled.query_hash, max(matches), recalled.recorded_at)


def _without(log: Sequence[Recorded], taken: dict[SourceUid, int]) -> list[Recorded]:
    def is_taken(recorded: Recorded) -> bool:
        return any(taken.get(uid, 0) > recorded.position for uid in sources_of(recorded.event))

    return _settle([r for r in log if _is_notice(r) or not is_taken(r)])


def _is_notice(recorded: Recorded) -> bool:
    """Notices of forgetting tell what happened to a source and hold nothing that came from it."""
    return isinstance(recorded.event, SourceForgotten | SourceUnblocked)


def _settle(log: list[Recorded]) -> list[Recorded]:
    """Take out what has lost its footing, until nothing more falls."""
    while True:
        births = _births(log)
        trimmed = [_trim(recorded, births) for recorded in log]
        recalls = {r.position: r for r in trimmed if isinstance(r.event, Recalled)}
        kept = [recorded for recorded in trimmed if _holds(recorded, births, recalls)]
        if len(kept) == len(log):
            return kept
        log = kept


def _births(log: Iterable[Recorded]) -> Births:
    """Where each item first came in; one that was forgotten may have come in again."""
    births: Births = {}
    for recorded in log:
        if (item := made_item(recorded.event)) is not None:
            births.setdefault(item, recorded.position)
    return births


def _trim(recorded: Recorded, births: Births) -> Recorded:
    """A recall without the hits on items that are gone; anything else as it is."""
    recalled = recorded.event
    if not isinstance(recalled, Recalled):
        return recorded
    hits = tuple(h for h in recalled.hits if births.get(h.item, _EVER) < recorded.position)
    suppressed = tuple(i for i in recalled.suppressed if births.get(i, _EVER) < recorded.position)
    if len(hits) == len(recalled.hits) and len(suppressed) == len(recalled.suppressed):
        return recorded
    return Recorded(
        recorded.position, msgspec.structs.replace(recalled, hits=hits, suppressed=suppressed)
    )


def _holds(recorded: Recorded, births: Births, recalls: dict[int, Recorded]) -> bool:
    """Whether all items that an event rests on exist, and a promotion is still earned."""
    event = recorded.event
    if isinstance(event, Contradicted | Superseded | ConfidenceRevised | Released):
        needs = items_of(event)
    elif isinstance(event, Promoted):
        needs = event.derived_from or (event.item,)
        if not stands(event, evidence_for(event, recalls.get)):
            return False
    else:
        return True
    return all(births.get(item, _EVER) < recorded.position for item in needs)
