"""The questions that the memory answers both as it is and as it was."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol, TypeVar

from ..domain.identity import Identity, ItemId
from .drawing import Graph
from .lineage_graph import lineage_graph
from .listing import Fact, SourceLine, find_item, list_facts, list_sources

if TYPE_CHECKING:
    from ..projections.view import View  # it loads DuckDB

T = TypeVar("T")


class Answering(Protocol):
    """Whatever has a read model to ask; `valid` is the moment in the world that is asked about."""

    identity: Identity
    valid: int | None

    def ask(self, question: Callable[[View], T]) -> T:
        """Puts a question to the read model, in the state that it is asked about."""
        ...


class Asking:
    """Mixed into what has all that `Answering` asks for."""

    def item(self: Answering, start_of_id: str) -> ItemId:
        """The id that starts so; NotFound or InvalidInput where it is none or several."""
        return self.ask(lambda view: find_item(view, start_of_id))

    def lineage(self: Answering, item: str) -> Graph:
        """What an item came from and led to, to be drawn; the start of its id is enough."""
        return self.ask(lambda view: lineage_graph(view, item))

    def facts(self: Answering) -> tuple[Fact, ...]:
        """All that is known for good: taught, promoted or derived."""
        return self.ask(lambda view: list_facts(view, valid=self.valid))

    def sources(self: Answering) -> tuple[SourceLine, ...]:
        """Everything that can be forgotten, with what came from it."""
        return self.ask(list_sources)
