"""Gives every text its vector, one batch after the other: now, or in the background."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, Protocol, TypeAlias, TypeVar

from ..domain.errors import MemoryStoreError
from ..projections.vector_opening import SpoiledFile
from .embedding import Embedding

if TYPE_CHECKING:
    from ..projections.nearness import Progress  # it loads numpy
    from ..projections.view import View  # it loads DuckDB

T = TypeVar("T")

FAILURES: Final = (MemoryStoreError, SpoiledFile)
_JOIN_SECONDS: Final = 5.0  # a batch of a small model takes less; a server may hang for longer

Step: TypeAlias = Callable[[int, int], None]
"""Is told how many parts have a vector, of how many."""


class Asked(Protocol):
    """Whoever has a read model to ask."""

    def ask(self, question: Callable[[View], T]) -> T:
        """Puts a question to the read model, which first catches up."""
        ...


class Filling:
    """At most one thread, for one embedder; `ready` is called when all texts have its vectors."""

    def __init__(self, memory: Asked, ready: Callable[[Embedding], None]) -> None:
        self._memory = memory
        self._ready = ready
        self._lock = threading.Lock()
        self._running: tuple[threading.Thread, threading.Event] | None = None

    def start(self, embedding: Embedding) -> None:
        """Begins in the background, unless it goes on already; what fails is a warning there."""
        with self._lock:
            if self._running is not None and self._running[0].is_alive():
                return
            stopped = threading.Event()
            thread = threading.Thread(target=lambda: self._try(embedding, stopped), daemon=True)
            self._running = thread, stopped
            thread.start()

    def stop(self) -> None:
        """Ends after the batch that is at work; one that does not answer is left to itself."""
        with self._lock:
            running, self._running = self._running, None
        if running is not None:
            thread, stopped = running
            stopped.set()
            thread.join(_JOIN_SECONDS)

    def fill(
        self, embedding: Embedding, progress: Step, stopped: threading.Event | None = None
    ) -> Progress:
        """Returns when all have one, or when it is stopped; what was embedded before is kept."""
        while True:
            batch = self._memory.ask(embedding.missing)
            progress(batch.done, batch.total)
            if stopped is not None and stopped.is_set():
                return batch
            if not batch.texts:
                self._ready(embedding)
                return batch
            embedding.embed(batch)

    def _try(self, embedding: Embedding, stopped: threading.Event) -> None:
        try:
            self.fill(embedding, untold, stopped)
        except FAILURES as error:
            embedding.failed(error)


def untold(_done: int, _total: int) -> None:
    """Nobody waits for it."""
