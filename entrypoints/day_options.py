"""The options of commands that can be asked about another day."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from click import option

from .options import Command

if TYPE_CHECKING:
    from ..asking.as_of import AsOf
    from ..memory import Memory

# Digits alone are a position; more of them than any journal has events are left to be a bad date.
_POSITION: Final = re.compile(r"\s*[0-9]{1,18}\s*")


def as_of_option(command: Command) -> Command:
    """`--as-of`, for what can only be asked about what was known."""
    return option(
        "--as-of",
        metavar="DATE|POSITION",
        help="As it was known then: at a date, or after so many events.",
    )(command)


def day_options(command: Command) -> Command:
    """`--as-of` and `--valid`: what was known at one moment, and was true at another."""
    valid = option(
        "--valid",
        metavar="DATE",
        help="Only what was true in the world then, superseded since or not.",
    )
    return as_of_option(valid(command))


def past_of(memory: Memory, as_of: str | None, valid: str | None = None) -> AsOf | None:
    """The memory of that day; None unless a day was named."""
    if as_of is None and valid is None:
        return None
    return memory.as_of(None if as_of is None else day_or_position(as_of), valid=valid)


def day_or_position(said: str) -> str | int:
    """A position where it is digits alone, else what should be a date."""
    return int(said) if _POSITION.fullmatch(said) else said


def state_of(memory: Memory, as_of: str | None, valid: str | None = None) -> Memory | AsOf:
    """What answers for that day: the memory itself unless a day was named."""
    return past_of(memory, as_of, valid) or memory
