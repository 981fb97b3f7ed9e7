"""Facts that several sources state are one, with all that say so."""

from __future__ import annotations

from itertools import permutations

from msgspec.structs import replace

from lethelog.asking.facts import each_once
from lethelog.asking.listing import Assertion, Fact
from lethelog.domain.identity import ItemId


def fact(item: str, text: str, *, value: str = "", scope: str = "", **other: object) -> Fact:
    """As it is listed for itself; with a value it is keyed."""
    said = Assertion(
        item=ItemId(item),
        text=text,
        source=f"fact/{item}",
        learned="taught",
        confidence=0.5,
        learned_at=0,
    )
    plain = Fact(
        item=said.item,
        text=text,
        kind="fact",
        source=said.source,
        learned="taught",
        confidence=0.5,
        learned_at=0,
        true_from_at=None,
        true_until_at=None,
        subject="Ana" if value else "",
        attribute="city" if value else "",
        value=value,
        scope=scope,
        assertions=(said,),
    )
    return replace(plain, **other)


def groups(*facts: Fact) -> list[list[str]]:
    """The items that say each fact."""
    return [[said.item for said in each.assertions] for each in each_once(facts)]


def test_the_same_words_are_one_fact() -> None:
    """Whatever their case and spacing; the first one names it."""
    assert groups(fact("a", "Tea  is green"), fact("b", "x"), fact("c", "tea IS green")) == [
        ["a", "c"],
        ["b"],
    ]


def test_the_same_value_of_one_key_is_one_fact_in_whatever_words() -> None:
    """Another scope, or another value, is another fact, though the words are the same."""
    assert groups(
        fact("a", "Ana lives in Porto", value="Porto"),
        fact("b", "It is Porto", value="porto"),
        fact("c", "It is Porto", value="porto", scope="work"),
        fact("d", "It is Porto", value="Lisbon"),
    ) == [["a", "b"], ["c"], ["d"]]


def test_words_without_a_key_belong_to_the_one_key_that_has_them() -> None:
    """In whatever order they came; where two keys have them they stay for themselves."""
    said = [fact("a", "Home"), fact("b", "Home", value="Porto"), fact("c", "Town", value="Porto")]
    for order in permutations(said):
        assert sorted(map(sorted, groups(*order))) == [["a", "b", "c"]]
    assert ["a"] in groups(*said, fact("d", "Home", value="Lisbon"))


def test_one_fact_is_as_sure_and_as_wide_as_its_assertions() -> None:
    """The surest, the earliest beginning, the latest end, and all that speaks against it."""
    [one] = each_once(
        [
            fact("a", "Tea", confidence=0.4, true_from_at=3, true_until_at=5, how="dreamt"),
            fact(
                *("b", "tea"),
                confidence=0.7,
                true_from_at=1,
                contradicted_by=(ItemId("x"),),
                how="taught",
            ),
        ]
    )
    assert (one.item, one.confidence, one.how) == ("a", 0.7, "taught")
    assert (one.true_from_at, one.true_until_at) == (1, None)
    assert one.contradicted_by == ("x",)
