"""Secrets in a column: its head, or the first line of the file, says that they are some."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from .secret_tokens import Span, is_drawn

_NAMES: Final = frozenset(
    {
        *("password", "passwd", "pwd", "pw", "passphrase", "passcode", "secret", "client secret"),
        *("token", "access token", "api key", "api token", "access key", "secret key", "apikey"),
        *("passwort", "kennwort", "contraseña", "mot de passe", "senha", "пароль", "密码"),
    }
)
_BETWEEN: Final = ("|", "\t", ",", ";")
_CELLS_MAX: Final = 40
_HEAD_CHARS_MAX: Final = 400
_ROWS_MAX: Final = 10_000
_CHARS_MIN: Final = 4
_WORDS_MAX: Final = 2
_LINE: Final = re.compile(r"^[^\n]*$", re.MULTILINE)
_SYMBOL: Final = re.compile(r"[!@#$%^&*_+=?~\\]")


def tabled(text: str) -> Iterator[Span]:
    """Every value in a column of passwords that does not read as a word of prose."""
    if "\n" not in text:
        return
    low = text.lower()
    if not any(name in low for name in _NAMES):
        return
    columns: list[int] = []
    between, cells, rows = "", 0, 0
    for line in _LINE.finditer(text):
        said = line[0]
        if columns and said.count(between) == cells and rows < _ROWS_MAX:
            rows += 1
            yield from _in_row(said, line.start(), between, columns)
        elif said or rows:
            between, columns = _head(said)
            cells, rows = said.count(between) if between else 0, 0


def _head(line: str) -> tuple[str, list[int]]:
    """What parts the cells of a head, and which of them name a secret; none where it is no head."""
    if len(line) <= _HEAD_CHARS_MAX:
        for between in _BETWEEN:
            cells = [_plain(cell) for cell in line.split(between)]
            found = [number for number, cell in enumerate(cells) if cell in _NAMES]
            if found and 1 < len(cells) <= _CELLS_MAX and (between != "," or _is_short(cells)):
                return between, found
    return "", []


def _is_short(cells: list[str]) -> bool:
    """A line of prose has commas too, but longer parts."""
    return all(len(cell.split()) <= _WORDS_MAX for cell in cells)


def _plain(cell: str) -> str:
    return cell.strip(" \t\"'`*").replace("_", " ").replace("-", " ").lower()


def _in_row(line: str, start: int, between: str, columns: list[int]) -> Iterator[Span]:
    at = 0
    for number, cell in enumerate(line.split(between)):
        value = cell.strip(" \t\"'`*")
        if number in columns and _is_value(value):
            begin = start + at + cell.index(value)
            yield Span(begin, begin + len(value), "password")
        at += len(cell) + len(between)


def _is_value(value: str) -> bool:
    if len(value) < _CHARS_MIN or " " in value or value.startswith(("[redacted", "$", "{", "<")):
        return False
    has_letter = any(map(str.isalpha, value))
    return has_letter and (is_drawn(value) or _SYMBOL.search(value) is not None)
