"""What the tools of a knowledge graph take and return, in the words of the reference server."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field
from typing_extensions import TypedDict  # that of typing is not enough for pydantic on Python 3.11

from ..profiles.graph_model import Entity, Graph, Observations, Relation


class EntityShape(TypedDict):
    """One entity with all that is observed of it."""

    name: Annotated[str, Field(description="What the entity is called.")]
    entityType: Annotated[str, Field(description="What it is, such as person.")]
    observations: Annotated[list[str], Field(description="What is known of it, one fact in each.")]


# Made by a call, as one of its keys is a word of Python's own.
RelationShape = TypedDict(
    "RelationShape",
    {
        "from": Annotated[str, Field(description="The entity that it begins at.")],
        "to": Annotated[str, Field(description="The entity that it ends at.")],
        "relationType": Annotated[str, Field(description="What the one is to the other.")],
    },
)
"""What one entity is to another."""


class Addition(TypedDict):
    """Observations that an entity shall have."""

    entityName: Annotated[str, Field(description="The entity that they are about.")]
    contents: Annotated[list[str], Field(description="What was observed, one fact in each.")]


class Deletion(TypedDict):
    """Observations that an entity shall have no more."""

    entityName: Annotated[str, Field(description="The entity that they are about.")]
    observations: Annotated[list[str], Field(description="Their words, just as they are.")]


class Added(TypedDict):
    """What is new about one entity."""

    entityName: str
    addedObservations: list[str]


class EntitiesResult(TypedDict):
    """The entities that are new."""

    entities: list[EntityShape]


class RelationsResult(TypedDict):
    """The relations that are new."""

    relations: list[RelationShape]


class AddedResult(TypedDict):
    """What is new about each entity."""

    results: list[Added]


class DeletionResult(TypedDict):
    """What came of a deletion, in words."""

    success: bool
    message: str


class GraphResult(TypedDict):
    """A part of the graph, or all of it."""

    entities: list[EntityShape]
    relations: list[RelationShape]


def entity_of(told: EntityShape) -> Entity:
    """As the graph takes it."""
    return Entity(
        name=told["name"],
        entity_type=told["entityType"],
        observations=tuple(told["observations"]),
    )


def relation_of(told: RelationShape) -> Relation:
    """As the graph takes it."""
    return Relation(start=told["from"], end=told["to"], relation_type=told["relationType"])


def entity_shape(entity: Entity) -> EntityShape:
    """As agents get it."""
    return {
        "name": entity.name,
        "entityType": entity.entity_type,
        "observations": list(entity.observations),
    }


def relation_shape(relation: Relation) -> RelationShape:
    """As agents get it."""
    return {"from": relation.start, "to": relation.end, "relationType": relation.relation_type}


def added_shape(added: Observations) -> Added:
    """As agents get it."""
    return {"entityName": added.entity, "addedObservations": list(added.texts)}


def graph_shape(graph: Graph) -> GraphResult:
    """As agents get it."""
    return {
        "entities": [entity_shape(each) for each in graph.entities],
        "relations": [relation_shape(each) for each in graph.relations],
    }
