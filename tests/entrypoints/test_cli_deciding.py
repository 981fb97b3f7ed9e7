"""Deciding by command line: dreams, promotions and corrections."""

from __future__ import annotations

import pytest

from lethelog.tests.entrypoints.terminal import Terminal


def asked_often(tea: Terminal) -> str:
    """An item that has earned its promotion."""
    for question in ("green tea", "cellar tea", "where is the tea", "tea of ana"):
        tea.says("search", question)
    return tea.id_of("green tea cellar")


def test_a_dry_dream_tells_and_changes_nothing(tea: Terminal) -> None:
    """What would be promoted, with its numbers, and what is still missing for the rest."""
    item = asked_often(tea)
    before = tea.journal()
    said = tea.says("dream", "--dry-run")
    assert f"{item[:8]}  would be promoted  score" in said
    assert "4 recalls, 4 different queries; frequency" in " ".join(said.split())
    assert tea.json("dream", "--dry-run")["is_dry_run"]
    assert tea.journal() == before


def test_a_dream_promotes_what_has_earned_it(tea: Terminal) -> None:
    """Afterwards it is among the facts; a second dream finds nothing more."""
    item = asked_often(tea)
    assert "promoted" in tea.says("dream")
    assert item in {fact["item"] for fact in tea.json("facts")["facts"]}
    assert tea.says("dream").endswith("\n0 items promoted\n")


def test_a_promotion_by_hand_needs_no_recalls(tea: Terminal) -> None:
    """A person answers for it; twice is once."""
    item = tea.id_of("green tea cellar")
    assert tea.says("promote", item, "--reason", "ours") == f"{item[:8]} is evergreen\n"
    assert "nothing changed" in tea.says("promote", item)


def test_a_new_fact_is_made_from_several_items(tea: Terminal) -> None:
    """Its text, kind and confidence are those that were given."""
    items = (tea.id_of("green tea cellar"), tea.id_of("moved upstairs"))
    options = ("--text", "The tea is upstairs.", "--kind", "belief", "--confidence", "0.8")
    [made] = tea.json("promote", *items, *options)["items"]
    story = tea.json("why", made)
    assert (story["item"]["kind"], story["item"]["confidence"]) == ("belief", 0.8)
    assert {each["item"] for each in story["made_from"]} == set(items)


def test_a_contradiction_costs_trust(tea: Terminal) -> None:
    """Half the strength, half the penalty."""
    item = tea.id_of("hazelnuts")
    assert "is trusted less" in tea.says("contradict", item, "--strength", "0.5")
    assert tea.json("why", item)["trust"] == pytest.approx(0.75)


@pytest.mark.parametrize(
    "words",
    [
        ("contradict", "x", "--strength", "2"),
        ("contradict", "x", "--strength", "nan"),
        ("promote", "x", "--confidence", "inf"),
        ("supersede", "x", "--by", "y", "--reason", "removed"),
        ("supersede", "x"),
        ("search",),
        ("search", "tea", "--tier", "high"),
        ("completion", "sh"),
        ("dance",),
        ("--lock-wait", "-1", "status"),
    ],
    ids=" ".join,
)
def test_wrong_usage_has_a_code_of_its_own(tea: Terminal, words: tuple[str, ...]) -> None:
    """What no store could make right is told before one is opened."""
    result = tea.run(*words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "Usage" in result.stderr


def test_a_rebuild_comes_out_equal(tea: Terminal) -> None:
    """Both digests are shown."""
    assert tea.says("rebuild").endswith("equal\n")
    result = tea.json("rebuild")
    assert result["is_equal"]
    assert result["rebuilt"]["digest_before"] == result["rebuilt"]["digest_after"]
