"""Where the journal keeps each part of a graph, so that each can be forgotten alone."""

from __future__ import annotations

import msgspec

from ..asking.graph_listing import ENTITY, Part
from ..domain.events import Roots
from ..domain.identity import Identity, SourceUid, path_of
from .graph_model import Relation


class Place(msgspec.Struct, frozen=True):
    """A source by its path, and all that its text comes from, its own lineage first."""

    path: str
    roots: Roots

    @property
    def uid(self) -> SourceUid:
        """Its own."""
        return self.roots[0][-1]


class Places:
    """The sources of one store.

    An entity is `entity/NAME`; spellings that differ in case or spacing alone share that. What is
    said of it lies below, each text as a source of its own, which a keyed hash of the exact words
    names. A relation comes from both its ends, so that it is forgotten with either.
    """

    def __init__(self, identity: Identity) -> None:
        self._identity = identity

    def entity(self, name: str) -> Place:
        """All of an entity, with every relation from it and to it."""
        return self._place(path_of(ENTITY, name))

    def type(self, name: str) -> Place:
        """What says that there is such an entity."""
        return self._below(name, "type")

    def observation(self, name: str, text: str) -> Place:
        """One text about an entity."""
        return self._below(name, "observation", text)

    def relation(self, relation: Relation) -> Place:
        """What one entity is to another, below the one that it begins at."""
        own = self._below(relation.start, "relation", relation.relation_type, relation.end)
        [end] = self.entity(relation.end).roots
        return own if end[-1] in own.roots[0] else Place(own.path, (*own.roots, end))

    def _below(self, entity: str, part: Part, *said: str) -> Place:
        called: str = part
        if said:
            # A name minds neither case nor spacing; digits that stand for the words have none.
            digits = "\0".join((entity, *said)).encode(errors="surrogatepass").hex()
            called = f"{part}-{self._identity.name_for(digits)}"
        return self._place(path_of(self.entity(entity).path, called))

    def _place(self, path: str) -> Place:
        return Place(path, (self._identity.lineage(path),))
