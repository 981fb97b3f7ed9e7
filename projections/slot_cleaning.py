"""Leaves nothing of what was forgotten in the slots of other processes, as far as that can be."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

import msgspec

from .manifest import Manifest, read_manifest, write_manifest
from .slot_files import clear, generations
from .slot_lock import take_lock

UNDER_WAY_SECONDS_MAX: Final = 10.0
"""A read model of a million rows is made anew by then."""

_LOOK_SECONDS: Final = 0.1  # whoever stays current has heard of a forgetting by then
_IN_THE_WAY: Final = "some file of which cannot be removed"


class Cleaned(msgspec.Struct, frozen=True):
    """How many slots were emptied, and what may still hold it, each in words."""

    emptied: int
    held: tuple[str, ...]
    is_under_way: bool
    """Whether some process is making its read model anew, which ends soon."""


def clean_slots(slots: Iterable[Path], own: Path | None, store: str, position: int) -> Cleaned:
    """Empties all that nobody holds and that may hold what was forgotten up to a position.

    `own` is left as it is, and told of where it is not clean.
    """
    emptied, is_under_way = 0, False
    held: list[str] = []
    for slot in slots:
        if read_manifest(slot, store).clean_up_to >= position:
            continue
        if slot == own:
            held.append(f"views/{slot.name}, {_IN_THE_WAY}")
            continue
        lock = take_lock(slot)
        if lock is None:
            held.append(f"views/{slot.name} of another process")
            is_under_way = is_under_way or len(generations(slot)) > 1
            continue
        with lock:
            emptied += bool(generations(slot))
            if clear(slot, keep=set()):
                write_manifest(slot, Manifest(clean_up_to=position), store)
            else:
                held.append(f"views/{slot.name}, {_IN_THE_WAY}")
    return Cleaned(emptied, tuple(held), is_under_way)


def patiently(clean: Callable[[], Cleaned]) -> Cleaned:
    """Cleans until nothing is held but by those who do not shed themselves, or not soon enough."""
    ends_at = time.monotonic() + UNDER_WAY_SECONDS_MAX
    emptied, may_begin = 0, True
    while True:
        cleaned = clean()
        emptied += cleaned.emptied
        is_worth_it = cleaned.held and (cleaned.is_under_way or may_begin)
        if not is_worth_it or time.monotonic() >= ends_at:
            return Cleaned(emptied, cleaned.held, cleaned.is_under_way)
        may_begin = False
        time.sleep(_LOOK_SECONDS)
