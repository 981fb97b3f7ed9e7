"""How near two items are is told by the embedder of the memory, which embeds each text once."""

from __future__ import annotations

from contextlib import closing

import numpy as np
import numpy.typing as npt

from lethelog.dreaming.closeness import BLOCK_ROWS, nearness_to_middle, neighbours_within
from lethelog.memory import Memory
from lethelog.tests.dreaming.nights import BICYCLE, OTHER, TEA, live, phase, policy_of
from lethelog.tests.embedding import NGrams
from lethelog.tests.story import TODAY


def test_each_text_is_embedded_once() -> None:
    """However often is dreamt; what was made has a vector of its own, once."""
    embedder = NGrams()
    policy = policy_of("cluster", "schemas")
    with closing(Memory.in_memory(policy=policy, clock=lambda: TODAY, embedder=embedder)) as memory:
        live(memory, *TEA, OTHER)
        assert phase(memory.dream(), "cluster").changed == 1
        memory.dream()
        items = len(TEA) + 2  # the other one, and the summary
        assert (len(embedder.documents), embedder.questions) == (items, [])


def test_a_long_text_is_near_by_the_middle_of_its_parts() -> None:
    """It has several vectors, and one for this."""
    with closing(Memory.in_memory(clock=lambda: TODAY, embedder=NGrams())) as memory:
        long = " ".join(f"{text}." for text in (*TEA, *BICYCLE) * 3)
        items = live(memory, long, TEA[0])
        vectors = memory.vectors_of(items, [long, TEA[0]])
        assert vectors.shape[0] == 2
        assert np.allclose(np.linalg.norm(vectors, axis=1), 1.0)


def test_blocks_make_no_difference() -> None:
    """The neighbours of each are those by all cosines at once, and itself; of nothing, none."""
    count = BLOCK_ROWS + 40
    vectors = np.random.default_rng(7).normal(size=(count, 8)).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    vectors[3] = 0.0
    near = neighbours_within(vectors, 0.35)
    cosines: npt.NDArray[np.float64] = (vectors @ vectors.T).astype(np.float64).round(6)
    is_near = (1.0 - cosines).round(6) <= 0.35
    for each in range(count):
        expected = np.flatnonzero(is_near[each]).tolist()
        assert near(each) == ([] if each == 3 else expected)
        assert (each in near(each)) == (each != 3)


def test_nearness_is_to_the_mean() -> None:
    """One of several that are equal is at it; what cancels out has no middle."""
    equal = np.array([[1.0, 0.0], [1.0, 0.0]], np.float32)
    assert nearness_to_middle([*equal]) == (1.0, 1.0)
    assert nearness_to_middle([equal[0], -equal[0]]) == (0.0, 0.0)
