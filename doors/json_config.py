"""One entry in a configuration of JSON: read, put in and taken out, with all else as it was."""

from __future__ import annotations

import json
import re
from typing import Any, Final

from ..domain.errors import InvalidInput
from ..domain.nesting import is_deep_json
from .json_text import DEPTH_MAX, Member, Node, Value, parse

_BOM: Final = "\ufeff"
_UNIT: Final = "  "
_REST_OF_LINE: Final = re.compile(r"[ \t]*(?://[^\r\n]*|/\*[^\r\n]*?\*/[ \t]*)?(?=\r?\n)")

_ENDS_LINE: Final = re.compile(r"[ \t]*(?:\r?\n|//)")


class JsonConfig:
    """The entry at a path of keys; where `comments` are none, the file must be plain JSON."""

    def __init__(self, keys: tuple[str, ...], *, comments: bool) -> None:
        self._keys = keys
        self._comments = comments

    def entry(self, text: str) -> Value:
        """What stands there, None where nothing does; InvalidInput where the rest is in the way."""
        if _is_blank(text):
            return None
        chain = self._chain(self._parsed(text))
        return chain[-1].node.value if len(chain) == len(self._keys) else None

    def with_entry(self, text: str, entry: dict[str, Any]) -> str:
        """The text with the entry in it, before the others; there is none yet."""
        if _is_blank(text):
            return _BOM * text.startswith(_BOM) + self.snippet(entry) + "\n"
        root = self._parsed(text)
        chain = self._chain(root)
        assert len(chain) < len(self._keys), "an entry that is there is taken out first"
        node = chain[-1].node if chain else root
        key, *inner = self._keys[len(chain) :]
        value: Value = entry
        for each in reversed(inner):
            value = {each: value}
        return _inserted(text, root, node, (key, value))

    def without_entry(self, text: str, before: str | None) -> str:
        """The text without it, and without objects left empty that the text `before` had not."""
        had = 0 if before is None or _is_blank(before) else len(self._chain(self._parsed(before)))
        gone = len(self._keys)
        text = self._removed(text, gone)
        while before is not None and gone > had + 1:
            gone -= 1
            if self._chain(self._parsed(text))[-1].node.members:
                break
            text = self._removed(text, gone)
        return text

    def snippet(self, entry: dict[str, Any]) -> str:
        """The whole of a file that holds nothing else."""
        value: Value = entry
        for key in reversed(self._keys):
            value = {key: value}
        return json.dumps(value, indent=_UNIT, ensure_ascii=False)

    def _parsed(self, text: str) -> Node:
        if not self._comments:
            _check_plain(text)
        root = parse(text)
        if root.members is None:
            raise InvalidInput("it holds no JSON object")
        return root

    def _chain(self, root: Node) -> list[Member]:
        """The members on the way to the entry, as far as they are there."""
        chain: list[Member] = []
        node = root
        for key in self._keys:
            if node.members is None:
                raise InvalidInput(f"its {chain[-1].key!r} is no object")
            found = [member for member in node.members if member.key == key]
            if len(found) > 1:
                raise InvalidInput(f"it has {key!r} more than once")
            if not found:
                break
            chain += found
            node = found[0].node
        return chain

    def _removed(self, text: str, depth: int) -> str:
        root = self._parsed(text)
        chain = self._chain(root)[:depth]
        around = chain[-2].node if depth > 1 else root
        return _cut(text, around, chain[-1])


def _is_blank(text: str) -> bool:
    return not text.strip(_BOM + " \t\r\n")


def _check_plain(text: str) -> None:
    if is_deep_json(text, DEPTH_MAX):
        raise InvalidInput(f"it is not plain JSON: nested deeper than {DEPTH_MAX}")
    try:
        json.loads(text.removeprefix(_BOM))
    except ValueError as error:
        raise InvalidInput(f"it is not plain JSON: {error}") from None


def _inserted(text: str, root: Node, node: Node, member: tuple[str, Value]) -> str:
    """The member as the first of an object, laid out as the object is."""
    key, value = json.dumps(member[0]), member[1]
    members = node.members or ()
    if members and "\n" not in text[node.start : members[0].start]:
        at = members[0].start
        line = f"{key}: {json.dumps(value, ensure_ascii=False)}, "
        return text[:at] + line + text[at:]
    newline = "\r\n" if "\r\n" in text else "\n"
    outer = _indent(text, node.start)
    unit = _unit(text, root)
    inner = _indent(text, members[0].start) if members else outer + unit
    rest = _REST_OF_LINE.match(text, node.start + 1)
    at = rest.end() if rest else node.start + 1
    lines = json.dumps(value, indent=unit, ensure_ascii=False).replace("\n", newline + inner)
    block = f"{newline}{inner}{key}: {lines}{',' if members else ''}"
    is_closed = members or rest
    return text[:at] + block + ("" if is_closed else newline + outer) + text[at:]


def _cut(text: str, around: Node, member: Member) -> str:
    """The text without a member, its line and its comma."""
    siblings = around.members or ()
    where = siblings.index(member)
    line = text.rfind("\n", around.start, member.start)
    start = member.start
    end = member.node.end if member.comma is None else member.comma + 1
    # Only then: else what follows would come into a comment that the line before ends with.
    is_on_own_line = (
        line >= 0 and not text[line:start].strip() and _ENDS_LINE.match(text, end) is not None
    )
    if is_on_own_line:
        start = line - text.startswith("\r", line - 1)
    if member.comma is not None and not is_on_own_line:
        end += len(text[end:]) - len(text[end:].lstrip(" \t"))
    text = text[:start] + text[end:]
    if member.comma is None and where:
        comma = siblings[where - 1].comma
        assert comma is not None, "one stands between two members"
        text = text[:comma] + text[comma + 1 :]
    if len(siblings) == 1:
        close = around.end - (end - start) - 1
        inside = text[around.start + 1 : close]
        text = text if inside.strip() else text[: around.start + 1] + text[close:]
    return text


def _indent(text: str, at: int) -> str:
    """The white space that the line of a place begins with."""
    line = text[text.rfind("\n", 0, at) + 1 : at].lstrip(_BOM)
    return line[: len(line) - len(line.lstrip(" \t"))]


def _unit(text: str, root: Node) -> str:
    """What one level is indented by."""
    first = next(iter(root.members or ()), None)
    if first is None or "\n" not in text[root.start : first.start]:
        return _UNIT
    return _indent(text, first.start) or _UNIT
