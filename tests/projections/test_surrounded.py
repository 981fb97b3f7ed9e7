"""A text's vector with those of its neighbours: as if they were added, and kept while they stay."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt
from hypothesis import given
from hypothesis import strategies as st

from lethelog.projections.surrounded import Surrounded, surrounded

DIM: Final = 5
STEP: Final = 1_024  # between the places of two texts

Vectors = npt.NDArray[np.float32]
Pairs = list[tuple[int, int]]


def vectors_of(parts: list[int]) -> Vectors:
    """One a place, always the same; that of every seventh text says nothing."""
    made = [
        np.zeros(DIM) if part // STEP % 7 == 3 else np.random.default_rng(part).normal(size=DIM)
        for part in parts
    ]
    rows = np.array(made, np.float32).reshape(len(parts), DIM)
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    kept: Vectors = np.divide(rows, lengths, out=np.zeros_like(rows), where=lengths > 0)
    return kept


def told(
    parts: list[int], pairs: Pairs, weight: float, before: Surrounded | None = None
) -> Surrounded:
    """As the tables would tell it."""
    rows = vectors_of(parts)
    ends = np.array(sorted(pairs), np.int64).reshape(len(pairs), 2)
    return surrounded(
        np.array(parts, np.int64),
        (ends[:, 0], ends[:, 1]),
        weight,
        vectors_of=lambda places: rows[places],
        before=before,
    )


def by_brute_force(parts: list[int], pairs: Pairs, weight: float, question: Vectors) -> list[float]:
    """Adds up the vectors, and takes the cosine of the sum."""
    rows = dict(zip(parts, vectors_of(parts).astype(np.float64), strict=True))
    cosines: list[float] = []
    for part in parts:
        summed = rows[part] + weight * sum(
            (rows[other] for one, other in pairs if one == part), np.zeros(DIM)
        )
        length = float(np.linalg.norm(summed))
        cosines.append(float(summed @ question) / length if length else 0.0)
    return cosines


@st.composite
def sessions(draw: st.DrawFn) -> tuple[list[int], Pairs]:
    """Places of texts, each with up to three others beside it."""
    parts = [STEP * at for at in sorted(draw(st.sets(st.integers(1, 40), min_size=1)))]
    pairs = draw(st.sets(st.tuples(st.sampled_from(parts), st.sampled_from(parts)), max_size=40))
    return parts, [(one, other) for one, other in pairs if one != other]


@given(sessions(), st.floats(0.05, 1.0))
def test_a_cosine_is_that_of_the_sum(session: tuple[list[int], Pairs], weight: float) -> None:
    """Without the sum ever being kept."""
    parts, pairs = session
    question = vectors_of([99 * STEP])[0]
    products = vectors_of(parts).astype(np.float64) @ question.astype(np.float64)
    cosines = told(parts, pairs, weight).cosines(products)
    assert np.allclose(cosines, by_brute_force(parts, pairs, weight, question), atol=1e-5)


@given(sessions(), sessions(), st.sampled_from([0.3, 0.5]), st.sampled_from([0.3, 0.5]))
def test_what_was_summed_before_changes_nothing(
    earlier: tuple[list[int], Pairs], later: tuple[list[int], Pairs], was: float, weight: float
) -> None:
    """Whatever came in or was forgotten since, and whoever stands beside whom now."""
    before = told(*earlier, was)
    assert np.allclose(told(*later, weight, before).lengths, told(*later, weight).lengths)


def test_other_neighbours_with_the_same_sum_of_places_are_others() -> None:
    """A text that lost two neighbours and got two others is summed anew."""
    parts = [STEP * at for at in (1, 10, 11, 12, 13)]
    before = told(parts, [(STEP, 10 * STEP), (STEP, 13 * STEP)], 1.0)
    after = told(parts, [(STEP, 11 * STEP), (STEP, 12 * STEP)], 1.0, before)
    assert after.lengths[0] != before.lengths[0]
