"""Whoever remembers a text by command line is told what it may not hold beside."""

from __future__ import annotations

import json
import shlex

from lethelog.tests.entrypoints.terminal import Terminal

PARIS = "Anna lives in Paris"
ROME = "Anna now lives in Rome"


def test_what_may_say_otherwise_is_shown_with_the_commands_that_decide(terminal: Terminal) -> None:
    """Each as it can be typed, and obeyed."""
    terminal.says("remember", PARIS)
    lines = terminal.says("remember", ROME).splitlines()
    assert lines[1] == "1 item may say otherwise; nothing is decided before you do:"
    assert lines[2].endswith(PARIS)
    assert "the later one says 'now'  (update)" in lines[3]
    orders = [line.split("   ")[0].split("  if")[0].strip() for line in map(str.strip, lines[-2:])]
    old, new = lines[2].split()[0], lines[0].split()[1]
    assert orders == [f"lethelog {verb} {old} --by {new}" for verb in ("supersede", "contradict")]
    for order in reversed(orders):
        terminal.says(*shlex.split(order)[1:])
    assert PARIS not in terminal.says("search", "Anna")


def test_nothing_is_shown_where_nothing_is_near(terminal: Terminal) -> None:
    """One line, as ever."""
    terminal.says("remember", PARIS)
    assert len(terminal.says("remember", "Bob plays the guitar").splitlines()) == 1


def test_a_program_gets_them_with_their_signs(terminal: Terminal) -> None:
    """In the outcome of the command."""
    terminal.says("remember", PARIS)
    told = json.loads(terminal.says("remember", ROME, "--json"))["result"]["possible_conflicts"]
    assert [each["text"] for each in told] == [PARIS]
    assert [cue["kind"] for cue in told[0]["cues"]] == ["update", "words"]
    assert set(told[0]) == {"item", "text", "score", "cues", "source", "origin", "trust"}
    assert (told[0]["origin"], told[0]["trust"]) == ("person", 1.0)
