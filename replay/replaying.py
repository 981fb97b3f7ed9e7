"""What a memory does with its whole history: builds the read models anew, and looks after them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from ..journal.journal import Journal
from .rebuild import Rebuilt, rebuild

if TYPE_CHECKING:
    from .views import Views  # it loads DuckDB


class Replayed(Protocol):
    """A memory with its journal and its read models."""

    journal: Journal

    @property
    def read_models(self) -> Views:
        """The read models, opened at their first use."""
        ...

    def flush(self) -> None:
        """All recalls are in the journal when this returns."""
        ...


class Replaying:
    """Mixed into the memory, which has all that `Replayed` asks for."""

    def rebuild(self: Replayed) -> Rebuilt:
        """Builds the read models anew from the first event and compares them with the old ones."""
        self.flush()
        return rebuild(self.read_models)
