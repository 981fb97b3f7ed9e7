"""What came from afar, at the terminal: listed, refused, let go; and what holds no more."""

from __future__ import annotations

import pytest

from lethelog.memory import Memory
from lethelog.tests.entrypoints.terminal import Terminal

TRUTH, LIE = "The boat is moored in Basel.", "The boat is moored in Graz."


@pytest.fixture(autouse=True)
def _heard(terminal: Terminal) -> None:
    terminal.says("remember", TRUTH)
    with Memory.open(terminal.store) as memory:
        memory.remember(LIE, origin="web")


def _ids(terminal: Terminal) -> dict[str, str]:
    return {each["text"]: each["item"] for each in terminal.json("facts")["facts"]}


def test_it_is_listed_and_marked_until_it_is_released(terminal: Terminal) -> None:
    """A person looks at it, lets it go, and sees that in its story."""
    item = _ids(terminal)[LIE]
    assert "web" in terminal.says("quarantine")
    assert "quarantined: came by web" in terminal.says("search", "boat moored")
    assert "(quarantined)" in terminal.says("facts")
    assert "quarantined" in terminal.says("why", item)
    assert terminal.says("release", item, "--reason", "I asked").startswith(item[:8])
    assert "nothing is in quarantine" in terminal.says("quarantine")
    assert "let out of quarantine" in terminal.says("why", item)
    assert "nothing changed" in terminal.says("release", item)
    assert "released" in terminal.says("log", "--type", "released")
    assert terminal.json("quarantine") == {"items": []}


def test_it_takes_no_place_until_then(terminal: Terminal) -> None:
    """The error names the command that helps."""
    ids = _ids(terminal)
    order = ("supersede", ids[TRUTH], "--by", ids[LIE])
    assert f"lethelog release {ids[LIE]}" in terminal.run(*order).stderr
    terminal.says("release", ids[LIE])
    terminal.says(*order)


def test_what_is_withdrawn_stays_in_the_story(terminal: Terminal) -> None:
    """Nothing takes its place, and it is found no more unless that is asked."""
    item = _ids(terminal)[TRUTH]
    assert "withdrawn" in terminal.says("withdraw", item, "--note", "sold")
    assert TRUTH not in terminal.says("search", "boat moored Basel")
    assert TRUTH in terminal.says("search", "boat moored Basel", "--superseded")
    assert "sold" in terminal.says("why", item)
    assert "nothing changed" in terminal.says("withdraw", item)
