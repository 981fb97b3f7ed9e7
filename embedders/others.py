"""Models through the libraries of others: sentence-transformers, fastembed and model2vec."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import Final, Protocol, TypeAlias

from ..domain.embedder import Embedder, TextKind, Vectors
from .libraries import library

Run: TypeAlias = Callable[[Sequence[str], TextKind], Vectors]
_PROBE: Final = "dimension"


class _SentenceTransformer(Protocol):
    """What is used of `sentence_transformers.SentenceTransformer`."""

    def encode_query(self, inputs: list[str], *, show_progress_bar: bool) -> Vectors: ...

    def encode_document(self, inputs: list[str], *, show_progress_bar: bool) -> Vectors: ...


class _TextEmbedding(Protocol):
    """What is used of `fastembed.TextEmbedding`."""

    def query_embed(self, query: list[str]) -> Iterable[Sequence[float]]: ...

    def passage_embed(self, texts: list[str]) -> Iterable[Sequence[float]]: ...


class _StaticModel(Protocol):
    """What is used of `model2vec.StaticModel`."""

    def encode(self, sentences: list[str]) -> Vectors: ...


class LibraryEmbedder:
    """A model of a library, which finds it by its name, and may download it when it is loaded.

    The id holds that name alone: whoever changes the weights behind it makes the vectors anew.
    """

    def __init__(self, name: str, model: str, load: Callable[[str], Run]) -> None:
        self._name = name
        self._model = model
        self._load = load

    @property
    def id(self) -> str:
        """Names the library and the model."""
        return f"{self._name}:{self._model}"

    @property
    def dim(self) -> int:
        """As long as the vector of a word: each library has another name for it, or several."""
        return self._dim

    def embed(self, texts: Sequence[str], kind: TextKind) -> Vectors:
        """A question is asked as one where the library makes a difference."""
        return self._run(texts, kind)

    @cached_property
    def _dim(self) -> int:
        return len(next(iter(self._run([_PROBE], "document"))))

    @cached_property
    def _run(self) -> Run:
        return self._load(self._model)


def sentence_transformers(model: str) -> Embedder:
    """With the prompts that the model itself names for questions and documents."""
    return LibraryEmbedder("sentence-transformers", model, _sentence_transformers)


def fastembed(model: str) -> Embedder:
    """With the prefixes that the library knows for the model."""
    return LibraryEmbedder("fastembed", model, _fastembed)


def model2vec(model: str) -> Embedder:
    """Questions and documents are treated alike."""
    return LibraryEmbedder("model2vec", model, _model2vec)


def _sentence_transformers(model: str) -> Run:
    module = library("sentence_transformers", install="sentence-transformers>=5")
    loaded: _SentenceTransformer = module.SentenceTransformer(model)

    def run(texts: Sequence[str], kind: TextKind) -> Vectors:
        encode = loaded.encode_query if kind == "query" else loaded.encode_document
        return encode([*texts], show_progress_bar=False)

    return run


def _fastembed(model: str) -> Run:
    loaded: _TextEmbedding = library("fastembed", install="fastembed").TextEmbedding(model)

    def run(texts: Sequence[str], kind: TextKind) -> Vectors:
        encode = loaded.query_embed if kind == "query" else loaded.passage_embed
        return [*encode([*texts])]

    return run


def _model2vec(model: str) -> Run:
    module = library("model2vec", install="model2vec")
    loaded: _StaticModel = module.StaticModel.from_pretrained(model)
    return lambda texts, _: loaded.encode([*texts])
