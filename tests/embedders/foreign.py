"""Stand-ins for the libraries of others, which are put in their place in `sys.modules`."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from types import SimpleNamespace

import numpy as np
import pytest
from numpy.typing import NDArray

DIM = 4
CLS, SEP = 101, 102


@dataclass
class Onnx:
    """Stands for onnxruntime: what it says of a token depends on the token alone."""

    inputs: tuple[str, ...] = ("input_ids", "attention_mask", "token_type_ids")
    is_damaged: bool = False
    threads: list[int] = field(default_factory=list[int])
    shapes: list[tuple[int, ...]] = field(default_factory=list[tuple[int, ...]])
    fed: set[str] = field(default_factory=set[str])

    class SessionOptions(SimpleNamespace):
        """Takes whatever is set."""

        def add_session_config_entry(self, key: str, value: str) -> None:
            """Likewise."""
            setattr(self, key, value)

    def InferenceSession(  # noqa: N802 - the library calls it so
        self, content: bytes, options: SimpleNamespace, providers: list[str]
    ) -> SimpleNamespace:
        """A session, if the bytes are a model."""
        assert content
        assert providers == ["CPUExecutionProvider"]
        if self.is_damaged:
            raise RuntimeError("protobuf parsing failed")
        self.threads.append(options.intra_op_num_threads)
        named = [SimpleNamespace(name=name) for name in self.inputs]
        return SimpleNamespace(get_inputs=lambda: named, run=self.run)

    def run(self, _: None, inputs: dict[str, NDArray[np.int64]]) -> list[NDArray[np.float32]]:
        """Four numbers a token, and 1000 for what is padding, so that it would be seen."""
        self.fed |= set(inputs)
        ids, mask = inputs["input_ids"], inputs["attention_mask"]
        self.shapes.append(ids.shape)
        said = np.stack([ids, ids % 7, ids % 11, np.ones_like(ids)], axis=-1).astype(np.float32)
        return [np.where(mask[..., None] == 1, said, np.float32(1000))]


class Tokenizers:
    """Stands for tokenizers: a token a word, between the two that open and close a text."""

    def __init__(self) -> None:
        self.tokens_max = 0
        self.is_padding = True
        self.Tokenizer = SimpleNamespace(from_file=self._from_file)

    def _from_file(self, _: str) -> Tokenizers:
        return self

    def no_padding(self) -> None:
        """As it is asked for."""
        self.is_padding = False

    def enable_truncation(self, max_length: int) -> None:
        """As it is asked for."""
        self.tokens_max = max_length

    def encode_batch(self, texts: Sequence[str]) -> list[SimpleNamespace]:
        """The tokens of each text."""
        assert not self.is_padding
        return [SimpleNamespace(ids=self.ids(text)) for text in texts]

    def ids(self, text: str) -> list[int]:
        """The length of each word, cut to the limit."""
        words = [len(word) for word in text.split()]
        return [CLS, *words[: self.tokens_max - 2], SEP]


@dataclass
class SentenceTransformers:
    """Stands for sentence-transformers; the last number says how it was asked."""

    loaded: list[str] = field(default_factory=list[str])

    def SentenceTransformer(self, model: str) -> SentenceTransformers:  # noqa: N802 - as above
        """The model of that name."""
        self.loaded.append(model)
        return self

    def encode_query(self, inputs: list[str], *, show_progress_bar: bool) -> NDArray[np.float32]:
        """As questions."""
        assert not show_progress_bar
        return np.array([[len(text), 0.0, 1.0] for text in inputs], dtype=np.float32)

    def encode_document(self, inputs: list[str], *, show_progress_bar: bool) -> NDArray[np.float32]:
        """As what answers them."""
        assert not show_progress_bar
        return np.array([[len(text), 0.0, 2.0] for text in inputs], dtype=np.float32)


@dataclass
class FastEmbed:
    """Stands for fastembed, which yields one vector after another."""

    loaded: list[str] = field(default_factory=list[str])

    def TextEmbedding(self, model: str) -> SimpleNamespace:  # noqa: N802 - as above
        """The model of that name."""
        self.loaded.append(model)
        return SimpleNamespace(query_embed=self._query_embed, passage_embed=self._passage_embed)

    def _query_embed(self, query: Sequence[str]) -> Iterator[NDArray[np.float64]]:
        return (np.array([len(text), 0.0, 1.0]) for text in query)

    def _passage_embed(self, texts: Sequence[str]) -> Iterator[NDArray[np.float64]]:
        return (np.array([len(text), 0.0, 2.0]) for text in texts)


@dataclass
class Model2Vec:
    """Stands for model2vec, which knows no difference."""

    loaded: list[str] = field(default_factory=list[str])

    @property
    def StaticModel(self) -> Model2Vec:  # noqa: N802 - as above
        """The class, which is asked for a model."""
        return self

    def from_pretrained(self, model: str) -> Model2Vec:
        """The model of that name."""
        self.loaded.append(model)
        return self

    def encode(self, sentences: list[str]) -> NDArray[np.float32]:
        """A vector each."""
        return np.array([[len(text), 0.0, 2.0] for text in sentences], dtype=np.float32)


def put(patch: pytest.MonkeyPatch, **modules: object) -> None:
    """Makes an import of each name give this; None makes it fail."""
    for name, module in modules.items():
        patch.setitem(sys.modules, name, module)
