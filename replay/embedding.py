"""The vectors of one embedder, kept up to the journal, and what a question means by them."""

from __future__ import annotations

import os
import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec

from ..domain.embedder import Embedder
from ..domain.errors import EmbedderFailed, MemoryStoreError, Refused
from ..domain.identity import ItemId
from ..embedders.checked import embedded
from ..projections.likeness import Meant
from ..projections.reading import without_names
from ..projections.vector_file import ITEMS_FETCHED_MAX, Kept, VectorFile, VectorRow
from ..projections.vector_opening import SpoiledFile, remove
from .backoff import Backoff

if TYPE_CHECKING:
    from ..projections.nearness import Nearness, Progress  # it loads numpy
    from ..projections.vectors import Floats32
    from ..projections.view import View  # it loads DuckDB

BATCH_TEXTS: Final = 64
"""Embedded at once: some tenths of a second with a small model, after which it may be stopped."""

QUESTIONS_KEPT: Final = 64
_STEP: Final = 7_919  # a prime, so that processes begin far from each other
_INCOMPLETE: Final = (
    "only words ranked this answer: some texts have no vectors of the embedder {} yet;"
    " `lethelog embed` makes them all"
)


class Embedding:
    """Safe from several threads; opens its file at the first use.

    `place` tells where the vectors of an embedder are, None for in memory. `has_forgotten` tells
    whether anything was forgotten after a position.
    """

    def __init__(
        self,
        embedder: Embedder,
        place: Callable[[str], Path | None],
        *,
        has_forgotten: Callable[[int], bool],
        clock: Callable[[], int],
    ) -> None:
        self.backoff = Backoff(clock)
        self._embedder = embedder
        self._place = place
        self._has_forgotten = has_forgotten
        self._lock = threading.RLock()
        self._asking = threading.Lock()  # one batch or question at a time
        self._remembering = threading.Lock()
        self._file: VectorFile | None = None
        self._nearness: Nearness | None = None
        self._questions: OrderedDict[str, Floats32] = OrderedDict()
        self._is_closed = False

    @property
    def id(self) -> str:
        """That of the embedder; one that cannot be loaded has none that could be known."""
        try:
            return self._embedder.id
        except MemoryStoreError:
            return "that cannot be loaded"

    def of(self, view: View, question: str, *, context_weight: float) -> Meant:
        """How near the items are, or a warning why that cannot be told."""
        if warning := self.backoff.waiting:
            return Meant(warning=warning)
        try:
            with self._lock:
                nearness = self._at_hand()
                if not nearness.is_complete(view):
                    return Meant(warning=_INCOMPLETE.format(self.id))
                vector = self.vector_of(without_names(question, nearness.authors(view)))
                return Meant(nearness.likeness(view, vector, context_weight))
        except (MemoryStoreError, SpoiledFile) as error:
            return Meant(warning=self.failed(error))

    def failed(self, error: Exception) -> str:
        """Notes what went wrong, and says it as a warning."""
        if isinstance(error, SpoiledFile):
            self._remove_file()
        return self.backoff.failed(f"only words ranked this answer: {error}")

    def missing(self, view: View, texts_max: int = BATCH_TEXTS) -> Progress:
        """What is to be embedded next; no texts once every part of every item has its vector."""
        with self._lock:
            return self._at_hand().missing(view, texts_max)

    def embed(self, batch: Progress) -> None:
        """Keeps the vectors of a batch, unless something was forgotten meanwhile."""
        from ..projections.vectors import rows_of  # noqa: PLC0415 - it loads numpy

        with self._asking:
            vectors = embedded(self._embedder, [each.text for each in batch.texts], "document")
        dim = vectors.shape[1]
        if not dim:
            raise EmbedderFailed(f"the embedder {self.id} gives vectors of no numbers; use another")
        with self._lock:
            file = self._opened()
            if not file.dim:
                file.claim(self._embedder.id, dim)
            file.add(
                rows_of(batch.texts, vectors),
                dim=dim,
                unless=lambda: self._has_forgotten(batch.seen_at),
            )
        self.backoff.went_well()

    def said(self, view: View, question: str) -> str:
        """What of a question is embedded."""
        with self._lock:
            return without_names(question, self._at_hand().authors(view))

    def vector_of(self, question: str) -> Floats32:
        """That of a question, of which the last ones are kept."""
        with self._remembering:
            known = self._questions.get(question)
        if known is not None:
            return known
        with self._asking:
            vector: Floats32 = embedded(self._embedder, [question], "query")[0]
        with self._remembering:
            self._questions[question] = vector
            if len(self._questions) > QUESTIONS_KEPT:
                self._questions.popitem(last=False)
        return vector

    def rows(self, items: Sequence[ItemId]) -> list[VectorRow]:
        """The vectors that its file has of some items, in no order."""
        found: list[VectorRow] = []
        with self._lock:
            for at in range(0, len(items), ITEMS_FETCHED_MAX):
                found += self._opened().rows(items[at : at + ITEMS_FETCHED_MAX])
        return found

    def kept(self) -> Kept:
        """What its file holds."""
        with self._lock:
            return msgspec.structs.replace(self._opened().kept(), embedder=self.id)

    def keep_only(self, items: Callable[[], set[ItemId]]) -> None:
        """No vectors of other items are left in memory."""
        with self._lock:
            self._nearness = None
            in_memory = self._file if self._file and self._file.path is None else None
        if in_memory is not None:
            in_memory.keep_only(items())
        with self._remembering:
            self._questions.clear()

    def discard(self) -> None:
        """Removes its file, for all processes, and ends."""
        with self._lock:
            self._opened().discard()
            self._file = None
            self.close()

    def close(self) -> None:
        """Lets the file go; what still goes on is refused."""
        with self._lock:
            self._is_closed = True
            self._let_file_go()

    def _at_hand(self) -> Nearness:
        from ..projections.nearness import Nearness  # noqa: PLC0415 - it loads numpy

        file = self._opened()
        if self._nearness is None:
            self._nearness = Nearness(file, begins_at=os.getpid() * _STEP)
        return self._nearness

    def _opened(self) -> VectorFile:
        """The file at its place, which another process may have removed or made anew."""
        if self._is_closed:
            raise Refused("this memory was closed; open it again to go on")
        if self._file is not None and not self._file.is_in_place():
            self._let_file_go()
        if self._file is None:
            self._file = VectorFile(self._place(self._embedder.id))
        return self._file

    def _remove_file(self) -> None:
        with self._lock:
            place = None if self._file is None else self._file.path
            self._let_file_go()
            if place is not None:
                remove(place)

    def _let_file_go(self) -> None:
        with self._lock:
            self._nearness = None
            if self._file is not None:
                self._file.close()
                self._file = None
