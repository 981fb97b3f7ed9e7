"""What comes from an embedder is looked at before anyone relies on it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lethelog.domain.embedder import Vectors
from lethelog.domain.errors import EmbedderFailed, KeyMissing, MemoryStoreError
from lethelog.embedders.checked import BATCH_TEXTS_MAX, embedded
from lethelog.tests.embedders.servers import Telling, vector_of


def told(texts: Sequence[str]) -> Vectors:
    """As it should be."""
    return [vector_of(text) for text in texts]


def broken(error: Exception) -> Telling:
    """An embedder that raises."""

    def tell(_: Sequence[str]) -> Vectors:
        raise error

    return Telling(tell)


class WithoutDim(Telling):
    """An embedder whose model cannot be loaded, so that it has no dimension either."""

    def __getattribute__(self, name: str) -> object:
        if name == "dim":
            raise ImportError("no such library")
        return super().__getattribute__(name)


def test_vectors_come_in_the_order_of_the_texts_and_of_length_one() -> None:
    """As numbers of 32 bits, a row each."""
    vectors = embedded(Telling(told), ["tea", "a longer text"], "document")
    assert vectors.dtype == np.float32
    assert vectors.shape == (2, 3)
    assert np.linalg.norm(vectors, axis=1) == pytest.approx([1.0, 1.0])
    for row, text in zip(vectors, ["tea", "a longer text"], strict=True):
        assert row @ np.array(vector_of(text)) == pytest.approx(np.linalg.norm(vector_of(text)))


def test_an_array_is_as_good_as_lists() -> None:
    """What libraries give need not be turned first."""
    as_array = Telling(lambda texts: np.array([vector_of(text) for text in texts]))
    texts = ["tea", "tiles"]
    assert np.array_equal(
        embedded(as_array, texts, "query"), embedded(Telling(told), texts, "query")
    )


def test_no_texts_are_no_vectors() -> None:
    """The embedder is not asked at all."""
    embedder = Telling(told)
    assert embedded(embedder, [], "document").shape == (0, 3)
    assert embedder.batches == []


def test_a_text_that_says_nothing_is_zero_and_not_sent() -> None:
    """Servers refuse an empty text, and no library says anything about it."""
    embedder = Telling(told)
    vectors = embedded(embedder, ["", "tea", " \n"], "document")
    assert embedder.batches == [["tea"]]
    assert not vectors[[0, 2]].any()
    assert vectors[1].any()


def test_a_vector_of_zeros_stays_so() -> None:
    """A model may have nothing to say; nothing is near to that."""
    assert not embedded(Telling(lambda _: [[0.0, 0.0, 0.0]]), ["tea"], "query").any()


def test_many_texts_are_asked_in_batches() -> None:
    """The limit has a name, and the last batch is shorter."""
    embedder = Telling(told)
    texts = [f"text {number}" for number in range(BATCH_TEXTS_MAX + 1)]
    vectors = embedded(embedder, texts, "document")
    assert [len(batch) for batch in embedder.batches] == [BATCH_TEXTS_MAX, 1]
    assert np.array_equal(vectors[-1:], embedded(Telling(told), texts[-1:], "document"))


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ([], "0 vectors came"),
        ([[1.0, 2.0, 3.0]] * 3, "3 vectors came"),
        ([[1.0, 2.0]] * 2, "2 numbers came instead of 3; the model behind this name has changed"),
        ([[1.0, 2.0, 3.0], [1.0, 2.0]], "different lengths"),
        ([["a", "b", "c"], ["d", "e", "f"]], "of no numbers"),
        ([1.0, 2.0], "1 numbers came instead of 3"),
        ([[1.0, 2.0, float("nan")]] * 2, "not finite"),
        ([[1.0, 2.0, float("inf")]] * 2, "not finite"),
        ([[1.0, 2.0, None]] * 2, r"not finite|of no numbers"),
    ],
)
def test_a_wrong_answer_is_told(answer: Vectors, said: str) -> None:
    """What was asked, what came, and what to do."""
    with pytest.raises(EmbedderFailed, match=f"telling was asked .* 2 texts, but .*({said}).*"):
        embedded(Telling(lambda _: answer), ["tea", "tiles"], "document")


@pytest.mark.parametrize(
    "error", [OSError("no route"), ImportError("no route"), KeyError("no route")]
)
def test_whatever_an_embedder_raises_is_an_error_of_ours(error: Exception) -> None:
    """With its kind and its words, and the error itself for whoever looks further."""
    with pytest.raises(
        EmbedderFailed, match=f"telling .* 1 text, but {type(error).__name__} came: .?no route"
    ) as raised:
        embedded(broken(error), ["tea"], "query")
    assert raised.value.__cause__ is error


def test_an_error_without_words_is_told_by_its_kind() -> None:
    """Nothing hangs in the air."""
    with pytest.raises(EmbedderFailed, match="but ZeroDivisionError came; see"):
        embedded(broken(ZeroDivisionError()), ["tea"], "query")


def test_an_error_of_ours_is_passed_on() -> None:
    """It says already what to do."""
    error: MemoryStoreError = KeyMissing("bring it back")
    with pytest.raises(KeyMissing) as raised:
        embedded(broken(error), ["tea"], "query")
    assert raised.value is error


def test_a_dimension_that_cannot_be_told_is_an_error_of_ours() -> None:
    """A model is loaded for it, which may fail as well."""
    with pytest.raises(EmbedderFailed, match=r"dimension .* ImportError came: no such library"):
        embedded(WithoutDim(told), [], "document")


@given(
    st.lists(
        st.lists(st.floats(allow_nan=False, allow_infinity=False), min_size=3, max_size=3),
        min_size=1,
        max_size=5,
    )
)
def test_every_finite_vector_gets_the_length_one(rows: list[list[float]]) -> None:
    """However large or small its numbers are, and the same alone as among others."""
    texts = [f"text {number}" for number in range(len(rows))]
    vectors = embedded(Telling(lambda _: rows), texts, "document")
    lengths = np.linalg.norm(vectors.astype(np.float64), axis=1)
    assert lengths == pytest.approx([1.0 if any(row) else 0.0 for row in rows], abs=1e-6)
    for number, row in enumerate(rows):
        alone = embedded(Telling(lambda _, row=row: [row]), ["text"], "document")  # type: ignore[misc]
        assert np.array_equal(alone[0], vectors[number])
