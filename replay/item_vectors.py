"""The vectors of items, for whoever asks how near they are to each other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..domain.identity import ItemId
from ..embedders.checked import embedded
from ..embedders.ngrams import Ngrams
from ..projections.vector_file import VectorRow
from .meanings import Meanings

if TYPE_CHECKING:
    from ..projections.vectors import Floats32  # it loads numpy


def vectors_of(meanings: Meanings, items: Sequence[ItemId], texts: Sequence[str]) -> Floats32:
    """One of length one for each; of a long text the middle of its parts.

    They are those of the embedder, which first gives every text its own; where there is none, by
    how the texts are spelled. EmbedderFailed where it fails.
    """
    if meanings.present is None:
        return embedded(Ngrams(), texts, "document")
    meanings.embed()
    return _united(items, meanings.present.rows(items))


def _united(items: Sequence[ItemId], kept: Sequence[VectorRow]) -> Floats32:
    import numpy as np  # noqa: PLC0415 - it takes longer than a plain command

    places = {item: place for place, item in enumerate(items)}
    dim = max((len(vector) // 4 for *_, vector in kept), default=0)
    sums = np.zeros((len(items), dim), np.float64)
    for item, _, vector in sorted(kept):
        sums[places[item]] += np.frombuffer(vector, "<f4")
    lengths = np.sqrt((sums * sums).sum(axis=1, keepdims=True))
    return (sums / np.where(lengths > 0.0, lengths, 1.0)).astype(np.float32)
