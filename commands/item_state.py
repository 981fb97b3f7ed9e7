"""What the journal says of single items: the fold that every decision about them shares."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from ..domain.errors import NotFound, Refused
from ..domain.events import (
    ChunkIngested,
    Contradicted,
    Promoted,
    Recalled,
    Recorded,
    Roots,
    Superseded,
)
from ..domain.identity import ItemId
from ..domain.kinds import Kind
from ..domain.lineage import evidence_of
from ..domain.promotion import Evidence


class ItemState(msgspec.Struct, frozen=True, kw_only=True):
    """One item as it stands; `is_evergreen` once it no longer fades."""

    item: ItemId
    text: str
    kind: Kind
    roots: Roots
    is_evergreen: bool
    derived_from: tuple[ItemId, ...] = ()
    superseded_by: Superseded | None = None
    contradictions: tuple[Contradicted, ...] = ()
    recalls: tuple[Evidence, ...] = ()


ItemStates = dict[ItemId, ItemState]


def fold(events: Iterable[Recorded]) -> ItemStates:
    """All items that were made in these events, as the last of them leaves them."""
    states: ItemStates = {}
    for recorded in events:
        states = evolve(states, recorded)
    return states


def evolve(states: ItemStates, recorded: Recorded) -> ItemStates:
    """The items after one more event; the given dictionary is changed and returned."""
    event = recorded.event
    match event:
        case ChunkIngested():
            states[event.item] = _born(event, is_evergreen=event.dated_at is None)
        case Promoted() if event.text:
            states[event.item] = _born(event, is_evergreen=True)
        case Promoted():
            _change(states, event.item, is_evergreen=True)
        case Contradicted() if event.item in states:
            before = states[event.item].contradictions
            _change(states, event.item, contradictions=(*before, event))
        case Superseded():
            _change(states, event.item, superseded_by=event)
        case Recalled():
            _remember(states, recorded)
        case _:
            pass
    return states


def known(states: ItemStates, item: ItemId) -> ItemState:
    """The item, or NotFound."""
    if item not in states:
        raise NotFound(f"there is no item {item!r} in this store; `lethelog search` shows ids")
    return states[item]


def current(states: ItemStates, item: ItemId) -> ItemState:
    """The item if nothing took its place; else Refused, naming what did."""
    state = known(states, item)
    if state.superseded_by is None:
        return state
    successor = state.superseded_by.by
    where = f"by {successor}; use that one" if successor else "because its source dropped it"
    raise Refused(f"item {item!r} is superseded {where}")


def _born(event: ChunkIngested | Promoted, *, is_evergreen: bool) -> ItemState:
    return ItemState(
        item=event.item,
        text=event.text,
        kind=event.kind,
        roots=event.roots,
        is_evergreen=is_evergreen,
        derived_from=event.derived_from if isinstance(event, Promoted) else (),
    )


def _change(states: ItemStates, item: ItemId, **changes: object) -> None:
    if item in states:
        states[item] = msgspec.structs.replace(states[item], **changes)


def _remember(states: ItemStates, recorded: Recorded) -> None:
    assert isinstance(recorded.event, Recalled), recorded
    for hit in recorded.event.hits:
        evidence = evidence_of(recorded, (hit.item,))
        if hit.item in states and evidence is not None:
            before = states[hit.item].recalls
            _change(states, hit.item, recalls=(*before, evidence))
