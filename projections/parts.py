"""Cuts a long text into parts that are indexed one by one, so that no word drowns in the others."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

PART_CHARS: Final = 500
"""About so long is a part; measured on BEAM, where it found 5 in 100 more than whole messages."""

PARTS_MAX: Final = 1_024
"""Of one item; the last of them holds the rest."""

_WHOLE_CHARS_MAX: Final = PART_CHARS + PART_CHARS // 2  # two halves of less would say too little
_STOP: Final = re.compile(r"[.!?\u2026]+[\"'\u201d\u2019)\]]*\s+|[\u3002\uff01\uff1f]+|\n+")


def parts_of(text: str) -> list[str]:
    """The text in parts of nearly equal length, cut after sentences where there are any."""
    if len(text) <= _WHOLE_CHARS_MAX:
        return [text]
    return list(_cut(text))


def _cut(text: str) -> Iterator[str]:
    wanted = min(round(len(text) / PART_CHARS), PARTS_MAX)
    start = 0
    for left in range(wanted, 1, -1):
        end = _cut_near(text, start, start + (len(text) - start) // left)
        yield text[start:end]
        start = end
    yield text[start:]


def _cut_near(text: str, start: int, aim: int) -> int:
    """The end of the sentence or else of the word that is nearest to the aim."""
    slack = PART_CHARS // 3
    low, high = max(start + 1, aim - slack), min(len(text), aim + slack)
    stops = [stop.end() for stop in _STOP.finditer(text, low, high)]
    if stops:
        return min(stops, key=lambda end: (abs(end - aim), end))
    space = text.rfind(" ", low, aim)
    return aim if space < 0 else space + 1
