"""What a memory must be able to do for it to dream."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol, TypeVar

from ..asking.snapshot import Snapshot
from ..domain.dreams import Dream
from ..domain.events import Judge as JudgedBy
from ..domain.events import SupersessionReason
from ..domain.identity import ItemId
from ..domain.policy import Policy
from ..domain.proposal import Answer

if TYPE_CHECKING:
    from ..projections.view import View  # these load DuckDB and numpy
    from .closeness import Floats32

T = TypeVar("T")


class News(Protocol):
    """What came of an order."""

    @property
    def is_news(self) -> bool:
        """Whether anything was recorded."""
        ...


class Plan(Protocol):
    """A plan of forgetting."""

    @property
    def id(self) -> str:
        """By which it can be approved and applied."""
        ...


class PlanLine(Protocol):
    """The same as a line of a list."""

    @property
    def id(self) -> str | None:
        """None where there was no plan."""
        ...

    @property
    def state(self) -> str:
        """How far it has come."""
        ...


class Settled(Protocol):
    """What was put in order."""

    @property
    def superseded(self) -> tuple[ItemId, ...]:
        """What gave way."""
        ...

    @property
    def contradicted(self) -> tuple[ItemId, ...]:
        """What stays in dispute since now."""
        ...


class Accepted(Protocol):
    """What became of some answers."""

    @property
    def recorded(self) -> int:
        """How many of them were news."""
        ...


class Notes(Protocol):
    """Where ids and figures are kept beside the events."""

    def note(self, kind: str, key: str, document: bytes) -> None:
        """Keeps one over what was there."""
        ...

    def notes(self, kind: str) -> dict[str, bytes]:
        """All that is kept of a kind, by its key."""
        ...


class Dreamer(Protocol):
    """A memory that dreams: it answers questions, takes orders, and knows how near texts are."""

    clock: Callable[[], int]

    @property
    def journal(self) -> Notes:
        """The journal, of which a dream needs only what is kept beside it."""
        ...

    @property
    def policy(self) -> Policy:
        """All constants that decide what is done now."""
        ...

    def ask(self, question: Callable[[View], T]) -> T:
        """Puts a question to the read model, which first catches up."""
        ...

    def vectors_of(self, items: Sequence[ItemId], texts: Sequence[str]) -> Floats32:
        """A vector of length one of each item."""
        ...

    def consider(self, items: Sequence[ItemId], *, dry_run: bool = False) -> Dream:
        """Promotes those of the items that have earned it."""
        ...

    def accept(self, answers: Sequence[Answer]) -> Accepted:
        """Records verdicts."""
        ...

    def declined(self) -> frozenset[str]:
        """The proposals to which there was nothing to record, by their ids."""
        ...

    def supersede(
        self,
        item: ItemId,
        *,
        by: ItemId,
        reason: SupersessionReason = ...,
        judge: JudgedBy = ...,
    ) -> News:
        """Lets an item take the place of another."""
        ...

    def revise(
        self,
        item: ItemId,
        *,
        by: ItemId | None = ...,
        speaks_for: bool = ...,
        reason: str = ...,
        judge: JudgedBy = ...,
    ) -> News:
        """Records evidence for a belief, or against it."""
        ...

    def settle(self) -> Settled:
        """Puts in order what is said of all keys."""
        ...

    def context(self, *, record: bool = ...) -> Snapshot:
        """What an agent should have in mind."""
        ...

    def plan_forget(self, *sources: str) -> Plan:
        """What would be forgotten with some sources; nothing is changed."""
        ...

    def forget_plans(self) -> Sequence[PlanLine]:
        """All plans with how far each has come."""
        ...

    def forget(self, *sources: str, approved_by: str = ..., block: bool = ...) -> News:
        """Plans, approves and applies at once."""
        ...
