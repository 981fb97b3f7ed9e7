"""What the journal says of single items: the fold that every decision about them shares."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from ..domain.beliefs import Evidence as Testimony
from ..domain.beliefs import confidence_after
from ..domain.errors import NotFound, Refused
from ..domain.events import (
    ChunkIngested,
    ConfidenceRevised,
    Contradicted,
    Origin,
    Promoted,
    Recalled,
    Recorded,
    Released,
    Roots,
    Superseded,
)
from ..domain.identity import ItemId, squeeze
from ..domain.keyed import Claim, key_of
from ..domain.kinds import Kind
from ..domain.lineage import evidence_of
from ..domain.promotion import Evidence


class ItemState(msgspec.Struct, frozen=True, kw_only=True):
    """One item as it stands; `is_evergreen` once it no longer fades.

    It is `valid_at` the moment since when it holds in the world, else its date, else when it came
    in; what was made of others has the latest of theirs. At `chosen_at` somebody, and no rule, put
    it in the place of another. It was as sure as `first_confidence` before all `revisions`. What
    was made of others has no `origin`.
    """

    item: ItemId
    text: str
    kind: Kind
    roots: Roots
    is_evergreen: bool
    valid_at: int
    source: str = ""  # the path; empty where it was made of others
    origin: Origin | None = None
    is_released: bool = False
    dated_at: int | None = None
    valid_from: int | None = None
    valid_until: int | None = None
    subject: str = ""
    attribute: str = ""
    value: str = ""
    scope: str = ""
    reasoning: str = ""
    first_confidence: float = 1.0
    derived_from: tuple[ItemId, ...] = ()
    superseded_by: Superseded | None = None
    chosen_at: int | None = None
    contradictions: tuple[Contradicted, ...] = ()
    revisions: tuple[ConfidenceRevised, ...] = ()
    recalls: tuple[Evidence, ...] = ()

    @property
    def confidence(self) -> float:
        """How sure it is by now."""
        return confidence_after(self.first_confidence, map(testimony_of, self.revisions))

    @property
    def claim(self) -> Claim | None:
        """What it says by subject and attribute, where it does."""
        key = key_of(self.subject, self.attribute, self.value, self.scope)
        if key is None:
            return None
        return Claim(
            item=self.item,
            key=key,
            value=squeeze(self.value),
            valid_at=self.valid_at,
            chosen_at=self.chosen_at,
        )


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
            states[event.item] = _came_in(event)
        case Promoted() if event.text:
            states[event.item] = _made(event, states)
        case Promoted():
            # Whoever promotes it says how sure it is, whatever spoke for it before.
            sure = {"first_confidence": event.confidence, "revisions": ()}
            _change(states, event.item, is_evergreen=True, **sure)
        case Superseded():
            _change(states, event.item, superseded_by=event)
            if event.by is not None and event.judge != "rule":
                _change(states, event.by, chosen_at=event.recorded_at)
        case Released():
            _change(states, event.item, is_released=True)
        case Recalled():
            _remember(states, recorded)
        case Contradicted() | ConfidenceRevised() if event.item in states:
            _testify(states, event)
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


def testimony_of(event: ConfidenceRevised) -> Testimony:
    """How it moves the confidence."""
    return Testimony(
        speaks_for=event.speaks_for,
        strength=event.strength,
        step=event.step,
        steps=event.steps,
        least=event.least,
    )


def _came_in(event: ChunkIngested) -> ItemState:
    told = event.dated_at if event.valid_from is None else event.valid_from
    return ItemState(
        item=event.item,
        text=event.text,
        kind=event.kind,
        roots=event.roots,
        is_evergreen=event.dated_at is None,
        valid_at=event.recorded_at if told is None else told,
        source=event.source,
        origin=event.origin,
        dated_at=event.dated_at,
        valid_from=event.valid_from,
        valid_until=event.valid_until,
        subject=event.subject,
        attribute=event.attribute,
        value=event.value,
        scope=event.scope,
        reasoning=event.reasoning,
        first_confidence=event.confidence,
    )


def _made(event: Promoted, states: ItemStates) -> ItemState:
    inputs = [states[item].valid_at for item in event.derived_from if item in states]
    latest = max(inputs, default=event.recorded_at)
    return ItemState(
        item=event.item,
        text=event.text,
        kind=event.kind,
        roots=event.roots,
        is_evergreen=True,
        valid_at=latest if event.valid_from is None else event.valid_from,
        valid_from=event.valid_from,
        subject=event.subject,
        attribute=event.attribute,
        value=event.value,
        scope=event.scope,
        first_confidence=event.confidence,
        derived_from=event.derived_from,
    )


def _testify(states: ItemStates, event: Contradicted | ConfidenceRevised) -> None:
    state = states[event.item]
    if isinstance(event, Contradicted):
        _change(states, event.item, contradictions=(*state.contradictions, event))
    else:
        _change(states, event.item, revisions=(*state.revisions, event))


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
