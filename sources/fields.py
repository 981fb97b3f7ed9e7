"""Fields of JSON objects, whose names and units differ from one producer to the next."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, TypeAlias

from ..domain import times
from ..domain.errors import InvalidInput
from ..domain.events import IMPORTANCE_DEFAULT, IMPORTANCE_MAX
from ..domain.hygiene import without_surrogates
from ..domain.nesting import DEPTH_MAX, is_deep_json
from .text import one_line

Json: TypeAlias = "str | bool | list[Json] | dict[str, Json] | None"  # a number is a `Number`
Fields: TypeAlias = dict[str, Json]

_MILLISECONDS_FROM: Final = 1e11  # as seconds this were the year 5138
_NUMBER_IN_TEXT: Final = re.compile(r"\d{9,}(\.\d+)?")  # a shorter one may be a day, like 20260301
_SHOWN_CHARS_MAX: Final = 60


class Number(str):
    """A JSON number as it was written, so that 4.50 stays 4.50."""

    __slots__ = ()


def read_json(text: str, what: str) -> Json:
    """One JSON value with its numbers as they are written; a key that stands twice is refused."""
    if is_deep_json(text):
        raise InvalidInput(f"{what} is nested deeper than {DEPTH_MAX} levels; flatten it")
    try:
        value: Json = json.loads(
            text,
            parse_int=Number,
            parse_float=Number,
            parse_constant=Number,
            object_pairs_hook=lambda pairs: _object(pairs, what),
        )
    except json.JSONDecodeError as error:
        line = f"line {error.lineno}, " if "\n" in text else ""
        raise InvalidInput(
            f"{what} is not JSON: {error.msg.lower()} ({line}column {error.colno})"
        ) from None
    return value


def spelled_alike(fields: Fields) -> Fields:
    """With `createdAt`, `Created-At` and `created_at` under one name, for `first`."""
    return {_plain(key): value for key, value in reversed(fields.items())}


def first(fields: Fields, names: Sequence[str]) -> Json:
    """The first of the named fields that holds something; None if none does."""
    values = (fields.get(_plain(name)) for name in names)
    return next((value for value in values if value is not None and value != ""), None)


def text_of(value: Json) -> str | None:
    """A string, number or truth value as one line; None for anything else."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return one_line(value) if isinstance(value, str) else None


def moment(value: Json, what: str) -> int:
    """ISO 8601, or seconds or milliseconds since 1970 as a number."""
    try:
        found = times.parse(_time(value))
        times.to_datetime(found)
    except (InvalidInput, OverflowError):
        raise InvalidInput(
            f"{what} has the time {shown(value)}, which cannot be read; give one like"
            " 2026-03-01T18:30:00+01:00, or the seconds since 1970"
        ) from None
    return found


def importance(value: Json, what: str) -> float:
    """From 0 to 10; nothing given is the default."""
    if value is None:
        return IMPORTANCE_DEFAULT
    number = _number(value)
    if number is None or not 0.0 <= number <= IMPORTANCE_MAX:
        raise InvalidInput(
            f"{what} has the importance {shown(value)}; give a number from 0 to {IMPORTANCE_MAX:g}"
        )
    return number


def shown(value: object) -> str:
    """A value as an error shows it, shortened."""
    text = str(value) if isinstance(value, Number) else repr(value)
    text = without_surrogates(text)
    return text if len(text) <= _SHOWN_CHARS_MAX else text[:_SHOWN_CHARS_MAX] + "…"


def keys_of(fields: Fields) -> str:
    """The names of the fields as an error lists them."""
    return ", ".join(shown(str(key)) for key in fields) or "none"


@lru_cache(maxsize=1024)
def _plain(key: str) -> str:
    return re.sub(r"[\s_-]", "", key).casefold()


def _object(pairs: list[tuple[str, Json]], what: str) -> Fields:
    made: Fields = dict(pairs)
    if len(made) < len(pairs):
        [(twice, _)] = Counter(key for key, _ in pairs).most_common(1)
        raise InvalidInput(f"{what} has the key {shown(twice)} twice in one object; keep one")
    return made


def _time(value: Json) -> str | float:
    if isinstance(value, Number) or (
        isinstance(value, str) and _NUMBER_IN_TEXT.fullmatch(value.strip())
    ):
        number = float(value)
        return number / 1000 if abs(number) > _MILLISECONDS_FROM else number
    return value if isinstance(value, str) else ""


def _number(value: Json) -> float | None:
    try:
        return float(value) if isinstance(value, str) else None
    except ValueError:
        return None
