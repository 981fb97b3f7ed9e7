"""Bad input: a sentence that says what to do, exit code 1, and a journal as it was."""

from __future__ import annotations

from pathlib import Path

import pytest

from lethelog.tests.entrypoints.terminal import Terminal, write

FILES: dict[str, tuple[str, bytes, str]] = {
    "truncated JSON": ("bill.json", b'{"merchant": "Teapot", "total": ', "is not JSON"),
    "truncated line": ("talk.jsonl", b'{"author": "Ana", "text": "hel', "line 1 of"),
    "a binary file": ("photo.png", bytes(range(256)) * 40, "--as"),
    "invalid UTF-8": ("notes.txt", b"caf\xe9 au lait\n", "UTF-8"),
    "an e-mail without a body": (
        "mail.eml",
        b"From: ana@example.org\nSubject: nothing\nDate: Mon, 5 Jan 2026 10:00:00 +0000\n\n",
        "no readable body",
    ),
    "a conversation without times": (
        "talk.jsonl",
        b'{"author": "Ana", "text": "hello"}\n{"author": "Ben", "text": "hi"}\n',
        "has no time",
    ),
    "an empty file": ("empty.txt", b"", "says something"),
}

ORDERS: dict[str, tuple[tuple[str, ...], str]] = {
    "an empty question": (("search", " "), "the question is empty"),
    "a window that ends before it starts": (
        ("search", "tea", "--after", "2026-03-01", "--before", "2026-02-01"),
        "swap --after and --before",
    ),
    "a day that is none": (("search", "tea", "--after", "soon"), "is not a date"),
    "no answers wanted": (("search", "tea", "--limit", "0"), "0"),
    "a source that is none": (("search", "tea", "--source", "tea"), "kind and name"),
    "an unknown item": (("why", "zzzz"), "no item 'zzzz'"),
    "an unknown item to correct": (("correct", "zzzz", "tea"), "no item 'zzzz'"),
    "an unknown item to promote": (("promote", "zzzz"), "no item 'zzzz'"),
    "an unknown source": (("forget", "email/none", "--yes"), "lethelog sources"),
    "a source that is not blocked": (("unblock", "conversation/tea"), "is not blocked"),
    "an empty text": (("remember", ""), "is empty"),
    "a text of a date that is none": (("remember", "tea", "--date", "soon"), "is not a date"),
}


def is_refused(tea: Terminal, words: tuple[str, ...], reason: str) -> None:
    """Nothing on standard output, the reason on standard error, nothing recorded."""
    before = tea.journal()
    result = tea.run(*words)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith("error: ")
    assert reason in result.stderr
    assert tea.journal() == before


@pytest.mark.parametrize("what", FILES)
def test_a_bad_file_is_refused(tea: Terminal, tmp_path: Path, what: str) -> None:
    """The reason names the file and what is wrong with it."""
    name, content, reason = FILES[what]
    file = write(tmp_path, name, content)
    is_refused(tea, ("ingest", file), reason)
    assert name in tea.run("ingest", file).stderr


def test_a_line_of_100_megabytes_is_refused(tea: Terminal, tmp_path: Path) -> None:
    """The user is told how long a line may be."""
    line = b'{"author": "Ana", "time": "2026-01-01", "text": "' + b"x" * 100_000_000 + b'"}\n'
    file = write(tmp_path, "long.jsonl", line)
    is_refused(tea, ("ingest", file), "break it into several lines")


def test_a_folder_is_refused(tea: Terminal, tmp_path: Path) -> None:
    """The user is shown how to give the files in it."""
    is_refused(tea, ("ingest", str(tmp_path)), f"{tmp_path}/*.eml")


def test_a_missing_file_is_refused(tea: Terminal, tmp_path: Path) -> None:
    """As is one that may not be read."""
    is_refused(tea, ("ingest", str(tmp_path / "missing.eml")), "check the name")


@pytest.mark.parametrize("what", ORDERS)
def test_an_impossible_order_is_refused(tea: Terminal, what: str) -> None:
    """Each says what was given and what to give instead."""
    words, reason = ORDERS[what]
    is_refused(tea, words, reason)
