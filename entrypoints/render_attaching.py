"""What would change in the file of a client, and what has, for people."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import unified_diff
from typing import TYPE_CHECKING, Final

from .lines import DIM, GOOD, MARK, line
from .output import Screen, plain

if TYPE_CHECKING:
    from ..doors.attaching import Change
    from ..doors.clients import Client

_AROUND: Final = 2  # lines; enough to see where, and little of what is not ours
_LINE_CHARS_MAX: Final = 160
_STYLES: Final = {"+": GOOD, "-": MARK, "@": DIM, " ": DIM}


def difference(change: Change) -> None:
    """The lines that go and come, on standard error as the question is."""
    screen = Screen(stderr=True)
    before, after = change.before or "", change.after or ""
    line((str(change.file), "bold"), _what(change), screen=screen)
    lines = unified_diff(before.splitlines(), after.splitlines(), n=_AROUND, lineterm="")
    column = _column(before, after)
    for each in [*lines][2:]:
        line((_short(each, column), _STYLES.get(each[:1], "")), screen=screen)


def attached(change: Change, client: Client) -> None:
    """That it is done, where the old file is, and what the person does next."""
    if not change.is_news:
        line(f"{client.title} starts it already, as ", (str(change.file), "bold"), " says")
        return
    line(f"attached {client.title} in ", (str(change.file), "bold"))
    if backup(change):
        line((f"what was there is in {backup(change)}", DIM))
    line((f"→ {client.next_step}", DIM))


def detached(change: Change, client: Client) -> None:
    """That it is done."""
    if not change.is_news:
        line(f"{client.title} does not start it, as ", (str(change.file), "bold"), " says")
        return
    line(f"detached {client.title} in ", (str(change.file), "bold"))
    if backup(change):
        line((f"the file has changed since; what was there before is in {backup(change)}", DIM))


def backup(change: Change) -> str | None:
    """Where the file without our entry is kept, if it is."""
    from ..doors.config_file import backup_of  # noqa: PLC0415 - help does without

    place = backup_of(change.file)
    return str(place) if place.exists() else None


def notes(told: Sequence[str]) -> None:
    """On standard error, one a line."""
    for note in told:
        line((f"note: {note}", DIM), screen=Screen(stderr=True))


def _what(change: Change) -> str:
    if change.before is None:
        return " is made"
    return " is removed, since nothing else is in it" if change.after is None else " changes"


def _column(before: str, after: str) -> int:
    """How far into its line the first change is."""
    pairs = enumerate(zip(before, after, strict=False))
    at = next((at for at, (one, other) in pairs if one != other), min(len(before), len(after)))
    return at - before.rfind("\n", 0, at) - 1


def _short(text: str, column: int) -> str:
    """A line that a person can read; of a long one the part where it changes."""
    text = plain(text)
    if len(text) <= _LINE_CHARS_MAX:
        return text
    start = max(1, min(column - _LINE_CHARS_MAX // 4, len(text) - _LINE_CHARS_MAX))
    end = start + _LINE_CHARS_MAX
    return f"{text[0]}…{text[start:end]}" + "…" * (end < len(text))
