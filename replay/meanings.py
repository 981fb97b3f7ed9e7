"""Which embedder a memory uses: filled in the background, exchanged when the next one is ready."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol, TypeVar

import msgspec

from ..asking.as_of import Ask
from ..domain.embedder import Embedder
from ..domain.errors import Refused
from ..domain.identity import Identity, ItemId
from ..embedders.named import NoVectors
from ..journal.journal import Journal
from ..projections.vector_file import Kept
from ..projections.vector_folder import FOLDER, file_of, keep_only, kept_in
from .embedding import Embedding
from .filling import FAILURES, Filling, Step, untold

if TYPE_CHECKING:
    from ..projections.view import View  # it loads DuckDB

T = TypeVar("T")

ON_THE_SPOT_MAX: Final = 32
"""So many texts without a vector are embedded before an answer; with more, words alone rank it."""

_LIVE: Final = "SELECT item FROM item"
_PARTS: Final = "SELECT count(*) FROM document"
_ATTEMPTS_MAX: Final = 3


class Embedded(msgspec.Struct, frozen=True, kw_only=True):
    """How many parts of texts have a vector of an embedder, of how many there are."""

    embedder: str
    vectors: int
    parts: int


class Remembering(Protocol):
    """A memory with its journal and its read model."""

    journal: Journal
    identity: Identity
    clock: Callable[[], int]

    def ask(self, question: Callable[[View], T]) -> T:
        """Puts a question to the read model, which first catches up."""
        ...


class Meanings:
    """The vectors of one memory, below its folder, else in memory; safe from several threads.

    Nothing is opened or loaded before the first use.
    """

    def __init__(
        self, memory: Remembering, folder: Path | None, embedder: Embedder | None = None
    ) -> None:
        self._memory = memory
        self._folder = None if folder is None else folder / FOLDER
        self._lock = threading.RLock()
        self._present: Embedding | None = None
        self._next: Embedding | None = None
        self._filling = Filling(memory, self._exchange)
        self._searches = 0
        self.use(embedder)

    @property
    def present(self) -> Embedding | None:
        """The one by whose vectors questions are answered."""
        return self._present

    def beside(self, question: Callable[[View], T]) -> Callable[[View], T]:
        """The same question, put to a view that knows what is meant."""

        def asked(view: View) -> T:
            view.meaning = self._present
            return question(view)

        return asked

    def use(self, embedder: Embedder | None) -> None:
        """The one that is used from now on, or as soon as all texts have its vectors.

        Until then the one before is, whose vectors are removed after that. None uses none.
        """
        made = None if embedder is None or isinstance(embedder, NoVectors) else self._made(embedder)
        self._filling.stop()
        with self._lock:
            before, unfinished, self._next = self._present, self._next, None
            if before is None or made is None or before.id == made.id:
                self._present = made
                if before is not None:
                    before.close()
            else:
                self._next = made
        if unfinished is not None:
            _discard(unfinished)
        if self._next is not None:
            self._filling.start(self._next)

    def prepare(self, question: str, ask: Ask | None = None) -> None:
        """Does before a search what would hold others up during it; never raises.

        Embeds the question and the few texts that came in since. Where there are many, the second
        search of a process sets off a thread that does it. A question about another state, which
        `ask` asks, is embedded as it is read there.
        """
        embedding = self._present
        if embedding is None or embedding.backoff.waiting:
            return
        self._searches += 1
        try:
            self._prepare(embedding, question, ask)
        except FAILURES as error:
            embedding.failed(error)

    def embed(self, progress: Step | None = None) -> Embedded:
        """Returns when every text has its vector; `progress` is told how many of how many have."""
        embedding = self._next or self._present
        if embedding is None:
            raise Refused(
                "this memory has no embedder; open it with one, as with `--embedder local`"
            )
        self._filling.stop()
        done = self._filling.fill(embedding, progress or untold)
        return Embedded(embedder=embedding.id, vectors=done.done, parts=done.total)

    def shed(self) -> tuple[str, ...]:
        """Leaves no byte of the vectors of what is forgotten; names the files that others read."""
        for each in (self._present, self._next):
            if each is not None:
                each.keep_only(self._items)
        return () if self._folder is None else keep_only(self._folder, self._items)

    def kept(self) -> tuple[Kept, ...]:
        """What there is of each embedder; how many vectors there should be depends on the texts."""
        found = kept_in(self._folder)
        used = self._present
        if used is not None and used.id not in [each.embedder for each in found]:
            found.append(used.kept())
        if not found:
            return ()
        [(parts,)] = self._memory.ask(lambda view: view.rows(_PARTS))
        return tuple(
            msgspec.structs.replace(
                each,
                vectors=min(each.vectors, parts),
                parts=parts,
                is_used=used is not None and each.embedder == used.id,
            )
            for each in found
        )

    def close(self) -> None:
        """Ends what goes on in the background, and lets the files go."""
        self._filling.stop()
        with self._lock:
            for each in (self._present, self._next):
                if each is not None:
                    each.close()

    def _made(self, embedder: Embedder) -> Embedding:
        return Embedding(
            embedder,
            self._place,
            has_forgotten=lambda position: self._memory.journal.has_forgotten(after=position),
            clock=self._memory.clock,
        )

    def _place(self, embedder: str) -> Path | None:
        if self._folder is None:
            return None
        return file_of(self._folder, self._memory.identity.name_for(f"vectors of {embedder}"))

    def _items(self) -> set[ItemId]:
        return {ItemId(item) for (item,) in self._memory.ask(lambda view: view.rows(_LIVE))}

    def _prepare(self, embedding: Embedding, question: str, ask: Ask | None) -> None:
        said = question
        for _ in range(_ATTEMPTS_MAX):
            batch, said = self._memory.ask(
                lambda view: (
                    embedding.missing(view, ON_THE_SPOT_MAX + 1),
                    embedding.said(view, question),
                )
            )
            if len(batch.texts) > ON_THE_SPOT_MAX and self._searches > 1:
                self._filling.start(embedding)
            if len(batch.texts) > ON_THE_SPOT_MAX and ask is None:
                return
            if not 0 < len(batch.texts) <= ON_THE_SPOT_MAX:
                break
            embedding.embed(batch)
        if ask is not None:
            said = ask(lambda view: embedding.said(view, question))
        embedding.vector_of(said)

    def _exchange(self, ready: Embedding) -> None:
        with self._lock:
            if ready is not self._next:
                return
            before, self._present, self._next = self._present, ready, None
        if before is not None:
            _discard(before)


def _discard(embedding: Embedding) -> None:
    with suppress(*FAILURES):  # what is left of it is cleaned by each forgetting all the same
        embedding.discard()
