"""Secrets that are known by where they stand: an argument of a command, a field of a known file.

Each pattern begins at a fixed word, which stands in few texts, and looks no further than its line.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from .secret_names import is_certain, is_reference
from .secret_tokens import Span, is_drawn

_FAR: Final = r"[^\n;&|]{0,200}?"  # within one command
_QUOTED: Final = r"""(?:"(?P<double>[^"\n]{1,128})"|'(?P<single>[^'\n]{1,128})')"""
_ANY: Final = rf"""(?:{_QUOTED}|(?P<bare>[^\s"'`|;&<>]{{1,128}}))"""
_CHARS_MIN: Final = 4
_COOKIE: Final = re.compile(r"""(?:^|[;\s"'])[\w.-]{1,64}=(?P<bare>[^;\s"',]{16,4096}+)""")
_COOKIES_CHARS_MAX: Final = 8_192


class _Place(NamedTuple):
    """Where a secret stands; one of the `hints`, in small letters, is in each text that has one."""

    kind: str
    hints: tuple[str, ...]
    pattern: re.Pattern[str]
    is_one: Callable[[str], bool]


def _is_given(value: str) -> bool:
    """Anything but a reference is."""
    return not is_reference(value)


def _is_odd(value: str) -> bool:
    """No word of prose is."""
    return len(value) > _CHARS_MIN and any(map(str.isdigit, value)) and is_drawn(value)


def _is_long(value: str) -> bool:
    return len(value) >= _CHARS_MIN and not is_reference(value)


def _place(
    kind: str, hints: str, pattern: str, is_one: Callable[[str], bool] = _is_given
) -> _Place:
    return _Place(kind, tuple(hints.split("|")), re.compile(pattern, re.IGNORECASE), is_one)


_OPTIONS: Final = (
    _place(
        "password",
        "mysql|mariadb",
        rf"\b(?:mysql|mariadb)[\w-]{{0,12}}\b{_FAR}[ \t](?-i:-p)"
        rf"(?!ort\b|assword\b|rotocol\b){_ANY}",
    ),
    _place("password", "sshpass", rf"\bsshpass[ \t]+-p[ \t]*{_ANY}"),
    _place("password", "redis-cli", rf"\bredis-cli\b{_FAR}[ \t](?-i:-a)[ \t]+{_ANY}"),
    _place(
        "password",
        " login",
        r"\b(?:docker|podman|nerdctl|oras|skopeo|buildah|crane|oc|az(?:[ \t]+acr)?"
        r"|helm[ \t]+registry)"
        rf"[ \t]+login\b{_FAR}[ \t](?-i:-p)[ \t]+{_ANY}",
    ),
    _place("password", "mongo", rf"\bmongo[a-z]{{0,10}}\b{_FAR}[ \t](?-i:-p)[ \t]+{_ANY}"),
    _place("password", "ldap", rf"\bldap[a-z]{{3,10}}\b{_FAR}[ \t](?-i:-w)[ \t]+{_ANY}"),
    _place("password", "zip", rf"\b(?:un)?zip\b{_FAR}[ \t](?-i:-P)[ \t]+{_ANY}"),
    _place("password", "7z", rf"\b7z[ar]?[ \t]{_FAR}[ \t](?-i:-p){_ANY}"),
    _place(
        "password",
        "htpasswd",
        r"\bhtpasswd[ \t]+-\w{0,5}b\w{0,5}(?:[ \t]+-\w{1,5}){0,3}[ \t]+[^\s-]\S{0,99}"
        rf"[ \t]+\S{{1,99}}[ \t]+{_ANY}",
    ),
    _place("secret", "secret set ", rf"\bsecret[ \t]+set\b{_FAR}[ \t]--?b(?:ody)?[ \t=]+{_ANY}"),
    _place("password", "sqlcmd|bcp ", rf"\b(?:sqlcmd|bcp)\b{_FAR}[ \t](?-i:-P)[ \t]+{_ANY}"),
    _place("password", "pass:", rf"[ \t]-pass(?:in|out)?[ \t]+pass:{_ANY}"),
    _place("password", "storepass|keypass", rf"[ \t]-(?:store|key)pass[ \t]+{_ANY}"),
)
_COMMANDS: Final = (
    _place("password", "net use", rf"\bnet[ \t]+use\b{_FAR}/user:\S{{1,99}}[ \t]+(?!/){_ANY}"),
    _place("password", "sudo -s", rf"\becho[ \t]+(?:-n[ \t]+)?{_ANY}[ \t]*\|[ \t]*sudo[ \t]+-S"),
    _place("password", "securestring", rf"ConvertTo-SecureString[ \t]+(?:-String[ \t]+)?{_QUOTED}"),
    _place(
        "password",
        "identified ",
        rf"\bidentified[ \t]+(?:with[ \t]+\w{{1,40}}[ \t]+)?by[ \t]+{_QUOTED}",
    ),
    _place("password", "password '", rf"\b(?:user|role|login)\b{_FAR}\bpassword[ \t]+{_QUOTED}"),
)
_FILES: Final = (
    _place(
        "password",
        "mysqli(|mysqli_connect(|mysql_connect(",
        r"""\bmysqli?(?:_connect)?\((?:[ \t]*["'][^"'\n]{0,128}["'][ \t]*,){2}[ \t]*"""
        rf"{_QUOTED}",
    ),
    _place(
        "password",
        "machine |default login",
        r"\b(?:machine[ \t]+\S{1,253}|default)(?:\s+(?:login|account)[ \t]+\S{1,99}){0,2}"
        rf"\s+password[ \t]+{_ANY}",
    ),
    _place(
        "password",
        ":5432:|:5433:|:6432:|:*:",
        r"(?:^|(?<=[\s`]))[\w.*-]{1,253}:(?:5432|5433|6432|\*):[\w*-]{1,63}:[\w.@*-]{1,63}:(?P<bare>\S{1,128})",
    ),
    _place("password", "bindpw|rootpw", rf"(?:^|(?<=\s))(?:bindpw|(?:olc)?rootpw:?)[ \t]+{_ANY}"),
    _place("password", "psk", rf"(?<![\w])(?:wpa[_-])?psk[ \t]*[=:][ \t]*{_ANY}", _is_odd),
    _place("password", "wifi:", r"\bWIFI:[^\n]{0,200}?;P:(?P<bare>(?:\\.|[^;\\\n]){1,128});"),
    _place(
        "secret",
        'variable "',
        r'variable[ \t]+"[\w-]{0,64}(?:pass|secret|token|key)[\w-]{0,64}"[^}]{0,400}?'
        r'\bdefault[ \t]*=[ \t]*"(?P<double>[^"\n]{1,512})"',
        _is_long,
    ),
    _place(
        "secret",
        "value=",
        r"""\b(?:key|name)[ \t]*=[ \t]*["'][\w.:-]{0,64}"""
        r"""(?:passw(?:or)?d|secret|token|api[_.-]?key)["']"""
        rf"[ \t\n]+value[ \t]*=[ \t]*{_QUOTED}",
        _is_long,
    ),
    _place(
        "secret",
        "define(|setenv(|setdefault(|setproperty(",
        r"""\b(?:define|setenv|setdefault|setproperty)\([ \t]*["'][\w.-]{0,64}"""
        rf"""(?:passw(?:or)?d|secret|token|_key|_salt|apikey)["'][ \t]*,[ \t]*{_QUOTED}""",
        _is_long,
    ),
    _place(
        "authorization",
        "auth",
        rf"(?<![\w-])auth[\"']?[ \t]{{0,5}}[:=][ \t]{{0,5}}{_QUOTED}",
        is_certain,
    ),
    _place(
        "password",
        "pass",
        r"\b(?:login|user|username|e-?mail|account)\b(?:[ \t]+(?:is|=))?[:=]?[ \t]+"
        r"[\w.@+-]{1,64}(?:[ \t]+\w{1,20}){0,2}"
        rf"[ \t]*[,;/|][ \t]*(?:and[ \t]+)?pass(?:word|code|wd)?(?:[ \t]+is)?[:=]?[ \t]+{_ANY}",
        _is_odd,
    ),
)


def _by_hint(places: tuple[_Place, ...]) -> tuple[tuple[str, _Place], ...]:
    return tuple((hint, place) for place in places for hint in place.hints)


_WITH_OPTIONS: Final = _by_hint((*_OPTIONS, *_COMMANDS, *_FILES))
_WITHOUT: Final = _by_hint((*_COMMANDS, *_FILES))


def placed(text: str) -> Iterator[Span]:
    """Every value in a text that its place gives away."""
    low = text.lower()
    by_hint = _WITH_OPTIONS if " -" in low else _WITHOUT
    for place in dict.fromkeys(place for hint, place in by_hint if hint in low):
        for found in place.pattern.finditer(text):
            group = found.lastgroup or ""
            if group and place.is_one(found[group]):
                yield Span(*found.span(group), place.kind)
    yield from _cookies(text, low)


def _cookies(text: str, low: str) -> Iterator[Span]:
    """What a browser is known by; a cookie that says little stays."""
    at = low.find("cookie")
    while at >= 0:
        end = text.find("\n", at)
        end = min(len(text) if end < 0 else end, at + _COOKIES_CHARS_MAX)
        if text[at + 6 : at + 12].lstrip("\"' s")[:1] in {":", "="}:
            for found in _COOKIE.finditer(text, at + 7, end):
                if is_drawn(found["bare"]) and any(map(str.isdigit, found["bare"])):
                    yield Span(*found.span("bare"), "cookie")
        at = low.find("cookie", end)
