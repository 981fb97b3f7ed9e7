"""Why by command line: a tree, a document, or a graph; and why not."""

from __future__ import annotations

import re

import pytest

from lethelog.tests.entrypoints.terminal import Terminal


def tree_of(terminal: Terminal, *words: str) -> str:
    """What `why` tells, as one line."""
    return " ".join(terminal.says("why", *words).replace("│", " ").split())


def test_why_tells_what_is_left_of_an_item_and_what_a_promotion_lacks(tea: Terminal) -> None:
    """The parts of the score only where there is one."""
    item = tea.id_of("green tea cellar")
    told = tree_of(tea, item)
    assert re.search(r"strength 0\.9\S+ +\S+ days old, what is above 0\.97 halves in 30 days", told)
    assert "not promoted: 0 of 3 recalls, 0 of 2 different queries, score 0.000 of 0.60" in told
    assert "frequency" not in told
    tea.says("search", "green tea")
    told = tree_of(tea, item)
    assert "not promoted: 1 of 3 recalls" in told
    assert "frequency" in told
    assert "not promoted" not in tree_of(tea, tea.id_of("hazelnuts"))


def test_why_tells_at_which_rank_an_item_answers(tea: Terminal) -> None:
    """With its score; the question leaves no trace."""
    before = tea.journal()
    item = tea.id_of("green tea cellar")
    told = tree_of(tea, item, "--asked", "green tea")
    assert "rank 1 of 2 in the answer to “green tea”" in told
    assert "words in common: green tea" in told
    assert "never recalled" not in told
    assert tea.journal() == before


def test_why_tells_every_reason_why_an_item_does_not_answer(tea: Terminal) -> None:
    """In words for people, by name for programs."""
    item = tea.id_of("green tea cellar")
    words = (
        item,
        "--asked",
        "tea",
        "--kind",
        "fact",
        "--after",
        "2026-02-01",
        "--tier",
        "semantic",
    )
    told = tree_of(tea, *words)
    assert "not in the answer to “tea”" in told
    for part in ("window: it is dated 2026-01-05", "tier: it fades", "kind: its kind is event"):
        assert part in told
    found = tea.json("why", *words)["whereabouts"]
    assert [reason["because"] for reason in found["reasons"]] == ["window", "tier", "kind"]
    assert found["rank"] is None


def test_why_tells_of_a_recall_by_its_position(tea: Terminal) -> None:
    """Or of the last one."""
    item = tea.id_of("hazelnuts")
    tea.says("search", "green tea", "--limit", "1")
    told = tree_of(tea, item, "--recall", "last")
    assert "no word: it has no word of the question" in told
    assert "its own words: ana allerg hazelnut" in told
    position = tea.journal()[0]
    assert tea.json("why", item, "--recall", str(position))["whereabouts"]["recall"] == position
    result = tea.run("why", item, "--recall", "1")
    assert (result.exit_code, result.stdout) == (1, "")


def test_why_on_another_day(tea: Terminal) -> None:
    """What came later is not known yet; whether it was true is said."""
    item = tea.id_of("hazelnuts")
    result = tea.run("why", item, "--as-of", "2")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "was not known yet at position 2: it came in at 3" in result.stderr
    assert "true at that time" in tree_of(tea, item, "--valid", "2026-01-01")
    tea.says("search", "hazelnuts")
    assert tea.json("why", item, "--as-of", "3")["recalls"] == []


def test_the_lineage_is_drawn_for_graphviz_and_for_mermaid(tea: Terminal) -> None:
    """Nothing else is printed, and in UTF-8 in any locale."""
    tea.says("remember", "緑茶 “sencha”", "--within", "conversation/tea")
    item = tea.id_of("sencha")
    old = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONIOENCODING": ""}
    dot = tea.process("why", item, "--dot", environment=old).stdout
    assert dot.startswith("digraph lineage {\n")
    assert dot.endswith("}\n")
    assert "緑茶 “sencha”" in dot
    assert "conversation/tea" in dot
    assert tea.says("why", item, "--mermaid").startswith("flowchart LR\n")


@pytest.mark.parametrize(
    "words",
    [
        ("--json", "--dot"),
        ("--dot", "--mermaid"),
        ("--asked", "tea", "--dot"),
        ("--limit", "3"),
        ("--recall", "last", "--asked", "tea"),
        ("--recall", "last", "--as-of", "2"),
        ("--recall", "last", "--superseded"),
    ],
    ids=" ".join,
)
def test_what_does_not_go_together_is_wrong_usage(tea: Terminal, words: tuple[str, ...]) -> None:
    """Nothing is printed but what is wrong."""
    result = tea.run("why", "a", *words)
    assert (result.exit_code, result.stdout) == (2, "")
