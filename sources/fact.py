"""Plain text as taught facts, one a line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Final

from ..domain.errors import InvalidInput
from . import text
from .document import Document, Passage, as_many_as_allowed
from .naming import name_of, what_is

FACTS_MAX: Final = 1_000_000

_BULLET: Final = re.compile(r"(?:[-*•]|\d{1,3}[.)])\s+")
_HEADING: Final = r"#{1,6}(\s.*)?"
_RULE: Final = r"[-*•]|[-*_=]{3,}|[`~]{3,}\w*"
_SILENT: Final = re.compile(f"{_HEADING}|{_RULE}")


def read_fact(data: bytes, *, location: str = "", name: str | None = None) -> Document:
    """Every line is one fact, without its bullet; headings and rules say nothing."""
    what = what_is(location)
    facts = list(islice(_facts(text.decode(data, what)), FACTS_MAX + 1))
    if not facts:
        raise InvalidInput(f"{what} has no line that says something; write one fact a line")
    if len(facts) > FACTS_MAX:
        raise InvalidInput(f"{what} has more than {FACTS_MAX} lines that say something; split it")
    given, named_by = name_of("fact", "", location=location, name=name)
    return Document(
        source_kind="fact",
        name=given,
        named_by=named_by,
        numbered=True,
        location=location,
        passages=as_many_as_allowed(
            (
                Passage(text=piece, child=str(number), kind="fact")
                for number, fact in enumerate(facts, start=1)
                for piece in text.chunks([fact])
            ),
            what,
        ),
    )


def _facts(content: str) -> Iterator[str]:
    for line in map(text.one_line, text.lines(content)):
        if line and not _SILENT.fullmatch(line):
            bullet = _BULLET.match(line)
            yield line[bullet.end() :] if bullet else line
