"""Vectors of the characters of a text, without any model: texts that are spelled alike are near.

Every run of one to three characters is hashed (FNV-1a with 64 bits, over its UTF-8). The low byte
of the hash names one of 256 numbers of the vector, its high bit says whether that gets more or
less, and the whole is brought to length 1 [D].

Two things are weak in that. The high bit is hardly mixed for short runs: all single letters of
English take away, and nearly all pairs of them add. Mixing it further (the last step of
MurmurHash3) was tried and gained nothing, so the hash is theirs. But each run counts as much there
as any other, so that texts are near by the letters of their language alone. Here a run counts as
the square of its length. Over the 1,982 questions of LoCoMo with evidence, R@10 rose from 29.9 to
33.8, and the mean cosine of two turns of a conversation fell from 0.73 to 0.27.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from ..domain.embedder import TextKind, Vectors
from ..domain.identity import squeeze

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

DIM: Final = 256
RUN_CHARS_MAX: Final = 3

_OFFSET: Final = 0xCBF29CE484222325  # of FNV-1a with 64 bits, as is the prime
_PRIME: Final = 0x100000001B3
# Of the bytes of a character, those with three, two, one and none behind them: from which code on
# there is one, below which it is the first one, and how a first one is marked.
_UTF_8: Final = (
    (0x10000, 0x110000, 0xF0),
    (0x800, 0x10000, 0xE0),
    (0x80, 0x800, 0xC0),
    (0, 0x80, 0),
)
_BATCH_CHARS_MAX: Final = 200_000


class Ngrams:
    """Tells spellings apart and no meanings; always here, and the same on every machine."""

    @property
    def id(self) -> str:
        """Raised whenever the same text would get another vector."""
        return "ngrams-1"

    @property
    def dim(self) -> int:
        """Of every vector, also that of nothing, which is zeros."""
        return DIM

    def embed(self, texts: Sequence[str], _kind: TextKind) -> Vectors:
        """Case, spacing and Unicode forms do not count; many short texts are hashed at once."""
        import numpy as np  # noqa: PLC0415 - naming the embedder loads nothing

        squeezed = [squeeze(text) for text in texts]
        vectors = np.zeros((len(texts), DIM))
        start = 0
        while start < len(texts):
            end, chars = start + 1, len(squeezed[start])
            while end < len(texts) and chars + len(squeezed[end]) <= _BATCH_CHARS_MAX:
                chars += len(squeezed[end])
                end += 1
            vectors[start:end] = _counted(squeezed[start:end])
            start = end
        norms = np.linalg.norm(vectors, axis=1, keepdims=True)
        return (vectors / np.where(norms > 0.0, norms, 1.0)).astype(np.float32)


def _counted(texts: Sequence[str]) -> npt.NDArray[np.float64]:
    """What all runs of each text add up to."""
    import numpy as np  # noqa: PLC0415 - as above

    lengths = np.array([len(text) for text in texts])
    codes = np.frombuffer("".join(texts).encode("utf-32-le", "surrogatepass"), np.uint32)
    texts_of = np.repeat(np.arange(len(texts)), lengths)
    left = np.repeat(np.cumsum(lengths), lengths) - np.arange(len(codes))  # characters to the end
    sums = np.zeros(len(texts) * DIM)
    hashes = np.full(len(codes), _OFFSET, np.uint64)
    for more in range(RUN_CHARS_MAX):
        hashes = _hashed(hashes[: max(len(codes) - more, 0)], codes[more:])
        is_whole = left[: len(hashes)] > more
        runs = hashes[is_whole]
        places = texts_of[: len(hashes)][is_whole] * DIM + (runs % DIM).astype(np.intp)
        counts = np.where(runs >> np.uint64(63), -1.0, 1.0) * (more + 1) ** 2
        sums += np.bincount(places, weights=counts, minlength=len(sums))
    return sums.reshape(len(texts), DIM)


def _hashed(
    hashes: npt.NDArray[np.uint64], codes: npt.NDArray[np.uint32]
) -> npt.NDArray[np.uint64]:
    """FNV-1a that goes on from each hash with the bytes of one character."""
    import numpy as np  # noqa: PLC0415 - as above

    code, prime = codes.astype(np.uint64), np.uint64(_PRIME)
    for later, (first, beyond, mark) in zip(range(3, -1, -1), _UTF_8, strict=True):
        is_there = code >= np.uint64(first)
        if is_there.any():
            bits = code >> np.uint64(6 * later)
            goes_on = np.uint64(0x80) | (bits & np.uint64(0x3F))
            byte = np.where(code < np.uint64(beyond), np.uint64(mark) | bits, goes_on)
            hashes = np.where(is_there, (hashes ^ byte) * prime, hashes)
    return hashes
