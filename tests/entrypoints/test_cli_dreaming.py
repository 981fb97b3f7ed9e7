"""Dreaming by command line: once, as questions to others, and every few hours."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from lethelog.domain.mind_policy import DreamPolicy, Phase
from lethelog.domain.policy import Policy
from lethelog.memory import Memory
from lethelog.tests.entrypoints.terminal import PROGRAM_TEXT, Terminal

TEA = tuple(f"Ana drinks a cup of green tea in the {when}" for when in "abc")
PHASES: tuple[Phase, ...] = ("collect", "extract", "cluster", "promote")


@pytest.fixture
def alike(terminal: Terminal) -> Terminal:
    """A store of three texts that are alike, under a policy that joins such."""
    with Memory.open(terminal.store) as memory:
        for text in TEA:
            memory.remember(text, kind="event", dated_at=memory.clock())
        memory.adopt(Policy(dream=DreamPolicy(phases=PHASES)))
    return terminal


def test_each_phase_has_its_line(alike: Terminal) -> None:
    """What it looked at, what it changed, and what else there is to say."""
    head, *lines, last = alike.says("dream").splitlines()
    assert head.split() == ["phase", "looked", "at", "changed"]
    assert [line.split() for line in lines] == [
        ["collect", "3", "0", "3", "not", "read", "yet"],
        ["extract", "3", "0"],
        ["cluster", "3", "1", "1", "alike"],
        ["promote", "0", "0"],
    ]
    assert last == "0 items promoted"
    [_, _, cluster, _] = alike.json("dream")["phases"]
    assert cluster == {"phase": "cluster", "seen": 3, "changed": 0, "details": ["1 alike"]}


def test_a_dry_dream_says_what_would_change(alike: Terminal) -> None:
    """And changes nothing."""
    before = alike.journal()
    said = alike.says("dream", "--dry-run")
    assert "would change" in said
    assert "0 items would be promoted" in said
    assert alike.journal() == before


def test_an_agent_is_asked_and_its_answers_are_recorded(alike: Terminal, tmp_path: Path) -> None:
    """As JSON out and JSON in; then there is nothing more to ask."""
    said = alike.says("dream", "--propose")
    assert "4 questions for whoever judges" in said
    assert TEA[0] in said
    proposals = alike.json("dream", "--propose")["proposals"]
    answers = [
        {"about": each["about"], "distilled": {"text": "Ana is fond of green tea"}}
        if each["about"]["what"] == "distil"
        else {"about": each["about"], "declined": True}
        for each in proposals
    ]
    file = tmp_path / "answers.json"
    file.write_bytes(msgspec.json.encode(answers))
    assert "1 verdict of 4 recorded" in alike.says("promote", "--from", str(file))
    assert alike.says("dream", "--propose") == "0 questions for whoever judges\n"
    assert "Ana is fond of green tea" in alike.says("facts")


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("dream", "--judge", "oracle"), 1, "no judge is called 'oracle'"),
        (("dream", "--propose", "--dry-run"), 2, "leave the rest out"),
        (("dream", "--every", "soon"), 2, "write it as 30m, 6h or 1d"),
        (("dream", "--every", "0h"), 2, "write it as 30m, 6h or 1d"),
    ],
)
def test_what_cannot_be_meant_is_told_first(
    alike: Terminal, words: tuple[str, ...], code: int, said: str
) -> None:
    """Nothing is dreamt."""
    before = alike.journal()
    result = alike.run(*words)
    assert result.exit_code == code
    assert said in " ".join(result.stderr.replace("│", " ").split())
    assert alike.journal() == before


def test_a_judge_may_be_named_by_the_environment(alike: Terminal) -> None:
    """An option goes before it."""
    wrong = {"LETHELOG_JUDGE": "oracle"}
    assert "no judge is called 'oracle'" in alike.process("dream", environment=wrong).stderr
    done = alike.process("dream", "--judge", "rules", environment=wrong)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.skipif(sys.platform == "win32", reason="needs signals")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_dreams_every_few_hours_until_it_is_told_to_stop(
    alike: Terminal, number: signal.Signals
) -> None:
    """It says when the next dream is, ends well, and leaves the store to others meanwhile."""
    process = subprocess.Popen(
        [sys.executable, "-c", PROGRAM_TEXT, "dream", "--every", "6h", "--json"],
        env=alike.environment() | {"LETHELOG_LOCK_WAIT_SECONDS": "10"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )
    assert process.stdout is not None
    assert process.stderr is not None
    assert msgspec.json.decode(process.stdout.readline())["command"] == "dream"
    assert process.stderr.readline().startswith("the next dream is at 20")
    alike.says("search", "green tea")
    os.kill(process.pid, number)
    rest, complaints = process.communicate(timeout=60)
    assert (process.returncode, rest, complaints) == (0, "", "no more dreams\n")
