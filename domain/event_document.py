"""An event as one object for programs, the same wherever it is printed or written."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

import msgspec

from .events import BlockRecord, Erased, Event, tag_of
from .times import iso

Field: TypeAlias = "msgspec.Struct | tuple[Field, ...] | str | int | float | None"

# Moments whose names do not tell so; the rest end in `_at`.
_MOMENTS: Final = frozenset({"after", "before", "since", "valid_from", "valid_until"})


class DayLine(msgspec.Struct, frozen=True):
    """One event in the files of its day: a line for people, and one object for programs."""

    day: str  # in UTC, like 2026-03-01
    told: str
    document: bytes


def event_document(position: int, event: Event, sources: Sequence[str]) -> dict[str, object]:
    """Every field that it has, by its name, also where it says the usual."""
    known: dict[str, object] = {
        "position": position,
        "type": tag_of(type(event)),
        "recorded_at": event.recorded_at,
    }
    if isinstance(event, Erased):
        return known | {"what": event.what}
    names = (name for name in event.__struct_fields__ if name not in ("recorded_at", "roots"))
    fields = {name: _whole(getattr(event, name), name) for name in names}
    return known | {"sources": sources} | fields


def _whole(value: Field, name: str = "") -> object:
    match value:
        case BlockRecord():  # by what a forgotten text is known again is for nobody to keep
            return {"approved_by": value.approved_by}
        case msgspec.Struct():
            return {each: _whole(getattr(value, each), each) for each in value.__struct_fields__}
        case tuple():
            return [_whole(each) for each in value]
        case int() if name in _MOMENTS:
            return iso(value)
        case _:
            return value
