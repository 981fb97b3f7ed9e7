"""Texts as a memory tool shows and edits them; the words are those of its contract."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Final, NamedTuple

from ..domain.errors import InvalidInput

LINES_MAX: Final = 999_999
"""More are not shown: their numbers would not fit."""

FILE_CHARS_MAX: Final = 2_000_000
"""As many as a document has that an agent teaches. Ours."""

FOLDER_BYTES: Final = 4_096
"""What a folder counts as: the size that it has on most file systems."""

_NUMBER_WIDTH: Final = len(str(LINES_MAX))
_SNIPPET_LINES: Final = 2  # before the changed one, and after it
_PLACES_TOLD_MAX: Final = 1_000
_UNITS: Final = "BKMG"
_KIB_BITS: Final = 10


class Edited(NamedTuple):
    """A text after a change, and the line that it begins in, counted from 0."""

    text: str
    line: int


def shown(path: str, text: str, view_range: Sequence[int] | None = None) -> str:
    """A text with numbered lines: all of them, or from one to another, where -1 is the last."""
    lines = text.split("\n")
    if len(lines) > LINES_MAX:
        raise InvalidInput(f"File {path} exceeds maximum line limit of {LINES_MAX:,} lines.")
    first = 1
    if view_range and len(view_range) == 2:  # noqa: PLR2004 - a first and a last line
        first = max(1, view_range[0])
        end = len(lines) if view_range[1] == -1 else view_range[1]
        lines = lines[first - 1 : end]
    return f"Here's the content of {path} with line numbers:\n" + _numbered(lines, first)


def listed(path: str, entries: Iterable[tuple[str, int]]) -> str:
    """A folder and what is in it, each with its size in bytes; folders end with a slash."""
    lines = [f"{size_of(FOLDER_BYTES)}\t{path}"]
    lines += [f"{size_of(size)}\t{path}/{name}" for name, size in entries]
    return (
        f"Here're the files and directories up to 2 levels deep in {path},"
        " excluding hidden items:\n" + "\n".join(lines)
    )


def replaced(path: str, text: str, old: str, new: str) -> Edited:
    """The text with another in the one place where the old one stands; InvalidInput if not one."""
    count = text.count(old)
    if count == 0:
        raise InvalidInput(
            f"No replacement was performed, old_str `{old}` did not appear verbatim in {path}."
        )
    if count > 1:
        numbers = [str(line + 1) for line in islice(_lines_of(old, text), _PLACES_TOLD_MAX)]
        raise InvalidInput(
            f"No replacement was performed. Multiple occurrences of old_str `{old}` in lines:"
            f" {', '.join(numbers)}. Please ensure it is unique"
        )
    return Edited(text.replace(old, new), next(_lines_of(old, text)))


def inserted(text: str, line: int, new: str) -> str:
    """The text with lines after so many of its own; it ends with a line end from here on."""
    lines = text.split("\n")
    if not lines[-1]:
        lines.pop()  # what follows the last line end is no line
    if not 0 <= line <= len(lines):
        raise InvalidInput(
            f"Invalid `insert_line` parameter: {line}."
            f" It should be within the range [0, {len(lines)}]."
        )
    lines.insert(line, new.rstrip("\n"))
    made = "\n".join(lines)
    return made if made.endswith("\n") else f"{made}\n"


def snippet(text: str, line: int) -> str:
    """A line with those around it."""
    start = max(0, line - _SNIPPET_LINES)
    return _numbered(text.split("\n")[start : line + _SNIPPET_LINES + 1], start + 1)


def size_of(count: int) -> str:
    """So many bytes in the largest unit that fits, such as `1.5K`."""
    power = min(max(count.bit_length() - 1, 0) // _KIB_BITS, len(_UNITS) - 1)
    size = count / (1 << _KIB_BITS * power)
    return f"{int(size) if size.is_integer() else format(size, '.1f')}{_UNITS[power]}"


def check_length(path: str, text: str) -> None:
    """InvalidInput for more than a file may hold."""
    if len(text) > FILE_CHARS_MAX:
        raise InvalidInput(
            f"{path} would have {len(text):,} characters; {FILE_CHARS_MAX:,} are allowed: split it"
        )


def _numbered(lines: Iterable[str], first: int) -> str:
    return "\n".join(
        f"{number:>{_NUMBER_WIDTH}}\t{line}" for number, line in enumerate(lines, start=first)
    )


def _lines_of(old: str, text: str) -> Iterator[int]:
    """In which line each occurrence begins, also where two overlap."""
    at, line = 0, 0
    start = text.find(old)
    while start >= 0:
        line += text.count("\n", at, start)
        yield line
        at = start
        start = text.find(old, start + 1)
