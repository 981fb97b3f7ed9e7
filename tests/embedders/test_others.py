"""The libraries of others: loaded when they are first asked, and told of when they are not here."""

from __future__ import annotations

import pytest

from lethelog.domain.errors import EmbedderFailed
from lethelog.embedders.checked import embedded
from lethelog.embedders.named import embedder_named
from lethelog.tests.embedders.foreign import FastEmbed, Model2Vec, SentenceTransformers, put

LIBRARIES = [
    ("sentence-transformers", "sentence_transformers", SentenceTransformers, True),
    ("fastembed", "fastembed", FastEmbed, True),
    ("model2vec", "model2vec", Model2Vec, False),
]


@pytest.mark.parametrize(("kind", "module", "made", "tells_apart"), LIBRARIES)
def test_each_library_gives_vectors(
    monkeypatch: pytest.MonkeyPatch,
    kind: str,
    module: str,
    made: type[SentenceTransformers | FastEmbed | Model2Vec],
    *,
    tells_apart: bool,
) -> None:
    """Of the model that was named, loaded once, with questions as questions where it matters."""
    library = made()
    put(monkeypatch, **{module: library})
    embedder = embedder_named(f"{kind}:some/Model-1", {})
    assert embedder.id == f"{kind}:some/Model-1"
    assert library.loaded == []
    assert embedder.dim == 3
    documents = embedded(embedder, ["tea", "tiles"], "document")
    questions = embedded(embedder, ["tea", "tiles"], "query")
    assert documents.shape == questions.shape == (2, 3)
    assert documents[0] == pytest.approx([3 / 13**0.5, 0.0, 2 / 13**0.5])
    assert (documents != questions).any() == tells_apart
    assert library.loaded == ["some/Model-1"]


@pytest.mark.parametrize(
    ("kind", "module", "install"),
    [
        ("sentence-transformers", "sentence_transformers", "sentence-transformers>=5"),
        ("fastembed", "fastembed", "fastembed"),
        ("model2vec", "model2vec", "model2vec"),
    ],
)
def test_a_library_that_is_not_here_is_told_with_the_line_that_installs_it(
    monkeypatch: pytest.MonkeyPatch, kind: str, module: str, install: str
) -> None:
    """When its vectors are asked for, or how long they are."""
    put(monkeypatch, **{module: None})
    embedder = embedder_named(f"{kind}:some-model", {})
    said = f"needs the library {module}, .*; install it with: pip install '{install}'$"
    with pytest.raises(EmbedderFailed, match=said):
        _ = embedder.dim
    with pytest.raises(EmbedderFailed, match=said):
        embedded(embedder, ["tea"], "document")


def test_what_a_library_says_about_a_model_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Such as that it knows none of that name."""

    class Strict(FastEmbed):
        def TextEmbedding(self, model: str) -> object:  # type: ignore[override]  # noqa: N802 - it never returns
            raise ValueError(f"model {model} is not supported")

    put(monkeypatch, fastembed=Strict())
    with pytest.raises(EmbedderFailed, match=r"fastembed:mini was asked .* mini is not supported"):
        embedded(embedder_named("fastembed:mini", {}), ["tea"], "document")
