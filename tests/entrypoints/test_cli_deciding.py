"""Deciding by command line: dreams, promotions, corrections, and forgetting."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from lethelog.tests.entrypoints.terminal import PROGRAM_TEXT, SECONDS_MAX, Terminal


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
    assert tea.says("dream") == "0 items promoted\n"


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


def test_a_plan_shows_what_goes_and_what_stays(tea: Terminal) -> None:
    """Nothing has changed when it is shown."""
    before = tea.journal()
    said = tea.says("forget", "conversation/tea", "--dry-run")
    assert "take away 2 items" in said
    assert "block it until `lethelog unblock conversation/tea`" in said
    assert "learned again" in tea.says("forget", "conversation/tea", "--dry-run", "--no-block")
    document = tea.json("forget", "conversation/tea", "--dry-run")
    assert (len(document["plan"]["gone"]), document["forgotten"]) == (2, None)
    assert tea.journal() == before


def test_a_long_plan_is_cut(terminal: Terminal) -> None:
    """Ten lines say enough; the document for programs has them all."""
    terminal.says(
        "ingest", "-", "--name", "f", stdin="\n".join(f"fact number {i}" for i in range(14))
    )
    said = terminal.says("forget", "fact/f", "--dry-run")
    assert "and 4 more" in said
    assert len(terminal.json("forget", "fact/f", "--dry-run")["plan"]["gone"]) == 14


def test_without_a_terminal_forgetting_needs_a_yes(tea: Terminal) -> None:
    """A script that forgets has to say so."""
    before = tea.journal()
    result = tea.run("forget", "conversation/tea", stdin="y\n")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "--yes" in result.stderr
    assert tea.journal() == before


def test_what_is_forgotten_stays_away_until_it_is_unblocked(tea: Terminal) -> None:
    """Forget, refuse, unblock, learn again."""
    file = str(tea.store.parent / "tea.jsonl")
    assert tea.says("forget", "conversation/tea", "--yes").startswith("forgot conversation/tea, 2")
    assert "tea" not in tea.says("search", "tea", "--no-record").partition(";")[0]
    refused = tea.run("ingest", file)
    assert refused.exit_code == 1
    assert "lethelog unblock conversation/tea" in refused.stderr
    assert "may be learned again" in tea.says("unblock", "conversation/tea")
    assert tea.says("ingest", file).endswith("2 new items\n")


def test_forgetting_without_a_block_lets_it_come_back(tea: Terminal) -> None:
    """The document names what went."""
    result = tea.json("forget", "conversation/tea", "--yes", "--no-block")
    assert len(result["forgotten"]["items"]) == 2
    assert tea.says("ingest", str(tea.store.parent / "tea.jsonl")).endswith("2 new items\n")


def test_a_rebuild_comes_out_equal(tea: Terminal) -> None:
    """Both digests are shown."""
    assert tea.says("rebuild").endswith("equal\n")
    result = tea.json("rebuild")
    assert result["is_equal"]
    assert result["rebuilt"]["digest_before"] == result["rebuilt"]["digest_after"]


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
@pytest.mark.parametrize(("answer", "code", "events"), [("y\n", 0, 1), ("n\n", 1, 0)])
def test_on_a_terminal_forgetting_shows_its_plan_and_asks(
    tea: Terminal, answer: str, code: int, events: int
) -> None:
    """A yes forgets, a no changes nothing; question and plan leave standard output alone."""
    head, count = tea.journal()
    ours, theirs = os.openpty()
    os.write(ours, answer.encode())
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM_TEXT, "forget", "conversation/tea"],
        env=tea.environment(),
        stdin=theirs,
        capture_output=True,
        text=True,
        timeout=SECONDS_MAX,
        check=False,
    )
    os.close(ours)
    os.close(theirs)
    assert done.returncode == code, done.stderr
    assert "take away 2 items" in done.stderr
    assert "Forget it? [y/N]" in done.stderr
    assert "take away" not in done.stdout
    assert tea.journal() == (head + events, count + events)
