"""What a knowledge graph is made of: entities with their observations, and relations."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

import msgspec

NAME_CHARS_MAX: Final = 1_000
"""Of the name of an entity, of its type, and of what a relation is called."""

OBSERVATION_CHARS_MAX: Final = 20_000
QUERY_CHARS_MAX: Final = 10_000
TEXTS_MAX: Final = 500_000
"""Names and observations in one order, which is kept whole or not at all."""


class Entity(msgspec.Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """One thing that has a name; the same observation may be made of it twice."""

    name: str
    entity_type: str
    observations: tuple[str, ...]


class Relation(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    rename={"start": "from", "end": "to", "relation_type": "relationType"},
    forbid_unknown_fields=True,
):
    """What one entity is to another, in active voice."""

    start: str
    end: str
    relation_type: str

    @property
    def sentence(self) -> str:
        """The same in words."""
        return f"{self.start} {self.relation_type} {self.end}"


def sentence_about(entity: str, text: str) -> str:
    """An observation that stands for itself wherever it is found; `text_in` takes it apart."""
    return f"{entity}: {text}"


def text_in(sentence: str, entity: str) -> str:
    """What was observed, in just the words that were given."""
    return sentence[len(sentence_about(entity, "")) :]


class Observations(msgspec.Struct, frozen=True):
    """Some texts about one entity."""

    entity: str
    texts: tuple[str, ...]


class Deleted(msgspec.Struct, frozen=True):
    """How many of those that were named are gone now, and the entities that were not there."""

    count: int
    missing: tuple[str, ...] = ()


class Merged(msgspec.Struct, frozen=True, kw_only=True):
    """What came in with another graph, and how much of it was forgotten here and stays out."""

    entities: int
    observations: int
    relations: int
    blocked: int
    redacted: tuple[str, ...] = ()  # the kind of each secret that was left out


class Graph(msgspec.Struct, frozen=True):
    """Entities and relations, in the order in which they came in."""

    entities: tuple[Entity, ...] = ()
    relations: tuple[Relation, ...] = ()

    def named(self, names: Collection[str]) -> Graph:
        """The entities of these names, and every relation that begins or ends at one of them."""
        return self._of([each for each in self.entities if each.name in names])

    def matching(self, query: str) -> Graph:
        """The entities in which the query stands, whatever its case, and their relations."""
        wanted = query.lower()
        return self._of([each for each in self.entities if _holds(each, wanted)])

    def _of(self, entities: Collection[Entity]) -> Graph:
        names = {each.name for each in entities}
        return Graph(
            tuple(entities),
            tuple(each for each in self.relations if each.start in names or each.end in names),
        )


def _holds(entity: Entity, wanted: str) -> bool:
    """Whether a part of its name, its type or an observation is just that."""
    said = (entity.name, entity.entity_type, *entity.observations)
    return any(wanted in each.lower() for each in said)
