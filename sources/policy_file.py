"""A policy as a file of TOML, read so strictly that no constant is misspelt in silence."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable
from difflib import get_close_matches
from typing import Any, Final, TypeAlias, cast

import msgspec
from msgspec.structs import replace

from ..domain.bounds import Choice, Constant, allowed_in
from ..domain.errors import InvalidInput
from ..domain.nesting import DEPTH_MAX, is_deep_toml
from ..domain.policy import DEFAULT, PARTS, Part, Policy, check, part_of, with_parts
from ..domain.presets import PRESETS
from .text import decode

POLICY_BYTES_MAX: Final = 64 * 1024
_TOP: Final = ("name", "base", *PARTS)
_FOUND_CHARS_MAX: Final = 40

Table: TypeAlias = dict[str, Any]
"""Whatever TOML may hold: text, numbers, dates, lists, tables."""


class _File(msgspec.Struct, frozen=True):
    """What a file says, and what it is called in a complaint."""

    told: Table
    what: str

    def check_keys(self, found: Iterable[str], allowed: Iterable[str], *, table: str = "") -> None:
        """InvalidInput for the first key that is none, with where it belongs or the nearest."""
        known = tuple(allowed)
        for key in found:
            if key not in known:
                where = f"of [{table}] in" if table else "at the top of"
                raise InvalidInput(
                    f"{_shown(key)} is no key {where} {self.what};"
                    f"{_advice(key, known, table)} there is {', '.join(known)}"
                )

    def text(self, key: str, table: Table) -> str:
        """A value that must be text."""
        if not isinstance(table[key], str):
            raise InvalidInput(f"{key} is {_shown(table[key])} in {self.what}; give a text")
        return str(table[key])


def read_policy(raw: bytes, what: str, *, name: str) -> Policy:
    """The policy that a file describes; InvalidInput for anything that is not understood.

    What is not given is as in its `base`. A file without a name gets the one that is given here.
    """
    file = _File(_parsed(raw, what), what)
    file.check_keys(file.told, _TOP)
    called = file.text("name", file.told) if "name" in file.told else name
    base = _base(file)
    parts = {part: _part(file, part, part_of(base, part), called) for part in PARTS}
    policy = with_parts(replace(base, name=called), parts)
    check(policy, what)
    return policy


def written(policy: Policy) -> str:
    """The file that reads as this policy, with every constant in it."""
    lines = [f"name = {_quoted(policy.name)}"]
    for part, kind in PARTS.items():
        constants = part_of(policy, part)
        lines += ["", f"[{part}]"]
        name = getattr(constants, "name", policy.name)
        if name != policy.name:
            lines.append(f"name = {_quoted(name)}")
        lines += [f"{key} = {_written(getattr(constants, key))}" for key in allowed_in(kind)]
    return "\n".join(lines) + "\n"


def _written(constant: Constant) -> str:
    if isinstance(constant, str):
        return _quoted(constant)
    if isinstance(constant, tuple):
        return f"[{', '.join(map(_quoted, constant))}]"
    return repr(constant)


def _parsed(raw: bytes, what: str) -> Table:
    if len(raw) > POLICY_BYTES_MAX:
        raise InvalidInput(
            f"{what} has {len(raw)} bytes; a policy has at most {POLICY_BYTES_MAX}: give its file"
        )
    text = decode(raw, what)
    if is_deep_toml(text):
        raise InvalidInput(f"{what} is nested deeper than {DEPTH_MAX}; a policy has tables alone")
    try:
        return tomllib.loads(text)
    except ValueError as error:  # also for a whole number of thousands of digits
        raise InvalidInput(f"{what} is not TOML: {error}; correct it there") from None


def _base(file: _File) -> Policy:
    base = file.text("base", file.told) if "base" in file.told else DEFAULT.name
    if base not in PRESETS:
        raise InvalidInput(
            f"base is {_shown(base)} in {file.what}; the presets are {', '.join(PRESETS)}"
        )
    return PRESETS[base]


def _part(file: _File, part: str, base: Part, name: str) -> Part:
    found = file.told.get(part, {})
    if not isinstance(found, dict):
        raise InvalidInput(f"{part} is {_shown(found)} in {file.what}; write it as [{part}]")
    table = cast("Table", found)  # the keys of TOML are text
    named: tuple[str, ...] = ("name",) if _has_name(PARTS[part]) else ()
    file.check_keys(table, (*named, *allowed_in(PARTS[part])), table=part)
    given = {key: _value(file, part, key) for key in table if key not in named}
    if named:
        given["name"] = file.text("name", table) if "name" in table else name
    return replace(base, **given)


def _has_name(part: type[Part]) -> bool:
    return "name" in part.__struct_fields__


def _value(file: _File, part: str, key: str) -> Constant:
    """The constant as it is used; a whole number may stand where any may."""
    value, allowed = file.told[part][key], allowed_in(PARTS[part])[key]
    if isinstance(allowed, Choice):
        wrong = not isinstance(value, list if allowed.several else str)
        kind: type = tuple if allowed.several else str
        wanted = "a list of words" if allowed.several else "a word"
    else:
        kind = int if isinstance(getattr(PARTS[part](), key), int) else float
        wrong = isinstance(value, bool) or not isinstance(
            value, int if kind is int else int | float
        )
        wanted = "a whole number" if kind is int else "a number"
    if wrong:
        raise InvalidInput(
            f"[{part}] {key} is {_shown(value)} in {file.what}; give {wanted}, {allowed}"
        )
    if not allowed.hold(value):  # before it is converted: a number may be too large for that
        raise InvalidInput(
            f"[{part}] {key} is {_shown(value)} in {file.what}; allowed is {allowed}"
        )
    constant: Constant = kind(value)
    return constant


def _advice(key: str, known: tuple[str, ...], table: str) -> str:
    homes = [part for part, kind in PARTS.items() if key in allowed_in(kind) and part != table]
    if homes:
        return f" it belongs in [{homes[0]}];"
    near = get_close_matches(key, known, n=1)
    return f" did you mean {near[0]!r}?" if near else ""


def _shown(value: object) -> str:
    shown = repr(value) if isinstance(value, str | bool | int | float) else type(value).__name__
    return shown if len(shown) <= _FOUND_CHARS_MAX else shown[:_FOUND_CHARS_MAX] + "…"


def _quoted(text: str) -> str:
    """A basic string; TOML escapes as JSON does, and the delete character besides."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
