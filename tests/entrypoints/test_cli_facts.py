"""Keyed facts, beliefs, decisions and refinements by command line."""

from __future__ import annotations

import pytest

from lethelog.tests.entrypoints.terminal import Terminal

CITY = ("--subject", "Ana", "--attribute", "city")


def test_a_later_value_takes_the_place_of_an_earlier_one(terminal: Terminal) -> None:
    """Both commands say what became of it."""
    [old] = terminal.json("remember", "Ana lives in Porto", *CITY, "--value", "Porto")["items"]
    said = terminal.says("remember", "Ana lives in Lisbon", *CITY, "--value", "Lisbon")
    assert f"in place of {old[:8]}" in said
    [fact] = terminal.json("facts")["facts"]
    assert (fact["text"], fact["how"], fact["value"]) == ("Ana lives in Lisbon", "taught", "Lisbon")
    assert len(fact["assertions"]) == 1


def test_what_is_in_dispute_is_shown_as_such(terminal: Terminal) -> None:
    """Each with the other's id."""
    since = ("--since", "2024-05-01")
    [one] = terminal.json("remember", "It is Porto", *CITY, "--value", "Porto", *since)["items"]
    said = terminal.says("remember", "It is Lisbon", *CITY, "--value", "Lisbon", *since)
    assert f"contradicts {one[:8]}  at the same time" in said
    told = terminal.says("facts")
    assert f"It is Lisbon  (contradicted by {one[:8]})" in told
    assert told.count("contradicted by") == 2


def test_one_fact_from_two_sources_is_one_line(terminal: Terminal) -> None:
    """With the number of its assertions."""
    terminal.says("remember", "It is Porto", *CITY, "--value", "Porto")
    terminal.says("remember", "Home is Porto", *CITY, "--value", "porto", "--scope", "")
    [told] = terminal.says("facts").splitlines()
    assert told.endswith("taught  It is Porto  (2 assertions)")


def test_half_a_key_is_refused(terminal: Terminal) -> None:
    """With what is missing."""
    result = terminal.run("remember", "It is Porto", "--subject", "Ana")
    assert result.exit_code == 1
    assert "attribute and value are missing" in result.stderr


def test_evidence_moves_a_belief(tea: Terminal) -> None:
    """It is told with the confidence that follows, in search and story too."""
    words = ("remember", "Ben likes tea", "--kind", "belief", "--confidence", "0.8")
    [belief] = tea.json(*words)["items"]
    evidence = tea.id_of("green tea cellar")
    said = tea.says("revise", belief, "--for", "--by", evidence, "--reason", "there is so much")
    assert said == f"{belief[:8]} is held with confidence 0.84\n"
    assert "nothing changed" in tea.says("revise", belief, "--for", "--by", evidence)
    assert "sure enough to be a fact" in tea.says("revise", belief, "--for")
    revised = tea.json("revise", belief, "--against", "--strength", "0.5")
    assert revised["confidence"] == pytest.approx(0.872 * 0.85)
    found = tea.json("search", "Ben likes tea", "--kind", "belief")["found"]
    assert [each["confidence"] for each in found] == [pytest.approx(0.7412)]
    assert "confidence 0.74" in tea.says("search", "Ben likes tea", "--kind", "belief")
    told = tea.says("why", belief)
    assert "spoken for by a person" in told
    assert "because: there is so much" in told
    assert "spoken against by a person" in told
    assert "spoken for by" in tea.says("log", "--type", "confidence-revised")


def test_a_revision_says_which_way(tea: Terminal) -> None:
    """Without one of the two it is wrong usage."""
    assert tea.run("revise", tea.id_of("hazelnuts")).exit_code == 2


def test_what_was_recalled_is_listed_and_refined(tea: Terminal) -> None:
    """And what was not is fixed."""
    assert tea.says("labile").startswith("nothing was recalled so lately")
    item = tea.id_of("hazelnuts")
    result = tea.run("refine", item, "Ana is allergic to nuts.")
    assert (result.exit_code, "was never recalled" in result.stderr) == (1, True)
    tea.says("search", "hazelnuts")
    assert [each["item"] for each in tea.json("labile")["labile"]] == [item]
    assert f"{item[:8]}  until " in tea.says("labile")
    assert f"in place of {item[:8]}" in tea.says("refine", item, "Ana is allergic to all nuts.")


def test_the_ledger_tells_of_decisions_outcomes_and_reversals(terminal: Terminal) -> None:
    """By topic, by domain, and as of an earlier day."""
    why = ("--reasoning", "it is fast", "--domain", "storage", "--outcome", "it was")
    old, _ = terminal.json("decide", "Use DuckDB", *why)["items"]
    terminal.says("outcome", old, "it was very fast")
    assert "in place of" in terminal.says("reverse", old, "Use SQLite", "--reasoning", "smaller")
    told = " ".join(terminal.says("decisions", "--domain", "storage").split())
    for words in ("Use DuckDB", "because: it is fast", "it was very fast", "not in force"):
        assert words in told
    assert "gave way to" in told
    found = terminal.json("decisions", "SQLite")["decisions"]
    assert [(each["text"], each["is_current"]) for each in found] == [("Use SQLite", True)]
    [then] = terminal.json("decisions", "--as-of", "1")["decisions"]
    assert (then["item"], then["outcomes"]) == (old, [])
    assert terminal.says("decisions", "--domain", "kitchen").startswith("no decision about that")
