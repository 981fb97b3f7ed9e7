"""What programs read: plain objects, with every moment spelled out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

import msgspec

from .times import iso

Json: TypeAlias = "dict[str, Json] | Sequence[Json] | str | int | float | bool | None"

_POSITIONS: Final = ("planned_at", "seen_at")  # of events: places in the journal, not moments


def readable(result: object) -> Json:
    """Structs as objects, and every moment, which is a field ending in `_at`, as ISO 8601."""
    return _with_dates(msgspec.to_builtins(result))


def _with_dates(value: Json, name: str = "") -> Json:
    match value:
        case dict():
            return {key: _with_dates(each, key) for key, each in value.items()}
        case list() | tuple():
            return [_with_dates(each) for each in value]
        case str():
            return value.encode("utf-8", "replace").decode()
        case int() if name.endswith("_at") and name not in _POSITIONS:
            return iso(value)
        case _:
            return value
