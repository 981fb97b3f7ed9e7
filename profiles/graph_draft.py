"""The events of one order about a graph, drafted on what the journal says of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict, Unpack

import msgspec
from msgspec.structs import replace

from ..commands.blocks import Blocks, blocks_in
from ..commands.gate import Gate
from ..commands.item_state import fold
from ..commands.withdraw import Withdraw, decide_withdrawal
from ..domain.errors import NotFound, Refused, StoreDamaged
from ..domain.events import ChunkIngested, Event, Recorded
from ..domain.identity import Identity, ItemId
from ..domain.times import day
from .graph_model import Entity, Relation, sentence_about
from .graph_places import Place, Places
from .graph_standing import Said, Standing


class Terms(msgspec.Struct, frozen=True):
    """Under which an order is given: when, by which channel, and in which store."""

    now: int
    gate: Gate
    identity: Identity


class Told(TypedDict, total=False):
    """What is told of an item besides its text."""

    subject: str
    attribute: str
    value: str
    scope: str


class Draft:
    """Makes what is new and withdraws what goes; nothing is recorded before all of it is decided.

    A text that was forgotten here and stays blocked is left out, and counted.
    """

    def __init__(self, known: Sequence[Recorded], terms: Terms) -> None:
        self.blocked = 0
        self.observed = 0
        self._known = known
        self._terms = terms
        self._places = Places(terms.identity)
        self._blocks = _readable(blocks_in(known))
        self._states = fold(known)
        self.standing = Standing(self._states)
        self._made: list[Event] = []
        self._gone: list[ItemId] = []

    def check_is_there(self, name: str) -> None:
        """NotFound unless there is such an entity."""
        if name not in self.standing.types:
            raise NotFound(f"Entity with name {name} not found, so nothing was changed; create it")

    def begin(self, entity: Entity) -> Entity:
        """There is such an entity from here on, as it is returned; Refused if it is blocked."""
        if not self._began(entity):
            raise self._refused(entity.name)
        texts = tuple(text for text in entity.observations if self._observed(entity.name, text))
        return replace(entity, observations=texts)

    def join(self, entity: Entity) -> None:
        """The same where it may be new; else only what is new about it, if it is not blocked."""
        is_new = entity.name not in self.standing.types
        if not is_new:
            self.observe(entity.name, entity.observations)
        elif self._began(entity):
            for text in entity.observations:
                self._observed(entity.name, text)
        else:
            self.blocked += len(entity.observations)

    def observe(self, name: str, texts: Sequence[str]) -> tuple[str, ...]:
        """Says of an entity what was not said of it before; that is returned."""
        before = set(self.standing.said_of(name))
        new = [text for text in texts if text not in before]
        return tuple(text for text in new if self._observed(name, text))

    def relate(self, relation: Relation) -> bool:
        """One more relation, of which there may be many of a kind; False if it is no news."""
        if relation in self.standing.relations:
            return False
        # With its value as scope each has a key of its own, so that none takes another's place.
        item = self._make(
            self._places.relation(relation),
            relation.sentence,
            subject=relation.start,
            attribute=relation.relation_type,
            value=relation.end,
            scope=relation.end,
        )
        if item is not None:
            self.standing.relations[relation] = item
        return item is not None

    def end(self, name: str) -> None:
        """Withdraws what there is of an entity, and every relation from it and to it."""
        for said in self.standing.observations.pop(name, []):
            self._gone.append(said.item)
        for relation in self.standing.relations_of(name):
            self.unrelate(relation)
        if name in self.standing.types:
            self._gone.append(self.standing.types.pop(name))

    def unobserve(self, name: str, text: str) -> int:
        """Withdraws a text about an entity; how often it was said."""
        said = self.standing.observations[name]
        gone = [each.item for each in said if each.text == text]
        self.standing.observations[name] = [each for each in said if each.text != text]
        self._gone += gone
        return len(gone)

    def unrelate(self, relation: Relation) -> bool:
        """Withdraws a relation; whether there was one."""
        item = self.standing.relations.pop(relation, None)
        if item is not None:
            self._gone.append(item)
        return item is not None

    def events(self) -> list[Event]:
        """All of it; Refused where something would go that is trusted more than the channel."""
        gate = self._terms.gate
        order = Withdraw(
            items=tuple(self._gone),
            now=self._terms.now,
            judge="person" if gate.channel == "person" else "agent",
            gate=gate,
        )
        return [*self._made, *decide_withdrawal(self._known, order)]

    def _began(self, entity: Entity) -> bool:
        name, kind = entity.name, entity.entity_type
        text = f"{name} is of type {kind}" if kind.strip() else name
        # The value is the scope too, so that of two spellings of one name neither takes a place.
        told: Told = {"subject": name, "attribute": "type", "value": kind, "scope": kind}
        item = self._make(self._places.type(name), text, **told)
        if item is not None:
            self.standing.types[name] = item
        return item is not None

    def _observed(self, name: str, text: str) -> bool:
        place = self._places.observation(name, text)
        item = self._make(place, sentence_about(name, text), subject=name)
        if item is not None:
            self.standing.observations[name].append(Said(text, item))
            self.observed += 1
        return item is not None

    def _make(self, place: Place, text: str, **told: Unpack[Told]) -> ItemId | None:
        if self._is_blocked(place, text):
            self.blocked += 1
            return None
        item = self._terms.identity.new_item()
        self._made.append(
            ChunkIngested(
                recorded_at=self._terms.now,
                roots=place.roots,
                item=item,
                source=place.path,
                text=text,
                kind="fact",
                origin=self._terms.gate.channel,
                **told,
            )
        )
        return item

    def _is_blocked(self, place: Place, text: str) -> bool:
        if any(self._blocks.on(lineage) is not None for lineage in place.roots):
            return True
        return self._terms.identity.text_tag(text) in self._blocks.text_tags

    def _refused(self, name: str) -> Refused:
        place = self._places.type(name)
        forgotten = self._blocks.on(place.roots[0])
        if forgotten is None:
            return Refused(
                f"that there is {name!r} was forgotten with another source; unblock that"
            )
        path = self._places.entity(name).path
        return Refused(
            f"{path!r} was forgotten on {day(forgotten.recorded_at)} and stays blocked; a person"
            f" can allow it again: `lethelog unblock {path}`"
        )


def _readable(blocks: Blocks) -> Blocks:
    if not blocks.is_readable:
        raise StoreDamaged(
            "what was forgotten here cannot be told, so nothing comes in: restore the vault that"
            " belongs to this store"
        )
    return blocks
