"""Secrets that are known by their shape alone: tokens with a prefix, keys in armour, links.

Each pattern begins at a fixed word, and what follows it is one class of characters or has a bound,
so that a search takes time in proportion to the text, whatever the text. The shapes are those that
the services give in their own documentation; lengths are a little wider than they say.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

_APART: Final = "(?<![A-Za-z0-9])"  # a prefix in the middle of a word is none
_WORD: Final = "[A-Za-z0-9]"
_DASHED: Final = "[A-Za-z0-9_-]"
_PART: Final = f"{_DASHED}{{10,8192}}+"


class Span(NamedTuple):
    """A secret in a text: where it begins and ends, and what it is."""

    start: int
    end: int
    kind: str


class Shape(NamedTuple):
    """What a secret looks like.

    One of the `hints` stands in each text that has one, which is found much faster.
    """

    kind: str
    hints: tuple[str, ...]
    pattern: re.Pattern[str]  # a group `secret` is what is left out, else all of it
    is_one: Callable[[str], bool]


def is_drawn(value: str) -> bool:
    """Whether it looks drawn by chance: with a digit among letters, or both cases mixed inside."""
    has_digit = any(each.isdigit() for each in value)
    has_letter = any(each.isalpha() for each in value)
    mixed = any(each.isupper() for each in value[1:]) and any(each.islower() for each in value)
    return has_letter and (has_digit or mixed)


def _is_no_placeholder(value: str) -> bool:
    """Nobody draws one letter ten times."""
    return re.search(r"([Xx*.])\1{9}", value) is None


def _is_no_variable(value: str) -> bool:
    """Nor is what a template leaves open, as `${PASSWORD}`, or stars."""
    return re.fullmatch(r"[$%{*].*[}*%A-Z_]", value) is None


def _token(kind: str, prefixes: str, rest: str) -> Shape:
    """A prefix of its own and then letters, so many that no word of prose is one."""
    hints = tuple(prefixes.split())
    pattern = re.compile(f"{_APART}(?:{'|'.join(map(re.escape, hints))}){rest}")
    return Shape(kind, hints, pattern, _is_no_placeholder)


def _shape(kind: str, hints: str, pattern: str) -> Shape:
    return Shape(kind, tuple(hints.split()), re.compile(pattern), is_drawn)


SHAPES: Final[tuple[Shape, ...]] = (
    _token("github token", "ghp_ gho_ ghu_ ghs_ ghr_", f"{_WORD}{{20,255}}"),
    _token("github token", "github_pat_", "[A-Za-z0-9_]{20,255}"),
    _token(
        "gitlab token",
        "glpat- gldt- glrt- glcbt- glptt- glft- glimt- glagent- gloas- glsoat- glffct-",
        "[A-Za-z0-9_.-]{16,255}",
    ),
    _token("anthropic key", "sk-ant-", f"{_DASHED}{{20,255}}"),
    _token("openai key", "sk-proj- sk-svcacct- sk-admin- sk-None- sess-", f"{_DASHED}{{20,255}}"),
    _token("openai key", "sk-", f"{_WORD}{{20,255}}(?!{_DASHED})"),
    _shape("api key", "sk-", rf"{_APART}sk-(?={_DASHED}{{0,64}}\d){_DASHED}{{32,255}}"),
    _token("google key", "AIza", f"{_DASHED}{{30,45}}"),
    _token("google token", "GOCSPX- ya29. 1//0", "[A-Za-z0-9_.-]{20,1024}"),
    _token(
        "slack token", "xoxa- xoxb- xoxe- xoxo- xoxp- xoxr- xoxs- xapp- xwfp-", "[\\w-]{10,255}"
    ),
    _token("slack token", "xoxe.xox", "[a-z]-[\\w-]{10,255}"),
    _token(
        "slack webhook",
        "hooks.slack.com/services/ hooks.slack.com/workflows/ hooks.slack.com/triggers/",
        "[A-Za-z0-9_/-]{16,255}",
    ),
    _token(
        "discord webhook",
        "discord.com/api/webhooks/ discordapp.com/api/webhooks/",
        r"\d{10,25}/[\w-]{20,255}",
    ),
    _token("stripe key", "sk_live_ sk_test_ rk_live_ rk_test_ whsec_", f"{_WORD}{{16,255}}"),
    _token("npm token", "npm_", f"{_WORD}{{30,255}}"),
    _token("pypi token", "pypi-AgE pypi-AgN", f"{_DASHED}{{16,1024}}"),
    _shape("pypi token", "pypi-", f"{_APART}pypi-{_DASHED}{{40,1024}}"),
    _token("hugging face token", "hf_ api_org_", f"{_WORD}{{20,255}}"),
    _token("sendgrid key", "SG.", r"[\w-]{16,64}\.[\w-]{16,128}"),
    _token("cloud token", "dop_v1_ doo_v1_ dor_v1_ dckr_pat_ dapi hvs. hvb.", r"[\w-]{24,255}"),
    _token("shop token", "shpat_ shpca_ shppa_ shpss_ sq0atp- sq0csp-", r"[\w-]{20,255}"),
    _token("api key", "gsk_ xai- pplx- r8_ lin_api_ ntn_ glsa_ glc_ NRAK- PMAK-", r"[\w-]{24,255}"),
    _token("private key", "AGE-SECRET-KEY-1", "[A-Z0-9]{50,70}"),
    _shape("bot token", ":AA", rf"(?<!\d)\d{{8,10}}:AA{_DASHED}{{30,40}}(?!{_DASHED})"),
    _token("aws access key", "AKIA ASIA ABIA ACCA", "[A-Z0-9]{16}(?![A-Za-z0-9])"),
    # The other half of a pair that stands beside the first, as in the file that the console gives.
    _shape(
        "aws secret key",
        "AKIA ASIA",
        rf"{_APART}A[KS]IA[A-Z0-9]{{16}}(?:[^A-Za-z0-9/+]{{1,20}}[A-Za-z_]{{1,20}}){{0,5}}?"
        r"[^A-Za-z0-9/+]{1,20}(?P<secret>[A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])",
    ),
    _shape("json web token", "eyJ", rf"(?<!{_DASHED})eyJ{_PART}\.{_PART}\.{_PART}"),
    # The name before it is of no length, or of one that is no port and no path.
    Shape(
        "password in a link",
        ("://", ":%2F%2F"),
        re.compile(
            r""":(?://|%2F%2F)[^\s/:@"'<>]{0,100}:(?P<secret>[^\s/"'<>]{1,200})@(?=[\w\[.])"""
        ),
        _is_no_variable,
    ),
    _shape("token in a link", "://", r"://(?P<secret>[A-Za-z0-9_-]{20,255})@(?=[\w\[])"),
)

_BY_HINT: Final = tuple((hint, place) for place, s in enumerate(SHAPES) for hint in s.hints)

_EDGE: Final = re.compile(r"-{4,5} ?(BEGIN|END) [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)? ?-{4,5}")
_BODY: Final = re.compile(r"(?:(?:\\[rn]|[\s>|\"'+,*])*+[A-Za-z0-9+/=]{16,128}+(?=[\s\\\"',]|$))*+")
_ARMOUR_CHARS_MAX: Final = 65_536  # of a key with 16,384 bits, there and back with room


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


def shaped(text: str) -> Iterator[Span]:
    """Everything in a text that has the shape of a secret; two may say the same."""
    yield from armoured_keys(text)
    for place in sorted({place for hint, place in _BY_HINT if hint in text}):
        shape = SHAPES[place]
        group = "secret" if "secret" in shape.pattern.groupindex else 0
        for found in shape.pattern.finditer(text):
            if shape.is_one(found[group]):
                yield Span(*found.span(group), shape.kind)
