"""A memory of others, which may be read and must not learn who asked it what."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeVar

from ..domain.events import Asked, Hit
from ..domain.identity import Identity, ItemId
from ..domain.policy import Policy, RankingPolicy

if TYPE_CHECKING:
    from ..memory import Memory
    from ..projections.view import View

T = TypeVar("T")


class Unrecorded:
    """A memory that answers and keeps no trace of it, since others could read that there."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory
        self.identity: Identity = memory.identity
        self.clock: Callable[[], int] = memory.clock

    @property
    def policy(self) -> Policy:
        """All constants that decide what is done now."""
        return self._memory.policy

    def ask(self, question: Callable[[View], T]) -> T:
        """Puts a question to the read model."""
        return self._memory.ask(question)

    def prepare(self, question: str, ranking: RankingPolicy) -> None:
        """Embeds a question before the read model is held up by it."""
        self._memory.prepare(question, ranking)

    def recalled(
        self,
        question: str,
        hits: Sequence[Hit],
        *,
        now: int,
        asked: Asked,
        suppressed: Sequence[ItemId] = (),
        asked_from: str | None = None,
    ) -> None:
        """Nothing."""
