"""A text that is kept whole passes the door: each line stays as it is, and ends as it does."""

from __future__ import annotations

from typing import NamedTuple

from ..domain.hygiene import line_ends, visible
from ..domain.secrets import redacted, redacted_pieces


class LetIn(NamedTuple):
    """What came in of a text, the kind of each secret that did not, and whether anything hid."""

    text: str
    secrets: tuple[str, ...] = ()
    had_hidden: bool = False


def let_in(text: str) -> LetIn:
    """The text without secrets and without what hides; what came in comes in again as it is."""
    ends = line_ends(text)
    seen = visible(text)
    lines = seen.split("\n")
    secrets = redacted(seen).kinds
    if secrets:
        lines, secrets = redacted_pieces(lines, ["\n"] * len(ends))
    whole = "".join(part for pair in zip(lines, [*ends, ""], strict=True) for part in pair)
    return LetIn(whole, secrets, had_hidden=seen != _ended_alike(text, ends))


def _ended_alike(text: str, ends: list[str]) -> str:
    """What `visible` gives where nothing hides."""
    for end in sorted({*ends}, key=len, reverse=True):  # that of two characters first
        text = text.replace(end, "\n")
    return text
