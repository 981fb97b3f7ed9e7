"""Which of several values of one key holds."""

from __future__ import annotations

from itertools import permutations
from random import Random
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lethelog.domain.identity import ItemId
from lethelog.domain.keyed import Claim, key_of, settlement

CITY: Final = ("ana", "city", "")


def claim(item: str, value: str, at: int, *, chosen_at: int | None = None) -> Claim:
    """What an item says of one key."""
    return Claim(item=ItemId(item), key=CITY, value=value, valid_at=at, chosen_at=chosen_at)


CLAIMS: Final = st.lists(
    st.builds(
        Claim,
        item=st.uuids().map(lambda each: ItemId(each.hex)),
        key=st.sampled_from([CITY, ("ben", "city", "")]),
        value=st.sampled_from("abc"),
        valid_at=st.integers(0, 5),
        chosen_at=st.none() | st.integers(0, 5),
    ),
    max_size=8,
    unique_by=lambda each: each.item,
)


def test_a_later_value_takes_the_place_of_an_earlier_one() -> None:
    """Whichever of them came in first."""
    porto, lisbon = claim("p", "porto", 1), claim("l", "lisbon", 2)
    assert settlement([porto, lisbon]).superseded == (("p", "l"),)
    assert settlement([lisbon, porto]).superseded == (("p", "l"),)


def test_each_value_holds_until_the_next_begins() -> None:
    """Step by step, in whatever order they came; a value that comes back is a step of its own."""
    one, two, three = claim("a", "porto", 1), claim("b", "lisbon", 2), claim("c", "porto", 3)
    for order in permutations([one, two, three]):
        assert settlement(order).superseded == (("a", "b"), ("b", "c"))


def test_values_of_one_time_contradict_each_other_both_ways() -> None:
    """Neither goes."""
    told = settlement([claim("p", "porto", 1), claim("l", "lisbon", 1)])
    assert (told.superseded, set(told.contradicted)) == ((), {("p", "l"), ("l", "p")})


def test_one_value_said_twice_is_in_order() -> None:
    """Each is an assertion of one fact, and a value that is said once more still holds."""
    first, again, later = claim("a", "porto", 1), claim("b", "porto", 2), claim("c", "lisbon", 2)
    assert settlement([first, again]).superseded == ()
    told = settlement([first, again, later])
    assert (told.superseded, set(told.contradicted)) == ((), {("b", "c"), ("c", "b")})


def test_what_somebody_chose_gives_way_to_later_news_alone() -> None:
    """A rule puts nothing over it that holds from before the choice."""
    chosen = claim("p", "porto", 1, chosen_at=5)
    assert settlement([chosen, claim("l", "lisbon", 2)]).superseded == (("l", "p"),)
    assert settlement([chosen, claim("f", "faro", 6)]).superseded == (("p", "f"),)


@given(CLAIMS)
def test_nothing_gives_way_twice_and_no_ring_is_closed(claims: list[Claim]) -> None:
    """Each step leads on in time, within one key and to another value."""
    told, by_item = settlement(claims), {each.item: each for each in claims}
    gone = [item for item, _ in told.superseded]
    assert len(gone) == len(set(gone))
    for older, newer in told.superseded:
        one, other = by_item[older], by_item[newer]
        assert one.holds_from < other.holds_from
        assert (one.key, one.value) != (other.key, other.value)
        assert one.key == other.key
        if newer in gone:  # still current when its turn comes
            assert gone.index(newer) > gone.index(older)


@given(CLAIMS, st.randoms(use_true_random=False))
def test_the_order_in_which_they_came_does_not_count(claims: list[Claim], random: Random) -> None:
    """The same steps from the same claims."""
    shuffled = list(claims)
    random.shuffle(shuffled)
    assert settlement(shuffled) == settlement(claims)


@given(CLAIMS)
def test_what_is_left_is_in_order(claims: list[Claim]) -> None:
    """Those that stay lead to no further step, and only disputes that are known."""
    told = settlement(claims)
    gone = {item for item, _ in told.superseded}
    again = settlement([each for each in claims if each.item not in gone])
    assert again.superseded == ()
    assert set(again.contradicted) == set(told.contradicted)


@pytest.mark.parametrize("missing", ["subject", "attribute", "value"])
def test_a_key_is_whole_or_none(missing: str) -> None:
    """A subject without an attribute, or without a value, says nothing that could be settled."""
    whole = {"subject": "Ana ", "attribute": "CITY", "value": "Porto"}
    assert key_of(**whole) == CITY
    assert key_of(**whole | {missing: " "}) is None
