"""A graph from the lines that a read model has of it, now or on another day."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from ..asking.graph_listing import GraphLine, graph_lines, part_of
from .graph_model import Entity, Graph, Relation, text_in

if TYPE_CHECKING:
    from ..asking.as_of import AsOf
    from ..memory import Memory


def read_graph(memory: Memory | AsOf) -> Graph:
    """All of it, as the memory tells it now, or told it on another day."""
    return graph_of(memory.ask(graph_lines))


def graph_of(lines: Iterable[GraphLine]) -> Graph:
    """What is said of an entity that is not there is not told; a relation may lead nowhere."""
    types: dict[str, str] = {}
    observed: dict[str, dict[int, str]] = {}
    relations: dict[Relation, None] = {}
    for line in lines:
        part = part_of(line.path)
        if part == "type":
            types.setdefault(line.subject, line.value)
        elif part == "observation":
            text = text_in(line.text, line.subject) if line.is_own else line.text
            observed.setdefault(line.subject, {}).setdefault(line.place, text)
        elif line.is_own:
            told = Relation(start=line.subject, end=line.value, relation_type=line.attribute)
            relations.setdefault(told)
    return Graph(
        tuple(
            Entity(name=name, entity_type=kind, observations=tuple(observed.get(name, {}).values()))
            for name, kind in types.items()
        ),
        tuple(relations),
    )
