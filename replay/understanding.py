"""What a memory does by meaning: its vectors are made, exchanged and told, and questions asked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol, TypeVar

from ..domain.embedder import Embedder
from ..domain.identity import ItemId
from ..domain.policy import RankingPolicy
from ..domain.query import Query
from ..projections.answer import Answer
from ..projections.meaning import by_meaning, counts_meaning
from ..projections.search import search
from ..projections.vector_file import Kept
from .filling import Step
from .item_vectors import vectors_of
from .meanings import Embedded, Meanings

if TYPE_CHECKING:
    from ..projections.vectors import Floats32
    from ..projections.view import View  # these load DuckDB
    from .views import Views

T = TypeVar("T")


class Understood(Protocol):
    """A memory with its vectors and its read model."""

    meanings: Meanings

    @property
    def read_models(self) -> Views:
        """The read models, opened at their first use."""
        ...

    def ask(self, question: Callable[[View], T]) -> T:
        """Puts a question to the read model, which first catches up."""
        ...

    def prepare(self, question: str, ranking: RankingPolicy) -> None:
        """Embeds a question before the read model is held up by it, where meaning counts."""
        ...


class Understanding:
    """Mixed into the memory, which has all that `Understood` asks for."""

    def embed(self: Understood, progress: Step | None = None) -> Embedded:
        """Gives every text its vector, and returns when all of them have one.

        `progress` is told how many of how many have. What is cut short goes on where it was.
        EmbedderFailed where the embedder fails; what was embedded before is kept.
        """
        return self.meanings.embed(progress)

    def use_embedder(self: Understood, embedder: Embedder | None) -> None:
        """Another embedder, or none, from now on; no event is touched.

        Its vectors are made in the background, and until all are there the one before is used.
        """
        self.meanings.use(embedder)

    def vectors(self: Understood) -> tuple[Kept, ...]:
        """Of which embedders there are vectors, and how many."""
        return self.meanings.kept()

    def vectors_of(self: Understood, items: Sequence[ItemId], texts: Sequence[str]) -> Floats32:
        """A vector of length one of each item, by the embedder, else by how it is spelled."""
        return vectors_of(self.meanings, items, texts)

    def prepare(self: Understood, question: str, ranking: RankingPolicy) -> None:
        """Embeds a question before the read model is held up by it, where meaning counts.

        With it go the few texts that came in since. It never raises.
        """
        if counts_meaning(ranking):
            self.meanings.prepare(question)

    def answered(
        self: Understood, query: Query, now: int, ranking: RankingPolicy
    ) -> tuple[Answer, Query, int]:
        """The answer, the query as it was answered, and the position that the answer knew of."""
        self.prepare(query.text, ranking)

        def asked(view: View) -> tuple[Answer, Query, int]:
            meant = by_meaning(query, view, ranking)
            answer = search(view, meant, now, ranking)
            return answer, query if answer.warning else meant, view.position

        return self.ask(asked)

    def shed(self: Understood, position: int) -> tuple[int, tuple[str, ...]]:
        """Leaves no byte, in read models and vectors, of what was forgotten up to a position.

        How many read models were made anew or emptied, and the files that other processes hold.
        """
        renewed, held = self.read_models.shed(position)
        return renewed, (*held, *self.meanings.shed())
