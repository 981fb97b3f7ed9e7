"""Questions about the past of a memory: what a ranking rested on, and what would be otherwise."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol, TypeVar

from ..domain.identity import Identity
from ..domain.policy import Policy

if TYPE_CHECKING:
    from ..projections.view import View  # it loads DuckDB

T = TypeVar("T")


class Remembering(Protocol):
    """A memory of today, with its clock and the constants in force."""

    identity: Identity
    clock: Callable[[], int]

    @property
    def policy(self) -> Policy:
        """All constants that decide what is done now."""
        ...

    def flush(self) -> None:
        """All recalls are in the journal when this returns."""
        ...

    def ask(self, question: Callable[[View], T]) -> T:
        """Puts a question to the read model, which first catches up."""
        ...


class Hindsight:
    """Mixed into the memory, which has all that `Remembering` asks for."""
