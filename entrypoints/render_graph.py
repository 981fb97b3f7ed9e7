"""A knowledge graph, for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .lines import DIM, GOOD, ID, counted, line, wrapped
from .render import left_out

if TYPE_CHECKING:
    from ..profiles.graph_model import Graph, Merged


def merged(came_in: Merged) -> None:
    """What was new, and what stayed outside."""
    tally = (
        f"{counted(came_in.entities, 'entity', 'entities')},"
        f" {counted(came_in.observations, 'observation')},"
        f" {counted(came_in.relations, 'relation')}"
    )
    is_news = came_in.entities or came_in.observations or came_in.relations
    line((f"learned {tally}", GOOD) if is_news else "nothing of it is new")
    if came_in.blocked:
        were = "was" if came_in.blocked == 1 else "were"
        line((f"{counted(came_in.blocked, 'text')} left out that {were} forgotten here", DIM))
    left_out(came_in.redacted)


def shown(graph: Graph) -> None:
    """Each entity with what is said of it, and its relations under the one that they begin at."""
    known = {each.name for each in graph.entities}
    for entity in graph.entities:
        line((entity.name, ID), (f"  {entity.entity_type}", DIM))
        for text in entity.observations:
            wrapped(text, indent=2)
        for relation in graph.relations:
            if relation.start == entity.name:
                line(f"  → {relation.relation_type} ", (relation.end, ID))
            elif relation.end == entity.name and relation.start not in known:
                line("  ← ", (relation.start, ID), f" {relation.relation_type}")
    line(
        f"{counted(len(graph.entities), 'entity', 'entities')},"
        f" {counted(len(graph.relations), 'relation')}"
    )
