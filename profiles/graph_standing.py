"""What of a graph holds in some part of the journal, as a fold of its events."""

from __future__ import annotations

from collections import defaultdict

import msgspec

from ..asking.graph_listing import part_of
from ..commands.item_state import ItemState, ItemStates
from ..domain.identity import ItemId
from .graph_model import Relation, text_in


class Said(msgspec.Struct, frozen=True):
    """A text that holds, and the item that says it."""

    text: str
    item: ItemId


class Standing:
    """The entities, observations and relations that hold; an order changes it as it goes."""

    def __init__(self, states: ItemStates) -> None:
        self.types: dict[str, ItemId] = {}
        self.observations: defaultdict[str, list[Said]] = defaultdict(list)
        self.relations: dict[Relation, ItemId] = {}
        for state in states.values():
            end = _end_of(states, state)
            if end is not None:
                self._add(state, end)

    def said_of(self, name: str) -> list[str]:
        """All observations of an entity."""
        return [said.text for said in self.observations[name]]

    def relations_of(self, name: str) -> list[Relation]:
        """All that begin or end there."""
        return [each for each in self.relations if name in {each.start, each.end}]

    def _add(self, state: ItemState, end: ItemState) -> None:
        part, name, is_own = part_of(state.source), state.subject, end is state
        if part == "type":
            self.types.setdefault(name, end.item)
        elif part == "observation":
            said = Said(text_in(end.text, name) if is_own else end.text, end.item)
            if said not in self.observations[name]:
                self.observations[name].append(said)
        elif part == "relation" and is_own:
            told = Relation(start=name, end=state.value, relation_type=state.attribute)
            self.relations.setdefault(told, end.item)


def _end_of(states: ItemStates, state: ItemState) -> ItemState | None:
    """The item that says now what another one said; None where nothing does."""
    while state.superseded_by is not None:
        by = state.superseded_by.by
        if by is None or by not in states:
            return None
        state = states[by]
    return state
