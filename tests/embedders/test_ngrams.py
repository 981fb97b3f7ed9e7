"""Vectors of characters: the same everywhere, near where texts are spelled alike."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lethelog.domain.identity import squeeze
from lethelog.embedders import ngrams
from lethelog.embedders.checked import embedded
from lethelog.embedders.ngrams import DIM, RUN_CHARS_MAX, Ngrams


def vectors(*texts: str) -> npt.NDArray[np.float32]:
    """As whoever asks an embedder gets them."""
    return embedded(Ngrams(), texts, "document")


def nearness(one: str, other: str) -> float:
    """The cosine of two texts."""
    mine, theirs = vectors(one, other)
    return float(mine @ theirs)


def fnv(run: str) -> int:
    """FNV-1a byte by byte, as its authors write it."""
    found = 0xCBF29CE484222325
    for byte in run.encode("utf-8", "surrogatepass"):
        found = ((found ^ byte) * 0x100000001B3) % 2**64
    return found


def runs(text: str) -> Iterator[str]:
    """All runs of one to three characters."""
    for size in range(1, RUN_CHARS_MAX + 1):
        yield from (text[start : start + size] for start in range(len(text) - size + 1))


def by_hand(text: str) -> npt.NDArray[np.float64]:
    """The vector in plain Python."""
    counted = np.zeros(DIM)
    for run in runs(squeeze(text)):
        counted[fnv(run) % DIM] += len(run) ** 2 * (-1 if fnv(run) >> 63 else 1)
    return counted / (np.linalg.norm(counted) or 1.0)


def test_a_single_letter_is_a_single_number() -> None:
    """The published hash of `a` ends in 8c, and its high bit is set."""
    assert fnv("a") == 0xAF63DC4C8601EC8C
    [vector] = vectors("a")
    assert {int(at): float(vector[at]) for at in np.flatnonzero(vector)} == {0x8C: -1.0}


def test_a_word_is_its_runs() -> None:
    """`foo`: f once, o twice, and fo, oo and foo, by 1, 4 and 9 each."""
    [vector] = vectors("foo")
    counts = {217: -1, 190: -2, 66: 4, 35: 4, 119: -9}
    assert sorted(counts) == np.flatnonzero(vector).tolist()
    for place, count in counts.items():
        assert vector[place] == pytest.approx(count / 118**0.5)


@given(st.lists(st.text(max_size=12), max_size=5))
def test_all_texts_at_once_are_as_each_by_hand(texts: list[str]) -> None:
    """Whatever script they are in, and whatever stands beside them."""
    found = vectors(*texts)
    assert found.shape == (len(texts), DIM)
    for text, vector in zip(texts, found, strict=True):
        np.testing.assert_allclose(vector, by_hand(text), atol=1e-6)
        assert np.linalg.norm(vector) == pytest.approx(1.0 if vector.any() else 0.0)


@pytest.mark.parametrize(
    "text", ["Straße", "東京タワー", "\U0001f600\U0001f600", "\ud800x", "é\u0301"]
)
def test_characters_of_every_length_are_hashed_by_their_bytes(text: str) -> None:
    """One to four of them, and what is no character at all."""
    np.testing.assert_allclose(vectors(text)[0], by_hand(text), atol=1e-6)


def test_batches_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor where one text alone is more than a batch."""
    texts = ["tea", "", "milk and sugar", "a", "tea"]
    whole = vectors(*texts)
    monkeypatch.setattr(ngrams, "_BATCH_CHARS_MAX", 5)
    np.testing.assert_array_equal(vectors(*texts), whole)


@pytest.mark.parametrize("text", ["", "  ", "\n"])
def test_nothing_has_no_direction(text: str) -> None:
    """So that it is near to nothing."""
    assert not vectors(text).any()


def test_case_and_spacing_do_not_count() -> None:
    """As nowhere else here."""
    np.testing.assert_array_equal(*vectors("Green  TEA ", "green tea"))


def test_what_is_spelled_alike_is_nearer() -> None:
    """Though nothing of what it means is known."""
    asked = "database migration schema"
    assert nearness(asked, "schema migration for the database") > 0.65
    assert nearness(asked, "the weather is sunny today") < 0.35
