"""What moved an item, and whether a record comes out again, for people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from .lines import GOOD, MARK, line, short, wrapped

if TYPE_CHECKING:
    from ..hindsight.explanation import Comparison
    from ..hindsight.sides import Cause

_CAUSES: Final = {
    "arrived": "came in",
    "policy": "policy changed",
    "corpus": "the memory grew",
    "joined": "something beside it",
    "named": "others are named",
    "days": "days moved",
    "session": "said with it",
    "best": "a better match",
    "suppressed": "kept out",
    "let in": "no longer kept out",
    "passed": "moved up",
    "graph": "what is named",
    "held": "in quarantine",
    "recent": "hours went by",
}


def held_to_the_record(comparison: Comparison) -> None:
    """Whether the same comes out again."""
    if comparison.is_equal:
        line(("equal", GOOD), " to what was recorded")
    else:
        line(("different", MARK), " from what was recorded")
    for reason in comparison.reasons:
        wrapped(reason, indent=4)
    if comparison.ranks_missing:
        ranks = ", ".join(map(str, comparison.ranks_missing))
        line(f"    ranks missing from the record: {ranks}")


def cause_words(cause: Cause) -> str:
    """One reason for a move, with where and by what."""
    where = "" if cause.position is None else f" at {cause.position}"
    by = f" ({ids_of(cause.by)})" if cause.by else ""
    return f"{_CAUSES.get(cause.what, cause.what)}{where}: {cause.words}{by}"


def ids_of(items: Sequence[str]) -> str:
    """The starts of some ids."""
    return ", ".join(map(short, items))
