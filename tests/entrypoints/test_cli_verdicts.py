"""What was answered to proposals comes in by command line: from a file, or through a pipe."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from lethelog.domain.identity import ItemId
from lethelog.domain.judge import Verdict
from lethelog.domain.proposal import Answer, matter
from lethelog.tests.entrypoints.terminal import Terminal, write


def update(tea: Terminal, *, earlier: str = "green tea cellar") -> bytes:
    """Somebody says that the tea was moved."""
    items = [ItemId(tea.id_of(earlier)), ItemId(tea.id_of("moved upstairs"))]
    verdict = Verdict(relation="update", reason="it was moved")
    answer = Answer(about=matter("classify", "relation", items), by="ana", relation=verdict)
    return msgspec.json.encode([answer])


def test_verdicts_come_from_a_file(tea: Terminal, tmp_path: Path) -> None:
    """One line for each, and one for all; the same file again changes nothing."""
    file = write(tmp_path, "answers.json", update(tea))
    old = tea.id_of("green tea cellar")
    first, second = tea.says("promote", "--from", file), tea.says("promote", "--from", file)
    assert "recorded  " in first
    assert old[:8] in first
    assert first.endswith("1 verdict of 1 recorded\n")
    assert "known already" in second
    assert second.endswith("0 verdicts of 1 recorded\n")
    assert "updated: ana: it" in tea.says("why", old)


def test_verdicts_come_through_a_pipe(tea: Terminal) -> None:
    """And what became of them is told to programs too."""
    said = tea.says("promote", "--from", "-", "--json", stdin=update(tea))
    [outcome] = msgspec.json.decode(said)["result"]["outcomes"]
    assert (outcome["became"], outcome["why"]) == ("recorded", "")


def test_what_came_too_late_has_a_code(tea: Terminal) -> None:
    """The line says why."""
    late = update(tea)
    tea.says("correct", tea.id_of("green tea cellar"), "There is no tea.")
    result = tea.run("promote", "--from", "-", stdin=late)
    assert result.exit_code == 1
    assert "not recorded, it changed since" in result.stdout
    assert "is superseded by" in " ".join(result.stdout.split())


@pytest.mark.parametrize("words", [("promote",), ("promote", "x", "--from", "-")])
def test_either_items_or_answers_are_given(tea: Terminal, words: tuple[str, ...]) -> None:
    """Never both, nor none."""
    result = tea.run(*words)
    assert (result.exit_code, result.stdout) == (2, "")


def test_what_are_no_answers_is_one_sentence(tea: Terminal) -> None:
    """It tells where their form is shown."""
    result = tea.run("promote", "--from", "-", stdin=b"[1]")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "lethelog dream --propose --json" in " ".join(result.stderr.split())
