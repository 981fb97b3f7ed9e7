"""What turns texts into vectors, as the rest of the house sees it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Literal, Protocol, TypeAlias

TextKind: TypeAlias = Literal["query", "document"]

Vectors: TypeAlias = Collection[Collection[float]]
"""One vector a text, in their order: lists of numbers, or the rows of a numpy array."""


class Embedder(Protocol):
    """Turns texts into vectors; what it answers is checked where it is asked, never by itself."""

    @property
    def id(self) -> str:
        """Names the model and its weights; vectors of different ids never meet."""
        ...

    @property
    def dim(self) -> int:
        """How many numbers each vector has; 0 where there are no vectors at all."""
        ...

    def embed(self, texts: Sequence[str], kind: TextKind, /) -> Vectors:
        """One vector a text; a model may treat questions and what answers them differently."""
        ...
