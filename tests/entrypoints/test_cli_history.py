"""The past by command line: event by event, live, and as a difference."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
import pytest

from lethelog.tests.entrypoints.terminal import PROGRAM_TEXT, Terminal

ISO = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"


def lines_of(terminal: Terminal, *words: str) -> list[dict[str, Any]]:
    """The objects that `log --jsonl` prints."""
    told = terminal.says("log", "--jsonl", *words).splitlines()
    return [msgspec.json.decode(line) for line in told]


def places(terminal: Terminal, *words: str) -> list[int]:
    """Where the events stand that are told."""
    return [line["position"] for line in lines_of(terminal, *words)]


@pytest.fixture
def drinks(tea: Terminal) -> Terminal:
    """Two turns and a fact, then a search, a promotion, a correction and a contradiction."""
    tea.says("search", "green tea", "--asked-from", "conversation/tea")
    tea.says("promote", tea.id_of("cellar"), "--reason", "it matters")
    tea.says("correct", tea.id_of("hazelnuts"), "Ana eats hazelnuts.", "--note", "she said so")
    tea.says("contradict", tea.id_of("upstairs"), "--reason", "I looked")
    return tea


def test_each_event_is_a_line_that_says_what_happened(drinks: Terminal) -> None:
    """Position, time, type, then the rest in words; the newest last."""
    told = drinks.says("log").splitlines()
    patterns = (
        r"chunk-ingested    \w{8}  The green tea is in the cellar\.  conversation/tea/1",
        r"chunk-ingested    \w{8}  We moved the tea upstairs\.  conversation/tea/2",
        r"chunk-ingested    \w{8}  Ana is allergic to hazelnuts\.  fact/\w+",
        r"recalled          “green tea”  2 hits  from conversation/tea",
        r"promoted          \w{8}  The green .*  score \S+, by person  because: it matters",
        r"chunk-ingested    \w{8}  Ana eats hazelnuts\.  fact/\w+",
        r"superseded        \w{8}  Ana is .*  gave way to \w{8}  Ana eats .*because: she said so",
        r"contradicted      \w{8}  We moved .*strength 1\.000, by person  because: I looked",
    )
    assert len(told) == len(patterns)
    for position, (line, pattern) in enumerate(zip(told, patterns, strict=True), start=1):
        assert re.fullmatch(rf" +{position}  {ISO}  {pattern}", line), line


def test_the_log_is_filtered_and_cut_to_the_newest(drinks: Terminal) -> None:
    """Filters narrow each other down; twenty lines unless told otherwise."""
    assert places(drinks, "--type", "recalled", "--type", "promoted") == [4, 5]
    assert places(drinks, "--source", "conversation/tea", "--limit", "2") == [5, 8]
    assert places(drinks, "--item", drinks.id_of("cellar")[:10]) == [1, 4, 5]
    assert places(drinks, "--since", "3", "--until", "5") == [3, 4, 5]
    assert places(drinks, "--until", "2026-01-01") == []
    for number in range(20):
        drinks.says("remember", f"fact number {number}")
    assert places(drinks) == list(range(9, 29))
    assert places(drinks, "--all") == places(drinks, "--since", "1") == list(range(1, 29))
    assert places(drinks, "--since", "2000-01-01", "--limit", "3") == [26, 27, 28]


def test_an_event_for_programs_has_all_its_fields(drinks: Terminal) -> None:
    """Moments are dates, positions stay numbers, sources are paths; one shape, listed or not."""
    recalled = lines_of(drinks, "--type", "recalled")[0]
    assert list(recalled)[:4] == ["position", "type", "recorded_at", "sources"]
    assert (recalled["position"], recalled["type"]) == (4, "recalled")
    assert re.fullmatch(ISO, recalled["recorded_at"])
    assert recalled["sources"] == ["conversation/tea"]
    assert recalled["hits"][0]["trust"] == 1.0
    assert recalled["asked"]["seen_at"] == 3
    chunk = lines_of(drinks, "--limit", "1", "--until", "1")[0]
    assert (chunk["dated_at"], chunk["valid_from"]) == ("2026-01-05T00:00:00Z", None)
    assert drinks.json("log", "--type", "recalled") == {"events": [recalled]}


def test_what_is_forgotten_shows_as_erased(drinks: Terminal) -> None:
    """Its place and time are left; no word, no path, no id by which it could be known again."""
    drinks.says("forget", "conversation/tea", "--yes")
    told = drinks.says("log").splitlines()
    assert re.fullmatch(rf" +1  {ISO}  erased \(chunk-ingested\)", told[0])
    assert re.fullmatch(rf" +9  {ISO}  source-forgotten  2 items of \w{{16}}", told[-1])
    everything = drinks.says("log", "--jsonl", "--all")
    assert "conversation" not in everything
    assert "cellar" not in everything
    erased, *_, notice = lines_of(drinks)
    assert list(erased) == ["position", "type", "recorded_at", "what"]
    assert list(notice["record"]) == ["approved_by"]
    drinks.says("unblock", "conversation/tea")
    assert drinks.says("log", "--limit", "1").endswith(" may be learned again\n")


def test_nothing_that_fits_is_no_error(tea: Terminal) -> None:
    """One sentence for people, an empty list for programs, no line where lines are asked for."""
    assert tea.says("log", "--type", "promoted").startswith("no event fits")
    assert tea.json("log", "--type", "promoted") == {"events": []}
    assert lines_of(tea, "--type", "promoted") == []


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--json", "--jsonl"), "two shapes"),
        (("--json", "-f"), "use --jsonl"),
        (("--all", "--limit", "3"), "different things"),
        (("-f", "--until", "3"), "has no end"),
        (("--type", "eaten"), "eaten"),
        (("--limit", "0"), "--limit"),
    ],
)
def test_options_that_make_no_sense_together_are_wrong_usage(
    tea: Terminal, words: tuple[str, ...], said: str
) -> None:
    """Said before anything is told."""
    result = tea.run("log", *words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert said in result.stderr


@contextmanager
def following(terminal: Terminal, *words: str) -> Iterator[subprocess.Popen[str]]:
    """`log -f` in a process of its own, which a shell would interrupt."""
    heed = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"
    program = f"{heed}\n{PROGRAM_TEXT}"
    command = [sys.executable, "-c", program, "log", "-f", *words]
    streams: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(
        command, **streams, encoding="utf-8", env=terminal.environment()
    ) as process:
        try:
            yield process
        finally:
            process.kill()


@pytest.mark.skipif(sys.platform == "win32", reason="needs a signal from the keyboard")
def test_following_tells_of_what_other_processes_record_until_interrupted(tea: Terminal) -> None:
    """First the tail, then each event on a line at once, also of a source that is new."""
    with following(tea, "--jsonl", "--limit", "1") as process:
        assert process.stdout is not None
        assert msgspec.json.decode(process.stdout.readline())["position"] == 3
        tea.says("remember", "Ben drinks coffee.", "--within", "conversation/new")
        tea.says("search", "coffee", "--asked-from", "conversation/new")
        learned, recalled = (msgspec.json.decode(process.stdout.readline()) for _ in range(2))
        assert learned["text"] == "Ben drinks coffee."
        assert recalled["sources"] == ["conversation/new"]
        process.send_signal(signal.SIGINT)
        rest, complaints = process.communicate(timeout=60)
        assert (process.returncode, rest, complaints) == (130, "", "\n")


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pipe that can be closed")
def test_following_ends_quietly_when_nobody_reads_on(tea: Terminal) -> None:
    """`lethelog log -f | head -1`."""
    ours, theirs = os.pipe()
    os.close(ours)
    for shape in ((), ("--jsonl",)):
        done = tea.process(
            "log", "-f", *shape, capture_output=False, stdout=theirs, stderr=subprocess.PIPE
        )
        assert (done.returncode, done.stderr) == (0, "")
    os.close(theirs)


def test_a_difference_has_a_mark_for_each_change(drinks: Terminal) -> None:
    """What came, what went and to what, what lost trust; after one line for all of it."""
    told = drinks.says("diff", "3").splitlines()
    patterns = (
        r"position 3 to 8: 2 facts gained, 1 fact lost, 1 item superseded, .*, 1 search",
        r"\+ \w{8}  promoted  The green tea is in the cellar\.  conversation/tea/1",
        r"\+ \w{8}  taught  Ana eats hazelnuts\.  fact/\w+",
        r"- \w{8}  Ana is allergic to hazelnuts\.",
        r" {12}gave way to \w{8}  Ana eats hazelnuts\.  at 7, updated: she said so",
        r"~ \w{8}  We moved the tea upstairs\.",
        r" {12}contradicted by person  at 8, strength 1\.000: I looked",
    )
    assert len(told) == len(patterns)
    for line, pattern in zip(told, patterns, strict=True):
        assert re.fullmatch(pattern, line), line


def test_a_difference_tells_that_something_was_forgotten_and_not_what(drinks: Terminal) -> None:
    """A number and a place."""
    drinks.says("forget", "conversation/tea", "--yes")
    told = drinks.says("diff", "0")
    assert re.search(rf"^- 2 items of a source forgotten  at 9, {ISO}$", told, re.MULTILINE)
    assert "cellar" not in told
    found = drinks.json("diff", "8", "9")
    assert [(each["position"], each["items"]) for each in found["forgotten"]] == [(9, 2)]


def test_nothing_changed_is_said(tea: Terminal) -> None:
    """From a state to itself; and B is now unless it is told."""
    assert tea.says("diff", "3") == tea.says("diff", "3", "3")
    assert tea.says("diff", "3") == "position 3 to 3: nothing changed\n"
    assert tea.json("diff", "2000-01-01", "2001-01-01")["gained"] == []


def test_a_difference_the_wrong_way_round_is_refused(tea: Terminal) -> None:
    """It says how to ask."""
    result = tea.run("diff", "3", "1")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "name the earlier one first" in result.stderr
