"""Secrets that are known by what stands before them: a name like `password` and a sign, a header.

A name alone says little, because prose speaks of passwords and secrets too. So what follows must
look like a value, and the less the name and the sign say, the more.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from .secret_tokens import Span, is_drawn

_CORES: Final = (
    *("pass", "pwd", "pw", "token", "secret", "key", "credential", "kennwort", "contrase", "senha"),
    *("парол", "密码", "密碼", "パスワード"),
)
_MAYBE: Final = frozenset({"pass", "token", "secret", "credential", "key"})  # also in prose
_OWNERS: Final = tuple(
    """
    api access secret auth private encryption encrypt signing master account subscription shared
    service app deploy storage consumer client license webhook session bot oauth refresh security
    admin write insert ingest
    """.split()
)
_BEFORE_CHARS_MAX: Final = 24
_QUOTED: Final = "|".join(
    rf"{quote}(?P<q{number}>(?:[^{quote}\\\n]|\\.){{1,512}}+){quote}"
    for number, quote in enumerate("\"'`")
)
_SIGN: Final = re.compile(
    rf"""
    (?P<rest>(?<=pass)(?:[ _-]?(?:word|wd|phrase|code|wort)|(?<=mot[ ]de[ ]pass)e)
        | (?<=contrase)[nñ]a | (?<=парол)[ья] | s)?
    (?:[_-](?:hash|value|text|plain|old|new|base|data) | \d{{1,2}})?
    (?:
        ["'`]?[ \t]{{0,5}}(?P<sign>=>|:=|==|=|:|：|→|->|>|(?<=[ ])[-–—](?=[ ]))[ \t]{{0,5}}
        | (?P<far>[ \t](?:for|to|of|on|at|in)(?:[ \t][\w.'-]{{1,20}}){{1,4}}?)?
          (?:[ \t](?P<verb>is|was|ist|war|lautet)(?:[ \t]?:)?|(?(far)[ \t]?:|(?!)))[ \t]{{1,3}}
        | (?P<space>[ \t]{{1,3}})
    )
    (?: {_QUOTED}
      | (?P<bare>(?:[^\s"'`<>&;,] | [&;,](?![\w.-]{{0,30}}=|\s|$)){{1,512}}+)
    )
    """,
    re.VERBOSE | re.IGNORECASE,
)
_HEADER: Final = re.compile(
    r"""
    (?: authorization["']?[ \t]{0,3}[:=][ \t]{0,3}["']?
        (?:(?P<scheme>bearer|basic|token|digest|apikey|bot)[ \t]{1,3})?
      | bearer[ \t]{1,3} )
    (?P<secret>[A-Za-z0-9._~+/=-]{6,8192}+)
    """,
    re.VERBOSE | re.IGNORECASE,
)
_LOGIN: Final = re.compile(r"""(?:-u|--user)[ =]["']?[^\s:"']{1,64}:(?P<secret>[^\s"']{1,128})""")
_REFERENCE: Final = re.compile(
    r"""
    \[redacted.* | <.* | [$][{(].* | (?-i:[$][A-Z_][A-Z0-9_]*) | \{\{.* | \{\w*\}
    | %s | %[(]\w+[)]s | (?-i:%[A-Z_]+%) | ([*x.•_-])\1{2,}
    | [a-z_.]{4,}\(.* | [a-z_][\w.]*\[.* | (?-i:[a-z_]+(?:\.[a-z_]+)+)
    | os\.environ.* | process\.env.*
    | none | null | nil | true | false | undefined | empty | required | optional | unknown | hidden
    | changed | reset | expired | wrong | missing | invalid | incorrect | protected | yes | no
    | [a-z_]*(?:password|passwd|passphrase|pwd|pass|token) | string | str
    """,
    re.VERBOSE | re.IGNORECASE,
)
_COLONS: Final = frozenset({*":：-–—→", "->"})
_END: Final = re.compile(r"[ \t]{0,5}(?:$|[\r\n]|[,;|/][ \t]{0,5}[\w-]{1,20}[:=])")
_SYMBOL: Final = re.compile(r"[!@#$%^&*_+=?~\\|]")
_LONG, _SHORT, _LEAST = 16, 8, 4
_REST_CHARS_MAX: Final = 64


class _Name(NamedTuple):
    """What stands before a value: its first and last place, and what kind of name it is."""

    start: int
    said: str
    is_password: bool
    is_lone: bool


def named(text: str) -> Iterator[Span]:
    """Every value in a text that its name, its header or its option gives away."""
    low = _lower(text)
    for found in _matches(_HEADER, text, low, ("authorization", "bearer")):
        value = found["secret"]
        if is_drawn(value) and (found["scheme"] or len(value) >= _LONG):
            yield Span(*found.span("secret"), "authorization")
    for found in _matches(_LOGIN, text, low, ("-u ", "--user")):
        if not is_reference(found["secret"]):
            yield Span(*found.span("secret"), "password")
    yield from _assigned(text, low)


def is_named_secret(name: str) -> bool:
    """Whether a name alone says that its value is one, like `api_key` or `Wi-Fi password`."""
    said = f"{name.strip()}=a1B2c3D4e5"
    return any(True for _ in _assigned(said, _lower(said)))


def _lower(text: str) -> str:
    low = text.lower()
    if len(low) == len(text):
        return low
    return "".join(each.lower() if len(each.lower()) == 1 else each for each in text)


def _places(low: str, words: Iterable[str]) -> Iterator[tuple[int, str]]:
    for word in [word for word in words if word in low]:
        at = low.find(word)
        while at >= 0:
            yield at, word
            at = low.find(word, at + 1)


def _matches(
    pattern: re.Pattern[str], text: str, low: str, words: Iterable[str]
) -> Iterator[re.Match[str]]:
    return filter(None, (pattern.match(text, at) for at, _ in _places(low, words)))


def _assigned(text: str, low: str) -> Iterator[Span]:
    free = 0
    for at, core in sorted(_places(low, _CORES)):
        sign = _SIGN.match(text, at + len(core)) if at >= free else None
        if sign is None or not sign.lastgroup:
            continue
        if (
            sign["space"]
            and sign.end() - sign.end("space") < _LONG
            and not _option_before(text, at)
        ):
            continue  # one word after another, as nearly always
        value, start = sign[sign.lastgroup], sign.start(sign.lastgroup)
        if sign.lastgroup == "bare":
            value = value.rstrip(".,;:!?)]}")
        name = _name(low, at, core, sign["rest"] or "")
        if value and name and _is_value(text, name, sign, value):
            yield Span(start, start + len(value), _kind(name, value))
            free = sign.end()
        elif len(value) > _REST_CHARS_MAX:
            free = start + len(value)  # too long to be looked at once more for each name in it


def _name(low: str, at: int, core: str, rest: str) -> _Name | None:
    """What kind of name it is, if it is one; `compass` and a plain `key` are none."""
    before = low[max(at - _BEFORE_CHARS_MAX, 0) : at]
    within = before[-1:].isalpha()
    if core in _MAYBE and rest.lower() in {"", "s"}:
        owned = before.rstrip(" _-").endswith(_OWNERS)
        if not owned and (core == "key" or (core == "pass" and within)):
            return None
        said = before.rpartition("\n")[2] + core if owned else core
        return _Name(at, said, is_password=False, is_lone=not owned)
    is_other_word = core == "key" or (within and core in {"pw", "pwd"})
    return None if is_other_word else _Name(at, core + rest, is_password=True, is_lone=False)


def _is_value(text: str, name: _Name, sign: re.Match[str], value: str) -> bool:
    if sign["space"]:
        is_option = _option_before(text, name.start)
        is_telling = is_option or (not name.is_password and is_certain(value))
        return is_telling and not is_reference(value)
    if is_reference(value):
        return False
    return _is_signed(text, name, sign, value)


def _is_signed(text: str, name: _Name, sign: re.Match[str], value: str) -> bool:
    is_quoted = sign["bare"] is None
    if name.is_password or (name.said == "pass" and sign["sign"] in {"=", ">"}):
        return _is_password(text, sign, value)
    if " " in value or sign["sign"] == "==":
        return False
    if sign["verb"] or sign["far"]:
        return is_certain(value)
    if not is_quoted and not any(map(str.isdigit, value)):
        return False  # a name of the program that the line is from, as nearly always
    is_short = is_quoted and not name.is_lone
    least = _SHORT - 2 if is_short or name.said == "pass" else _SHORT
    return len(value) >= least and (is_drawn(value) or (is_quoted and len(value) >= _LONG))


def _option_before(text: str, at: int) -> bool:
    """Whether what stands there is the end of an option of a command, like `--db-password`."""
    before = text[max(at - _BEFORE_CHARS_MAX, 0) : at]
    return "--" in before and before.split(" ")[-1].startswith("--")


def _is_password(text: str, sign: re.Match[str], value: str) -> bool:
    """After `=` anything is; after a colon or a verb it must not read as the next word of prose."""
    if sign["bare"] is None:
        return value[:1] != " " and not (" " in value and value.rstrip()[-1:] in {".", "!", "?"})
    if sign["sign"] == "==":
        return False
    if sign["sign"] and sign["sign"] not in _COLONS:
        return True
    has_letter = any(each.isalpha() for each in value)
    if len(value) > _LEAST and has_letter and (is_drawn(value) or _SYMBOL.search(value)):
        return True
    is_last = sign["bare"] == value and _END.match(text, sign.end())
    return (
        bool(is_last) and len(value) >= _LEAST and (not has_letter or sign["sign"] in {":", "："})
    )


def is_certain(value: str) -> bool:
    """Whether it can be nothing but drawn: long, of one piece, with digits among letters."""
    has_digit = any(each.isdigit() for each in value)
    return len(value) >= _LONG and has_digit and is_drawn(value) and " " not in value


def is_reference(value: str) -> bool:
    """A place where the value stands, a piece of a program, or a word that says there is none."""
    return _REFERENCE.fullmatch(value) is not None


def _kind(name: _Name, value: str) -> str:
    if name.is_password or name.said == "pass":
        return "password"
    if name.said.endswith("key"):
        is_aws = "secret" in name.said and re.fullmatch(r"[A-Za-z0-9/+]{40}", value)
        return "aws secret key" if is_aws else "api key"
    return "token" if name.said.endswith("token") else "secret"
