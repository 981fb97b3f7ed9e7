"""A knowledge graph in plain lists, which does what the reference server for memory does.

Read from `src/memory` of modelcontextprotocol/servers, as it was in September 2026.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from lethelog.profiles.graph_model import Deleted, Entity, Graph, Observations, Relation


@dataclass
class _Known:
    name: str
    kind: str
    texts: list[str]


@dataclass
class PlainGraph:
    """Keeps no history, and no two may use it at once."""

    known: list[_Known] = field(default_factory=list[_Known])
    relations: list[Relation] = field(default_factory=list[Relation])

    def create_entities(self, entities: Sequence[Entity]) -> tuple[Entity, ...]:
        """The first of a name stays."""
        made: list[Entity] = []
        for each in entities:
            if self._find(each.name) is None:
                self.known.append(_Known(each.name, each.entity_type, list(each.observations)))
                made.append(each)
        return tuple(made)

    def create_relations(self, relations: Sequence[Relation]) -> tuple[Relation, ...] | None:
        """None where an end is missing."""
        if any(self._find(end) is None for each in relations for end in (each.start, each.end)):
            return None
        new = [each for each in dict.fromkeys(relations) if each not in self.relations]
        self.relations += new
        return tuple(new)

    def add_observations(self, added: Sequence[Observations]) -> tuple[Observations, ...] | None:
        """None where an entity is missing; a text that is new is added as often as it is given."""
        made: list[Observations] = []
        if any(self._find(each.entity) is None for each in added):
            return None
        for each in added:
            known = self._find(each.entity)
            assert known is not None
            new = [text for text in each.texts if text not in known.texts]
            known.texts += new
            made.append(Observations(each.entity, tuple(new)))
        return tuple(made)

    def delete_entities(self, names: Sequence[str]) -> Deleted:
        """With all relations of these names, whether there is such an entity or not."""
        missing = tuple(name for name in names if self._find(name) is None)
        self.known = [each for each in self.known if each.name not in names]
        self.relations = [
            each for each in self.relations if each.start not in names and each.end not in names
        ]
        return Deleted(len(names) - len(missing), missing)

    def delete_observations(self, deletions: Sequence[Observations]) -> Deleted:
        """Every one of these words."""
        count = 0
        missing: list[str] = []
        for each in deletions:
            known = self._find(each.entity)
            if known is None:
                missing.append(each.entity)
                continue
            before = len(known.texts)
            known.texts = [text for text in known.texts if text not in each.texts]
            count += before - len(known.texts)
        return Deleted(count, tuple(missing))

    def delete_relations(self, relations: Sequence[Relation]) -> Deleted:
        """Those that are equal in all three parts."""
        before = len(self.relations)
        self.relations = [each for each in self.relations if each not in relations]
        return Deleted(before - len(self.relations))

    def read_graph(self) -> Graph:
        """All of it, with relations that lead nowhere."""
        return Graph(tuple(map(_entity, self.known)), tuple(self.relations))

    def search_nodes(self, query: str) -> Graph:
        """By a part of a text, in any case."""
        return self._graph(
            [
                each
                for each in self.known
                if any(
                    query.lower() in text.lower() for text in (each.name, each.kind, *each.texts)
                )
            ]
        )

    def open_nodes(self, names: Sequence[str]) -> Graph:
        """By their names; a relation needs one end among them."""
        return self._graph([each for each in self.known if each.name in names])

    def _graph(self, known: Sequence[_Known]) -> Graph:
        names = {each.name for each in known}
        told = (each for each in self.relations if each.start in names or each.end in names)
        return Graph(tuple(map(_entity, known)), tuple(told))

    def _find(self, name: str) -> _Known | None:
        return next((each for each in self.known if each.name == name), None)


def _entity(known: _Known) -> Entity:
    return Entity(name=known.name, entity_type=known.kind, observations=tuple(known.texts))
