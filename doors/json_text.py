"""Reads JSON with or without comments, and keeps where in the text each thing stands."""

from __future__ import annotations

import json
import re
from typing import Final, NamedTuple, TypeAlias

from ..domain.errors import InvalidInput

DEPTH_MAX: Final = 200

Value: TypeAlias = "str | int | float | bool | list[Value] | dict[str, Value] | None"

_SPACE: Final = re.compile(r"(?:[\s\ufeff]+|//[^\n\r]*|/\*.*?\*/)*", re.DOTALL)
_STRING: Final = re.compile(r'"(?:[^"\\\n\r]|\\.)*"|\'(?:[^\'\\\n\r]|\\.)*\'', re.DOTALL)
_NAME: Final = re.compile(r"[\w$]+")
_ATOM: Final = re.compile(
    r"true|false|null"
    r"|[-+]?(?:Infinity|NaN|0[xX][0-9a-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)"
)
_ESCAPE: Final = re.compile(
    r"\\(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|(\r\n|[\n\r\u2028\u2029])|(.))"
)
_ESCAPED: Final = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v", "0": "\0"}
_WORDS: Final[dict[str, Value]] = {"true": True, "false": False, "null": None}


class Member(NamedTuple):
    """One key of an object, with its value; `comma` is where the one after it stands."""

    key: str
    start: int
    node: Node
    comma: int | None


class Node(NamedTuple):
    """One value from `start` to `end`; only an object has members."""

    start: int
    end: int
    value: Value
    members: tuple[Member, ...] | None = None


def parse(text: str) -> Node:
    """The one value of a text; InvalidInput says where it is none."""
    at = _skip(text, 0)
    node = _value(text, at, 0)
    end = _skip(text, node.end)
    if end != len(text):
        raise _unexpected(text, end)
    return node


def _value(text: str, at: int, depth: int) -> Node:
    if depth > DEPTH_MAX:
        raise InvalidInput(f"it is nested deeper than {DEPTH_MAX}")
    if text.startswith("{", at):
        return _object(text, at, depth)
    if text.startswith("[", at):
        return _array(text, at, depth)
    string = _STRING.match(text, at)
    if string:
        return Node(at, string.end(), _unescaped(string[0]))
    atom = _ATOM.match(text, at)
    if not atom:
        raise _unexpected(text, at)
    return Node(at, atom.end(), _atom(atom[0]))


def _object(text: str, start: int, depth: int) -> Node:
    members: list[Member] = []
    at = _skip(text, start + 1)
    while not text.startswith("}", at):
        if members and members[-1].comma is None:
            raise _unexpected(text, at)
        key = _STRING.match(text, at) or _NAME.match(text, at)
        if not key:
            raise _unexpected(text, at)
        colon = _skip(text, key.end())
        if not text.startswith(":", colon):
            raise _unexpected(text, colon)
        node = _value(text, _skip(text, colon + 1), depth + 1)
        end = _skip(text, node.end)
        comma = end if text.startswith(",", end) else None
        name = _unescaped(key[0]) if key[0][0] in "\"'" else key[0]
        members.append(Member(name, at, node, comma))
        at = end if comma is None else _skip(text, comma + 1)
    value: dict[str, Value] = {member.key: member.node.value for member in members}
    return Node(start, at + 1, value, tuple(members))


def _array(text: str, start: int, depth: int) -> Node:
    values: list[Value] = []
    is_open = True  # for another value
    at = _skip(text, start + 1)
    while not text.startswith("]", at):
        if not is_open:
            raise _unexpected(text, at)
        node = _value(text, at, depth + 1)
        values.append(node.value)
        at = _skip(text, node.end)
        is_open = text.startswith(",", at)
        if is_open:
            at = _skip(text, at + 1)
    return Node(start, at + 1, values)


def _skip(text: str, at: int) -> int:
    space = _SPACE.match(text, at)
    assert space is not None, "it matches nothing too"
    return space.end()


def _unescaped(string: str) -> str:
    body = _ESCAPE.sub(_character, string[1:-1])
    return body.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _character(found: re.Match[str]) -> str:
    code, short, line, other = found.groups()
    if code or short:
        return chr(int(code or short, 16))
    return "" if line else _ESCAPED.get(other, other)


def _atom(text: str) -> Value:
    if text in _WORDS:
        return _WORDS[text]
    if "0x" in text.lower():
        return int(text, 16)
    try:
        number: int | float = json.loads(text)
    except ValueError:
        return float(text)
    return number


def _unexpected(text: str, at: int) -> InvalidInput:
    line = text.count("\n", 0, at) + 1
    column = at - text.rfind("\n", 0, at)
    found = f"{text[at]!r}" if at < len(text) else "its end"
    return InvalidInput(f"{found} in line {line}, column {column}, is not what JSON has there")
