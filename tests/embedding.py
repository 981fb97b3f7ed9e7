"""Embedders of the tests: small, repeatable, and failing or waiting when told to."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from hashlib import blake2b
from typing import Final, TypeAlias

from lethelog.domain.embedder import TextKind

DIM: Final = 24


def vector_of(text: str, dim: int = DIM, *, salt: str = "") -> list[float]:
    """Counts of runs of three letters, each in a place that its hash tells."""
    numbers = [0.0] * dim
    folded = f" {text.casefold()} "
    for at in range(len(folded) - 2):
        digest = blake2b(f"{salt}{folded[at : at + 3]}".encode(), digest_size=4).digest()
        numbers[digest[0] % dim] += 1.0 if digest[1] % 2 else -1.0
    return numbers


Before: TypeAlias = Callable[[Sequence[str]], object]
"""Is called with each batch of texts, and may raise or wait."""


def at_once(_texts: Sequence[str]) -> None:
    """Neither raises nor waits."""


class NGrams:
    """Texts that share runs of three letters are near; it keeps all that it was given."""

    def __init__(
        self,
        name: str = "n-grams",
        *,
        dim: int = DIM,
        before: Before = at_once,
    ) -> None:
        self.id = name
        self.dim = dim
        self.before: Before = before
        self.documents: list[str] = []
        self.questions: list[str] = []
        self._lock = threading.Lock()

    def embed(self, texts: Sequence[str], kind: TextKind) -> list[list[float]]:
        """As a model would."""
        self.before(texts)
        with self._lock:
            (self.questions if kind == "query" else self.documents).extend(texts)
        return [vector_of(text, self.dim, salt=self.id) for text in texts]
