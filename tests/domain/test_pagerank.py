"""Mass goes out from the places that are asked for, along the edges, and half of it comes back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from random import Random
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lethelog.domain.pagerank import Edge, masses

ALICE, M1, BOB, M2, PARIS = range(5)
_NEAR: Final = 1e-6  # as near to the fixpoint as twenty steps of a half come

edges = st.lists(
    st.tuples(st.integers(0, 7), st.integers(0, 7), st.floats(0.0, 1.0)), min_size=1, max_size=20
)
seeds = st.lists(st.integers(0, 9), max_size=4)


def spread(*joined: Edge, seeds: Sequence[int] = (ALICE,)) -> dict[int, float]:
    """The masses in a graph of these edges."""
    return masses(joined, seeds)


def about(expected: Mapping[int, Fraction]) -> dict[int, object]:
    """The same as the fixpoint, whose fractions were worked out by hand."""
    return {place: pytest.approx(float(mass), abs=_NEAR) for place, mass in expected.items()}


def test_mass_gets_less_along_a_chain() -> None:
    """Alice – m1 – bob – m2 – paris: 97, 52, 14, 4 and 1 of 168."""
    found = spread((ALICE, M1, 1.0), (M1, BOB, 1.0), (BOB, M2, 1.0), (M2, PARIS, 1.0))
    assert found == about(
        {place: Fraction(part, 168) for place, part in enumerate((97, 52, 14, 4, 1))}
    )
    assert found[M2] / found[M1] == pytest.approx(1 / 13, abs=_NEAR)


def test_what_is_not_joined_to_a_seed_has_no_mass() -> None:
    """Alice – m1 – bob, and carol – m2 – tea beside them: 7/12, 1/3 and 1/12."""
    carol, tea = 5, 6
    found = spread((ALICE, M1, 1.0), (M1, BOB, 1.0), (carol, M2, 1.0), (M2, tea, 1.0))
    assert found == about({ALICE: Fraction(7, 12), M1: Fraction(1, 3), BOB: Fraction(1, 12)})


def test_what_is_trusted_less_gets_less_where_both_are_joined() -> None:
    """Trust 1 and trust 0.05 at one entity: the masses are as 1 to 0.05."""
    eve = 5
    found = spread((ALICE, M1, 1.0), (M1, BOB, 1.0), (ALICE, M2, 0.05), (M2, eve, 0.05))
    assert found == {
        ALICE: pytest.approx(0.583333, abs=_NEAR),
        M1: pytest.approx(0.317460, abs=_NEAR),
        M2: pytest.approx(0.015873, abs=_NEAR),
        BOB: pytest.approx(0.079365, abs=_NEAR),
        eve: pytest.approx(0.003968, abs=_NEAR),
    }
    assert found[M2] / found[M1] == pytest.approx(0.05)


def test_an_edge_at_the_end_sends_back() -> None:
    """Carol – m1 and nothing else: 2/3 and 1/3."""
    assert spread((ALICE, M1, 1.0)) == about({ALICE: Fraction(2, 3), M1: Fraction(1, 3)})


def test_two_edges_between_the_same_places_are_one() -> None:
    """An item whose subject is its value too."""
    assert spread((ALICE, M1, 1.0), (M1, ALICE, 1.0)) == spread((ALICE, M1, 1.0))


def test_a_seed_that_is_joined_to_nothing_keeps_what_begins_there() -> None:
    """The half that would go on is lost."""
    assert spread(seeds=(9,)) == {9: 0.5}
    assert spread((ALICE, M1, 0.0)) == {ALICE: 0.5}


def test_without_a_seed_there_is_no_mass() -> None:
    """Whoever names nothing asks for nothing."""
    assert spread((ALICE, M1, 1.0), seeds=()) == {}


@given(joined=edges, asked=seeds, order=st.randoms(use_true_random=False))
def test_the_order_of_edges_and_seeds_changes_nothing(
    joined: list[Edge], asked: list[int], order: Random
) -> None:
    """To the last bit, so that a replay ranks as the first time."""
    mixed, mixed_seeds = [*joined], [*asked]
    order.shuffle(mixed)
    order.shuffle(mixed_seeds)
    assert spread(*joined, seeds=asked) == spread(*mixed, seeds=mixed_seeds)


@given(joined=edges, asked=seeds)
def test_masses_are_shares_of_one(joined: list[Edge], asked: list[int]) -> None:
    """None is below 0, and together they are 1 at most."""
    found = spread(*joined, seeds=asked)
    assert all(mass >= 0.0 for mass in found.values())
    assert sum(found.values()) <= 1.0 + _NEAR
    assert set(asked) <= set(found)
