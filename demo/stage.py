"""Where the demo plays: prints its lines, and proves each claim before it goes on."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.text import Text

from ..domain.errors import MemoryStoreError

KEYS_FOLDER: Final = "LETHELOG_KEYS"  # the variable by which the vault knows it
HITS: Final = 3  # of a search: each counts as a recall, so only what may be an answer
_EXCERPT_CHARS: Final = 70
_INDENT: Final = (0, 0, 0, 2)


@dataclass
class Stage:
    """Counts the steps and the claims that held."""

    console: Console
    steps: int = 0
    claims: int = 0

    def heading(self, sentence: str) -> None:
        """Opens the next step with what it shows."""
        self.steps += 1
        title = Text.assemble((f"{self.steps} ", "bold yellow"), (sentence, "bold"))
        self.console.print()
        self.console.rule(title, align="left", style="dim")

    def say(self, *parts: str | Text | tuple[str, str]) -> None:
        """Prints one line, cut where the terminal ends; a part may bring its style."""
        line = Text.assemble("  ", *parts)
        self.console.print(line, highlight=False, no_wrap=True, overflow="ellipsis")

    def show(self, what: RenderableType) -> None:
        """Prints something larger, which may need several lines."""
        self.console.print(Padding(what, _INDENT, expand=False), highlight=False)

    def prove(self, claim: str, *, holds: bool) -> None:
        """MemoryStoreError unless the claim holds."""
        if not holds:
            raise MemoryStoreError(f"the demo claims that {claim}, which is not so; report it")
        self.claims += 1

    def prove_aloud(self, claim: str, *, holds: bool) -> None:
        """Proves a claim and prints it with a tick."""
        self.prove(claim, holds=holds)
        self.say(("✓ ", "bold green"), claim)


@contextmanager
def keys_in(folder: Path) -> Iterator[None]:
    """Stores that are made meanwhile leave their keys there, and none with the user's own."""
    before = os.environ.get(KEYS_FOLDER)
    os.environ[KEYS_FOLDER] = str(folder)
    try:
        yield
    finally:
        del os.environ[KEYS_FOLDER]
        if before is not None:
            os.environ[KEYS_FOLDER] = before


def one_line(text: str) -> str:
    """The text with every run of white space as one blank."""
    return " ".join(text.split())


def excerpt(text: str, around: str = "", *, chars_max: int = _EXCERPT_CHARS) -> Text:
    """A piece of the text that has the words in it, which are marked."""
    line = one_line(text)
    end = line.find(around) + len(around)
    if end >= chars_max:
        line = f"… {line[end + 3 - chars_max :].partition(' ')[2]}"
    if len(line) > chars_max:
        line = f"{line[: chars_max - 1]}…"
    marked = Text(line)
    if around:
        marked.highlight_words([around], "bold green")
    return marked
