"""One table in a configuration of TOML: read, put at its end and taken out again."""

from __future__ import annotations

import json
import re
import tomllib
from typing import Any, Final

from ..domain.errors import InvalidInput
from ..domain.nesting import DEPTH_MAX, is_deep_toml
from .json_text import Value

TOML_CHARS_MAX: Final = 1_000_000  # a program has some thousands
_BOM: Final = "\ufeff"
_BARE: Final = re.compile(r"[A-Za-z0-9_-]+")
_NOTE: Final = "# from `lethelog attach`; `lethelog detach` takes it away"


class TomlConfig:
    """The table at a path of keys."""

    def __init__(self, keys: tuple[str, ...]) -> None:
        self._keys = keys
        self._header = f"[{'.'.join(_key(key) for key in keys)}]"

    def entry(self, text: str) -> Value:
        """What stands there, None where nothing does; InvalidInput where the rest is in the way."""
        found: Value = _parsed(text)
        for at, key in enumerate(self._keys):
            if not isinstance(found, dict):
                raise InvalidInput(f"its {self._keys[at - 1]!r} is no table")
            if key not in found:
                return None
            found = found[key]
        return found

    def with_entry(self, text: str, entry: dict[str, Any]) -> str:
        """The text with the table at its end; there is none yet."""
        newline = "\r\n" if "\r\n" in text else "\n"
        joint = (newline if text.endswith("\n") else 2 * newline) if text.strip(_BOM) else ""
        block = f"{self.snippet(entry)}\n".replace("\n", newline)
        after = f"{text}{joint}{block}"
        try:
            found = self.entry(after)
        except InvalidInput:
            found = None  # such as where the table around it is closed
        if found != entry:
            raise InvalidInput(f"a table {self._header} at its end would not be understood")
        return after

    def without_entry(self, text: str, before: str | None) -> str:
        """The text without the table and those below it; InvalidInput where more belongs to it."""
        del before  # a table in TOML needs no other around it
        lines = text.splitlines(keepends=True)
        ours = self._extents(lines)
        if not ours:
            raise InvalidInput(f"its {self._header} is not written as attach writes it")
        others = _rest(_parsed(text), self._keys)
        for extent in reversed(ours):
            del lines[extent]
        after = "".join(lines)
        try:
            is_without = self.entry(after) is None and _rest(_parsed(after), self._keys) == others
        except InvalidInput:
            is_without = False  # such as where a line of a text looks like the table
        if not is_without:
            raise InvalidInput(f"more belongs to its {self._header} than attach writes")
        return after

    def _extents(self, lines: list[str]) -> list[slice]:
        """The lines of the table and of each below it."""
        opened = {at: path for at, line in enumerate(lines) if (path := _opened(line))}
        ends = [*opened, len(lines)][1:]
        return [
            _extent(lines, start, end)
            for (start, path), end in zip(opened.items(), ends, strict=True)
            if path[: len(self._keys)] == self._keys
        ]

    def snippet(self, entry: dict[str, Any]) -> str:
        """The table, with where it is from."""
        fields = (f"{_key(key)} = {_written(value)}" for key, value in entry.items())
        return "\n".join((_NOTE, self._header, *fields))


def _parsed(text: str) -> dict[str, Value]:
    if len(text) > TOML_CHARS_MAX:
        raise InvalidInput(f"it is longer than {TOML_CHARS_MAX:,} characters")
    if is_deep_toml(text):
        raise InvalidInput(f"it is nested deeper than {DEPTH_MAX}")
    try:
        return tomllib.loads(text.removeprefix(_BOM))
    except ValueError as error:  # also for a whole number of thousands of digits
        raise InvalidInput(f"it is not TOML: {error}") from None


def _extent(lines: list[str], start: int, end: int) -> slice:
    """From the gap and the note before a table to the last line that says anything in it."""
    while not lines[end - 1].strip() or lines[end - 1].lstrip().startswith("#"):
        end -= 1
    start -= start > 0 and lines[start - 1].strip() == _NOTE
    start -= start > 0 and not lines[start - 1].strip()
    return slice(start, end)


def _opened(line: str) -> tuple[str, ...]:
    """The path of the table that a line opens, nothing where it opens none."""
    if not line.lstrip().startswith("["):
        return ()
    try:
        found: Value = tomllib.loads(line)
    except ValueError:
        return ()
    path: list[str] = []
    while isinstance(found, dict) and found:
        [(key, inside)] = found.items()
        path.append(key)
        found = inside[0] if isinstance(inside, list) else inside
    return tuple(path)


def _rest(tables: dict[str, Value], keys: tuple[str, ...]) -> dict[str, Value]:
    """All but what stands at the keys, and but what only leads there."""
    key, *inner = keys
    inside = tables.get(key)
    left: dict[str, Value] = {}
    if inner and isinstance(inside, dict):
        left = _rest(inside, tuple(inner))
    others = {name: value for name, value in tables.items() if name != key}
    return {**others, key: left} if left else others


def _key(name: str) -> str:
    return name if _BARE.fullmatch(name) else _written(name)


def _written(value: Value) -> str:
    if isinstance(value, dict):
        pairs = ", ".join(f"{_key(key)} = {_written(each)}" for key, each in value.items())
        return f"{{ {pairs} }}" if pairs else "{}"
    if isinstance(value, list):
        return f"[{', '.join(map(_written, value))}]"
    if isinstance(value, str | bool | int | float):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    raise InvalidInput(f"{value!r} cannot be written in one line of TOML")
