"""A memory in the shape of a knowledge graph, with the nine verbs that agents know for that."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import TYPE_CHECKING, TypeVar

from ..asking.graph_listing import GraphLine, graph_lines
from ..commands.handler import handle
from ..commands.situation import situation_of_sources
from ..domain.errors import InvalidInput
from ..domain.events import Event, Origin, Recorded
from .graph_door import GraphDoor
from .graph_draft import Draft, Terms
from .graph_model import (
    QUERY_CHARS_MAX,
    Deleted,
    Entity,
    Graph,
    Merged,
    Observations,
    Relation,
)
from .graph_places import Place, Places
from .graph_reading import graph_of

if TYPE_CHECKING:
    from ..memory import Memory

T = TypeVar("T")


class KnowledgeGraph:
    """Entities, observations and relations as items of a memory, which come in by one channel.

    Each order is kept whole or not at all, whatever others do at the same time. What is deleted
    holds no more and stays in the story; only forgetting takes it away. Looking something up ranks
    nothing, and so it is not recorded as a search.
    """

    def __init__(self, memory: Memory, origin: Origin) -> None:
        self._memory = memory
        self._origin: Origin = origin
        self._places = Places(memory.identity)
        self._read: tuple[tuple[GraphLine, ...], Graph] = ((), Graph())

    def create_entities(self, entities: Sequence[Entity]) -> tuple[Entity, ...]:
        """Those that were not there yet, as they were kept; a known name changes nothing."""
        asked = GraphDoor().entities(entities)

        def decide(draft: Draft) -> tuple[Entity, ...]:
            return tuple(
                draft.begin(each) for each in asked if each.name not in draft.standing.types
            )

        return self._decided(self._places_of(asked), decide)

    def create_relations(self, relations: Sequence[Relation]) -> tuple[Relation, ...]:
        """Those that were not there yet; NotFound unless both ends of each are."""
        asked = GraphDoor().relations(relations)

        def decide(draft: Draft) -> tuple[Relation, ...]:
            for each in asked:
                draft.check_is_there(each.start)
                draft.check_is_there(each.end)
            return tuple(each for each in asked if draft.relate(each))

        ends = (self._places.type(name) for each in asked for name in (each.start, each.end))
        return self._decided([*ends, *map(self._places.relation, asked)], decide)

    def add_observations(self, added: Sequence[Observations]) -> tuple[Observations, ...]:
        """What is new about each entity, as it was kept; NotFound unless all of them are there."""
        asked = GraphDoor().observations(added)

        def decide(draft: Draft) -> tuple[Observations, ...]:
            for each in asked:
                draft.check_is_there(each.entity)
            return tuple(Observations(o.entity, draft.observe(o.entity, o.texts)) for o in asked)

        places = [self._places.type(each.entity) for each in asked]
        places += [self._places.observation(o.entity, text) for o in asked for text in o.texts]
        return self._decided(places, decide)

    def delete_entities(self, names: Sequence[str]) -> Deleted:
        """Withdraws entities with all that is said of them, and every relation of theirs."""
        door = GraphDoor()
        asked = [door.name(each) for each in names]

        def decide(draft: Draft) -> Deleted:
            there = set(draft.standing.types)
            for name in dict.fromkeys(asked):
                draft.end(name)
            missing = tuple(name for name in asked if name not in there)
            return Deleted(len(asked) - len(missing), missing)

        return self._decided(map(self._places.entity, asked), decide)

    def delete_observations(self, deletions: Sequence[Observations]) -> Deleted:
        """Withdraws texts about entities; what is not there is no error."""
        asked = GraphDoor().observations(deletions)

        def decide(draft: Draft) -> Deleted:
            there = [each for each in asked if each.entity in draft.standing.types]
            count = sum(draft.unobserve(o.entity, text) for o in there for text in o.texts)
            return Deleted(count, tuple(o.entity for o in asked if o not in there))

        return self._decided((self._places.entity(each.entity) for each in asked), decide)

    def delete_relations(self, relations: Sequence[Relation]) -> Deleted:
        """Withdraws relations; what is not there is no error."""
        asked = GraphDoor().relations(relations)
        return self._decided(
            map(self._places.relation, asked),
            lambda draft: Deleted(sum(map(draft.unrelate, asked))),
        )

    def read_graph(self) -> Graph:
        """All entities and relations."""
        lines = self._memory.ask(graph_lines)
        graph = self._told(lines)
        self._read = (lines, graph)
        return graph

    def search_nodes(self, query: str) -> Graph:
        """The entities in whose name, type or observations the query stands, in whatever case."""
        if len(query) > QUERY_CHARS_MAX:
            raise InvalidInput(
                f"the query has {len(query)} characters; {QUERY_CHARS_MAX} are allowed"
            )
        return self.read_graph().matching(query)

    def open_nodes(self, names: Collection[str]) -> Graph:
        """The entities of these names, and every relation that begins or ends at one of them."""
        named = set(names)
        return self._told(self._memory.ask(lambda view: graph_lines(view, named))).named(named)

    def merge(self, graph: Graph) -> Merged:
        """Brings in what is not there yet of another graph, where relations may lead nowhere.

        The same graph again changes nothing. What was forgotten here stays out, and is counted.
        """
        door = GraphDoor()
        entities, relations = door.entities(graph.entities), door.relations(graph.relations)

        def decide(draft: Draft) -> Merged:
            known = set(draft.standing.types)
            for each in entities:
                draft.join(each)
            return Merged(
                entities=len(draft.standing.types.keys() - known),
                relations=sum(draft.relate(each) for each in relations),
                observations=draft.observed,
                blocked=draft.blocked,
                redacted=door.left_out,
            )

        places = [*self._places_of(entities), *map(self._places.relation, relations)]
        return self._decided(places, decide)

    def _told(self, lines: tuple[GraphLine, ...]) -> Graph:
        before, graph = self._read
        return graph if lines is before else graph_of(lines)

    def _places_of(self, entities: Iterable[Entity]) -> Iterable[Place]:
        for each in entities:
            yield self._places.type(each.name)
            for text in each.observations:
                yield self._places.observation(each.name, text)

    def _decided(self, places: Iterable[Place], decide: Callable[[Draft], T]) -> T:
        """What an order comes to on all that these sources hold, which nobody changes meanwhile."""
        uids = {place.uid for place in places}
        terms = Terms(self._memory.clock(), self._memory.gate(self._origin), self._memory.identity)
        if not uids:
            return decide(Draft((), terms))
        came_to: list[T] = []

        def drafted(known: Sequence[Recorded]) -> list[Event]:
            draft = Draft(known, terms)
            came_to.append(decide(draft))
            return draft.events()

        handle(self._memory.journal, lambda journal: situation_of_sources(journal, uids), drafted)
        return came_to[-1]
