"""Secrets that are known by their shape alone: tokens with a mark, links, and keys in armour."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from .secret_tokens import DASHED, TOKENS, Shape, Span, shape

_PART: Final = f"{DASHED}{{10,8192}}+"


def _is_no_variable(value: str) -> bool:
    """What a template leaves open, as `${PASSWORD}`, or stars, is none."""
    return re.fullmatch(r"[$%{*].*[}*%A-Z_]", value) is None


_LINKS: Final = (
    shape("json web token", "eyJ", rf"(?<!{DASHED})eyJ{_PART}\.{_PART}\.{_PART}"),
    # The name before it is of no length, or of one that is no port and no path.
    Shape(
        "password in a link",
        ("://", ":%2F%2F"),
        re.compile(
            r""":(?://|%2F%2F)[^\s/:@"'<>]{0,100}:(?P<secret>[^\s/"'<>]{1,200})@(?=[\w\[.])"""
        ),
        _is_no_variable,
    ),
    shape("token in a link", "://", r"://(?P<secret>[A-Za-z0-9_-]{20,255})@(?=[\w\[])"),
    shape(
        "signed link",
        "sig= Signature=",
        r"[?&;](?:sig|X-Amz-Signature|X-Goog-Signature)=(?P<secret>[\w%+/=-]{32,1024})",
    ),
)
_RUN: Final = re.compile(r"\S{14}")  # no token is shorter, and prose has few words as long


def _by_hint(shapes: tuple[Shape, ...]) -> tuple[tuple[str, Shape], ...]:
    return tuple((hint, one) for one in shapes for hint in one.hints)


_OF_ALL: Final = _by_hint((*TOKENS, *_LINKS))
_OF_LINKS: Final = _by_hint(_LINKS)

_EDGE: Final = re.compile(r"-{4,5} ?(BEGIN|END) [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)? ?-{4,5}")
_BODY: Final = re.compile(r"(?:(?:\\[rn]|[\s>|\"'+,*])*+[A-Za-z0-9+/=]{16,128}+(?=[\s\\\"',]|$))*+")
_ARMOUR_CHARS_MAX: Final = 65_536  # of a key with 16,384 bits, there and back with room
_PUTTY: Final = re.compile(r"Private-Lines: ?\d{1,3}")


def armoured_keys(text: str) -> Iterator[Span]:
    """Private keys in armour, from the first line to the last, however the lines are broken.

    Where the end is missing, the lines that can only be of the key go with its beginning.
    """
    if "PRIVATE KEY" not in text:
        return
    edges = list(_EDGE.finditer(text))
    for place, edge in enumerate(edges):
        if edge[1] == "END":
            continue
        after = edges[place + 1] if place + 1 < len(edges) else None
        if after and after[1] == "END" and after.end() - edge.start() <= _ARMOUR_CHARS_MAX:
            yield Span(edge.start(), after.end(), "private key")
        elif body := _BODY.match(text, edge.end(), after.start() if after else len(text)):
            yield Span(edge.start(), body.end(), "private key")


def putty_keys(text: str) -> Iterator[Span]:
    """What PuTTY keeps of a private key, after the number of its lines."""
    if "Private-Lines:" in text:
        for head in _PUTTY.finditer(text):
            body = _BODY.match(text, head.end())
            if body and body[0]:
                yield Span(head.end(), body.end(), "private key")


def shaped(text: str) -> Iterator[Span]:
    """Everything in a text that has the shape of a secret; two may say the same."""
    yield from armoured_keys(text)
    yield from putty_keys(text)
    by_hint = _OF_ALL if _RUN.search(text) else _OF_LINKS
    for one in dict.fromkeys(one for hint, one in by_hint if hint in text):
        group = "secret" if "secret" in one.pattern.groupindex else 0
        for found in one.pattern.finditer(text):
            if one.is_one(found[group]):
                yield Span(*found.span(group), one.kind)
