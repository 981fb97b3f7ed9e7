"""What a decision looks at: its part of the journal, and the boundary around that."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import msgspec

from ..domain.events import (
    ChunkIngested,
    ConfidenceRevised,
    Contradicted,
    Event,
    Promoted,
    Recalled,
    Recorded,
    Released,
    SourceForgotten,
    Superseded,
)
from ..domain.identity import ItemId, SourceUid
from ..domain.lineage import item_tag, items_of, live, made_item, source_tag, sources_of
from ..journal.journal import NOTICES, Boundary, Journal, Selection

LIFE: Final[tuple[type[Event], ...]] = (
    *(ChunkIngested, Promoted, Contradicted, Superseded),
    *(ConfidenceRevised, Released),
)
"""The events that change what an item is."""


class Situation(msgspec.Struct, frozen=True):
    """The live events that a decision may rest on, and the boundary that keeps it true."""

    events: tuple[Recorded, ...]
    boundary: Boundary


def situation_of_items(
    journal: Journal, items: Iterable[ItemId], *, with_recalls: bool = False
) -> Situation:
    """All that happened to some items, and to what they were superseded by or made from."""
    tags = frozenset(item_tag(item) for item in items)
    if not tags:  # a selection without tags would be the whole journal
        return Situation((), Boundary(journal.head(), ()))
    look = _Look(journal, Selection(LIFE, tuple(sorted(tags))))
    look.follow(asked=tags)
    look.add_notices()
    if with_recalls:
        look.add_recalls()
    return look.situation()


def situation_of_sources(
    journal: Journal, sources: Iterable[SourceUid], *, with_recalls: bool = False
) -> Situation:
    """All that came from some sources, and every notice of forgetting.

    Whatever concerns an item carries the tags of its sources, so only items from elsewhere are
    looked up by themselves.
    """
    types: tuple[type[Event], ...] = (*LIFE, Recalled) if with_recalls else LIFE
    tags = tuple(source_tag(uid) for uid in sorted(set(sources)))
    look = _Look(journal, Selection(types, tags), Selection(NOTICES))
    made = (made_item(recorded.event) for recorded in look.events.values())
    look.follow(asked=frozenset(item_tag(item) for item in made if item is not None))
    return look.situation()


def united(*situations: Situation) -> Situation:
    """One situation that covers all; as old as the oldest of them."""
    events = {r.position: r for situation in situations for r in situation.events}
    return Situation(
        tuple(events[position] for position in sorted(events)),
        Boundary(
            min(situation.boundary.after for situation in situations),
            tuple(s for situation in situations for s in situation.boundary.selections),
        ),
    )


class _Look:
    """Reads until nothing is mentioned that was not read.

    The boundary starts at the head of the first read: what slips in during the later ones counts
    as a change, which costs a second try and never a wrong decision.
    """

    def __init__(self, journal: Journal, *selections: Selection) -> None:
        self._journal = journal
        self._selections = list(selections)
        found, self._head = journal.select(selections)
        self.events = {recorded.position: recorded for recorded in found}

    def follow(self, *, asked: frozenset[str]) -> None:
        """Also read the items that superseded these, spoke against them, or went into them."""
        while tags := _mentioned(self.events.values()) - asked:
            asked |= tags
            self._add(Selection(LIFE, tuple(sorted(tags))))

    def add_notices(self) -> None:
        """Also read what was forgotten of all sources seen so far."""
        if origins := _origins(self.events.values()):
            self._add(Selection(NOTICES, origins))

    def add_recalls(self) -> None:
        """Also read the recalls of the items, without minding new ones: they take nothing away."""
        tags = _mentioned(self.events.values())
        if not tags:
            return
        recalls, _ = self._journal.select([Selection((Recalled,), tuple(sorted(tags)))])
        self._keep(recalls)
        if origins := _origins(recalls):
            self._add(Selection(NOTICES, origins))

    def situation(self) -> Situation:
        """The live events in order.

        After a forgetting the recalls tell whether a promotion by rule is still earned.
        """
        kinds = [recorded.event for recorded in self.events.values()]
        if any(isinstance(e, SourceForgotten) for e in kinds) and any(
            isinstance(e, Promoted) and e.judge == "rule" for e in kinds
        ):
            self.add_recalls()
        in_order = [self.events[position] for position in sorted(self.events)]
        return Situation(tuple(live(in_order)), Boundary(self._head, tuple(self._selections)))

    def _add(self, selection: Selection) -> None:
        self._selections.append(selection)
        self._keep(self._journal.select([selection])[0])

    def _keep(self, found: Iterable[Recorded]) -> None:
        self.events.update((recorded.position, recorded) for recorded in found)


def _mentioned(events: Iterable[Recorded]) -> set[str]:
    return {
        item_tag(item)
        for recorded in events
        if not isinstance(recorded.event, Recalled)
        for item in items_of(recorded.event)
    }


def _origins(events: Iterable[Recorded]) -> tuple[str, ...]:
    uids = {uid for recorded in events for uid in sources_of(recorded.event)}
    return tuple(source_tag(uid) for uid in sorted(uids))
