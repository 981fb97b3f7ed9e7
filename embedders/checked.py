"""Vectors that can be relied on: as many as were asked for, finite, and of length one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from ..domain.embedder import Embedder, TextKind, Vectors
from ..domain.errors import EmbedderFailed, MemoryStoreError
from ..domain.hygiene import visible
from ..domain.secrets import redacted

if TYPE_CHECKING:
    from numpy import float32, float64
    from numpy.typing import NDArray

BATCH_TEXTS_MAX: Final = 256  # an embedder is never asked for more at once


def embedded(embedder: Embedder, texts: Sequence[str], kind: TextKind) -> NDArray[float32]:
    """One row of length one a text; a text that says nothing has a row of zeros and is not sent.

    No secret is sent, whoever asks or was allowed to keep it. The same text has the same row
    whatever it is asked together with, as far as the embedder keeps to that. EmbedderFailed if it
    does not answer, or with anything but such vectors.
    """
    import numpy as np  # noqa: PLC0415 - it takes longer than a plain command

    sent = [_without_secrets(text) for text in texts]
    said = [row for row, text in enumerate(sent) if text.strip()]
    batches = [said[at : at + BATCH_TEXTS_MAX] for at in range(0, len(said), BATCH_TEXTS_MAX)]
    answers = [_of_batch(embedder, [sent[row] for row in batch], kind) for batch in batches]
    vectors = np.zeros((len(texts), _dim(embedder)), dtype=np.float32)
    for batch, answer in zip(batches, answers, strict=True):
        vectors[batch] = answer
    return vectors


def _without_secrets(text: str) -> str:
    """As it is, where there is none in what it shows."""
    shown = redacted(visible(text))
    return shown.text if shown.kinds else text


def _of_batch(embedder: Embedder, texts: Sequence[str], kind: TextKind) -> NDArray[float32]:
    import numpy as np  # noqa: PLC0415 - as above

    answer = _answer(embedder, texts, kind)
    if len(answer) != len(texts):
        raise _wrong(embedder, texts, f"{len(answer)} vectors came", "ask another server or model")
    numbers = _numbers(embedder, texts, answer)
    if numbers.shape != (len(texts), dim := _dim(embedder)):
        raise _wrong(
            embedder,
            texts,
            f"vectors of {numbers.size // len(texts)} numbers came instead of {dim}",
            "the model behind this name has changed, or is told the wrong dimension: set it right",
        )
    if not np.isfinite(numbers).all():
        raise _wrong(
            embedder,
            texts,
            "numbers came that are not finite",
            "the model is damaged or overflows: load it anew, or choose another",
        )
    return _of_length_one(numbers)


def _answer(embedder: Embedder, texts: Sequence[str], kind: TextKind) -> Vectors:
    try:
        return embedder.embed(texts, kind)
    except MemoryStoreError:
        raise
    except Exception as error:  # whatever the library or the network behind it raises
        raise _wrong(embedder, texts, _shown(error), "see to what it says, then repeat") from error


def _dim(embedder: Embedder) -> int:
    try:
        return embedder.dim
    except MemoryStoreError:
        raise
    except Exception as error:  # as above: it may have to load its model
        raise EmbedderFailed(
            f"the embedder {embedder.id} was asked for the dimension of its vectors, but"
            f" {_shown(error)}; see to what it says, then repeat"
        ) from error


def _numbers(embedder: Embedder, texts: Sequence[str], answer: Vectors) -> NDArray[float64]:
    import numpy as np  # noqa: PLC0415 - as above

    try:
        return np.asarray([*answer], dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise _wrong(
            embedder,
            texts,
            "vectors of different lengths or of no numbers came",
            "ask another server or model",
        ) from error


def _of_length_one(numbers: NDArray[float64]) -> NDArray[float32]:
    """Each row by its length; by its largest number first, so that no square overflows."""
    import numpy as np  # noqa: PLC0415 - as above

    largest = np.abs(numbers).max(axis=1, keepdims=True, initial=0.0)
    small = numbers / np.where(largest > 0, largest, 1.0)
    length = np.linalg.norm(small, axis=1, keepdims=True)
    row: NDArray[float64] = small / np.where(length > 0, length, 1.0)
    return row.astype(np.float32)


def _wrong(embedder: Embedder, texts: Sequence[str], found: str, what_to_do: str) -> EmbedderFailed:
    return EmbedderFailed(
        f"the embedder {embedder.id} was asked for the vectors of {number_of(texts)}, but {found};"
        f" {what_to_do}"
    )


def number_of(texts: Sequence[str]) -> str:
    """How many texts, in words that are read."""
    return "1 text" if len(texts) == 1 else f"{len(texts)} texts"


def _shown(error: Exception) -> str:
    return f"{type(error).__name__} came: {error}" if str(error) else f"{type(error).__name__} came"
