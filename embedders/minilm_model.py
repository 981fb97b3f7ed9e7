"""Runs all-MiniLM-L6-v2: texts to tokens, tokens through the model, their mean as the vector."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from ..domain.errors import EmbedderFailed
from .libraries import library

INSTALL: Final = "lethelog[local]"
TOKENS_MAX: Final = 256  # the model was published with this limit; the rest of a text is cut off
BATCH_TOKENS_MAX: Final = 512  # with padding; more at once is no faster here, and takes more room
_WARNINGS_OFF: Final = 3  # onnxruntime tells of errors alone


class _Tokens(Protocol):
    """What is used of `tokenizers.Encoding`."""

    @property
    def ids(self) -> list[int]: ...


class _Tokenizer(Protocol):
    """What is used of `tokenizers.Tokenizer`."""

    def no_padding(self) -> None: ...

    def enable_truncation(self, max_length: int) -> None: ...

    def encode_batch(self, texts: list[str], /) -> list[_Tokens]: ...


class _Input(Protocol):
    @property
    def name(self) -> str: ...


class _Session(Protocol):
    """What is used of `onnxruntime.InferenceSession`, which brings no types."""

    def get_inputs(self) -> list[_Input]: ...

    def run(
        self, names: None, inputs: dict[str, NDArray[np.int64]], /
    ) -> list[NDArray[np.float32]]: ...


class MiniLmModel:
    """The loaded model; `content` are the bytes of its file, which have been checked."""

    def __init__(self, content: bytes, tokenizer: Path, *, name: str, threads: int) -> None:
        self._tokenizer = _tokenizer(tokenizer)
        self._session = _session(content, name, threads)
        self._inputs = frozenset(each.name for each in self._session.get_inputs())

    def vectors(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """One row of length one a text; texts alike in length run together, so few are padded."""
        tokens = [found.ids for found in self._tokenizer.encode_batch([*texts])]
        means = [(rows, self._means([tokens[row] for row in rows])) for rows in _batches(tokens)]
        vectors = np.zeros((len(texts), means[0][1].shape[1] if means else 0), dtype=np.float32)
        for rows, mean in means:
            vectors[rows] = mean / np.linalg.norm(mean, axis=1, keepdims=True)
        return vectors

    def _means(self, tokens: Sequence[Sequence[int]]) -> NDArray[np.float32]:
        """The mean of what the model says of each token; padding counts for nothing."""
        ids = np.zeros((len(tokens), max(map(len, tokens))), dtype=np.int64)
        mask = np.zeros_like(ids)
        for row, found in enumerate(tokens):
            ids[row, : len(found)] = found
            mask[row, : len(found)] = 1
        inputs = {
            "input_ids": ids,
            "attention_mask": mask,
            "token_type_ids": np.zeros_like(ids),
        }
        said = self._session.run(None, {name: inputs[name] for name in sorted(self._inputs)})[0]
        count = mask.sum(axis=1, keepdims=True).astype(np.float32)
        mean: NDArray[np.float32] = (said * mask[..., None].astype(np.float32)).sum(axis=1) / count
        return mean


def _batches(tokens: Sequence[Sequence[int]]) -> Iterator[list[int]]:
    """The numbers of the texts, shortest first, as many together as the limit lets."""
    batch: list[int] = []
    for row in sorted(range(len(tokens)), key=lambda row: (len(tokens[row]), row)):
        if batch and (len(batch) + 1) * len(tokens[row]) > BATCH_TOKENS_MAX:
            yield batch
            batch = []
        batch.append(row)
    if batch:
        yield batch


def _tokenizer(file: Path) -> _Tokenizer:
    tokenizers = library("tokenizers", install=INSTALL)
    made: _Tokenizer = tokenizers.Tokenizer.from_file(str(file))
    made.no_padding()  # the file asks for 128 tokens, whatever the text
    made.enable_truncation(max_length=TOKENS_MAX)
    return made


def _session(content: bytes, name: str, threads: int) -> _Session:
    """The model ready to run; EmbedderFailed if the bytes are no model that fits."""
    onnx = library("onnxruntime", install=INSTALL)
    options = onnx.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.log_severity_level = _WARNINGS_OFF
    # It gives back what a batch of long texts took, and its threads do not wait by turning over.
    options.enable_cpu_mem_arena = False
    options.enable_mem_pattern = False
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    try:
        made: _Session = onnx.InferenceSession(content, options, providers=["CPUExecutionProvider"])
    except Exception as error:  # each kind of damage has its own class there
        raise EmbedderFailed(
            f"{name} is no model that onnxruntime can run ({error}); name the file of"
            " all-MiniLM-L6-v2 in the format ONNX"
        ) from error
    return made
