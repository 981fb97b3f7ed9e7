"""How deep a document is nested, told before anything is made of it.

What reads JSON or TOML goes one step down for each bracket, so a document of nothing but brackets
exhausts it. Nothing that people or programs write for a memory is nested as deep as is allowed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

DEPTH_MAX: Final = 32

_JSON: Final = re.compile(rb'"(?:[^"\\]|\\.)*+(?:"|$)|[\[{\]}]', re.DOTALL)
_TOML: Final = re.compile(
    b"|".join(
        (
            rb'"""(?:[^\\]|\\.)*?(?:"""|$)',
            rb"'''.*?(?:'''|$)",
            rb'"(?:[^"\\\n]|\\.)*+(?:"|$|(?=\n))',
            rb"'[^'\n]*+'?",
            rb"#[^\n]*+",
            rb"[\[{\]}]",
        )
    ),
    re.DOTALL,
)
# A key in so many parts, as `a.b.c`, for which a reader of TOML takes quadratic time.
_PARTS: Final = re.compile(rf"(?:[\w\"'-]{{1,99}}[ \t]{{0,9}}\.[ \t]{{0,9}}){{{DEPTH_MAX}}}")


def is_deep_json(document: str | bytes, depth_max: int = DEPTH_MAX) -> bool:
    """Whether more arrays and objects are open at one place; what is in strings is none."""
    return _is_deep(document, _JSON, depth_max)


def is_deep_toml(document: str, depth_max: int = DEPTH_MAX) -> bool:
    """Whether more arrays and tables are open at one place, or a key has more parts than that."""
    return _PARTS.search(document) is not None or _is_deep(document, _TOML, depth_max)


def _is_deep(document: str | bytes, marks: re.Pattern[bytes], depth_max: int) -> bool:
    if isinstance(document, str):
        if document.count("[") + document.count("{") <= depth_max:
            return False  # as in nearly every line, so that none is copied
        document = document.encode("utf-8", "replace")
    elif document.count(b"[") + document.count(b"{") <= depth_max:
        return False
    return any(depth > depth_max for depth in _depths(document, marks))


def _depths(document: bytes, marks: re.Pattern[bytes]) -> Iterator[int]:
    depth = 0
    for mark in marks.finditer(document):
        if mark[0] in {b"[", b"{"}:
            depth += 1
        elif mark[0] in {b"]", b"}"}:
            depth -= 1
        yield depth
