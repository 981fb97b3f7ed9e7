"""What comes into a graph: within bounds, nothing hidden in it, and no secrets."""

from __future__ import annotations

from collections.abc import Sequence

from ..commands.door import Door
from ..domain.errors import InvalidInput
from ..sources.document import Passage
from .graph_model import (
    NAME_CHARS_MAX,
    OBSERVATION_CHARS_MAX,
    TEXTS_MAX,
    Entity,
    Observations,
    Relation,
    sentence_about,
    text_in,
)


class GraphDoor:
    """Lets in one order; what was kept before passes as it was kept, so that it is found again."""

    def __init__(self) -> None:
        self._door = Door()
        self._texts = 0

    @property
    def left_out(self) -> tuple[str, ...]:
        """The kind of each secret that stayed outside."""
        return self._door.left_out

    def entities(self, said: Sequence[Entity]) -> list[Entity]:
        """With their types and observations."""
        return [
            Entity(
                name=self.name(each.name),
                entity_type=self._words(each.entity_type, NAME_CHARS_MAX, "the type of an entity"),
                observations=self._observed(each.name, each.observations),
            )
            for each in said
        ]

    def relations(self, said: Sequence[Relation]) -> list[Relation]:
        """A relation that is called a password keeps to itself what it leads to."""
        return [self._relation(each) for each in said]

    def observations(self, said: Sequence[Observations]) -> list[Observations]:
        """With the names of their entities."""
        return [
            Observations(self.name(each.entity), self._observed(each.entity, each.texts))
            for each in said
        ]

    def name(self, said: str) -> str:
        """The name of an entity."""
        return self._words(said, NAME_CHARS_MAX, "the name of an entity")

    def _relation(self, said: Relation) -> Relation:
        start, end = self.name(said.start), self.name(said.end)
        kind = self._words(said.relation_type, NAME_CHARS_MAX, "the type of a relation")
        told = self._door.order(Passage(text="", subject=start, attribute=kind, value=end))
        return Relation(start=told.subject, end=told.value, relation_type=told.attribute)

    def _observed(self, entity: str, said: Sequence[str]) -> tuple[str, ...]:
        """An entity may be called by what only makes a secret of what is observed."""
        name = self._door.words(entity)
        return tuple(self._observation(name, each) for each in said)

    def _observation(self, name: str, said: str) -> str:
        self._count(said, OBSERVATION_CHARS_MAX, "an observation")
        sentence = self._door.words(sentence_about(name, said))
        is_whole = sentence.startswith(sentence_about(name, ""))
        return text_in(sentence, name) if is_whole else self._door.words(said)

    def _words(self, said: str, chars_max: int, what: str) -> str:
        self._count(said, chars_max, what)
        return self._door.words(said)

    def _count(self, said: str, chars_max: int, what: str) -> None:
        if len(said) > chars_max:
            raise InvalidInput(
                f"{what} has {len(said)} characters; {chars_max} are allowed: say it in several"
            )
        self._texts += 1
        if self._texts > TEXTS_MAX:
            raise InvalidInput(f"more than {TEXTS_MAX} texts at once; give them in several parts")
