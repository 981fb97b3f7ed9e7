"""What is reckoned with arrays is what the domain says."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lethelog.domain import pagerank as domain
from lethelog.domain.pagerank import Edge
from lethelog.projections.pagerank import masses, ways_of

PLACES = 10
edges = st.lists(
    st.tuples(st.integers(0, 7), st.integers(0, 7), st.floats(0.0, 1.0)), min_size=1, max_size=20
)
seeds = st.lists(st.integers(0, PLACES - 1), max_size=4)


@given(joined=edges, asked=seeds)
def test_arrays_give_the_masses_of_the_domain(joined: list[Edge], asked: list[int]) -> None:
    """And nothing elsewhere."""
    found = masses(ways_of(joined, PLACES), asked)
    told = domain.masses(joined, asked)
    assert found.tolist() == [pytest.approx(told.get(place, 0.0)) for place in range(PLACES)]


@given(joined=edges, asked=seeds, order=st.randoms(use_true_random=False))
def test_no_order_changes_a_bit(joined: list[Edge], asked: list[int], order: Random) -> None:
    """So that a replay ranks as the first time."""
    mixed, mixed_seeds = [*joined], [*asked]
    order.shuffle(mixed)
    order.shuffle(mixed_seeds)
    found = masses(ways_of(joined, PLACES), asked)
    np.testing.assert_array_equal(masses(ways_of(mixed, PLACES), mixed_seeds), found)


def test_a_graph_of_nothing_has_no_mass() -> None:
    """Not even a place."""
    assert masses(ways_of([], 0), []).tolist() == []
