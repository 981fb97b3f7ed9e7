"""Whether a recall that is asked again gives what was recorded, and if not, why."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..domain.events import Hit
from ..projections.answer import Answer
from .explanation import Comparison, Ranking
from .movement import SAME
from .rerun import Rerun

UNKNOWN: Final = (
    "something that it knew of is forgotten since, or an older version of lethelog answered"
)
"""Why a record and the same once more may differ, where nothing else tells."""


def compared(past: Rerun, then: Ranking) -> Comparison:
    """The record beside the same ranking once more."""
    again = Answer(tuple(each.found for each in then.answers), then.suppressed)
    is_equal = are_equal(past.hits, again.hits()) and set(past.suppressed) == set(then.suppressed)
    beside = past.how.beside
    missing = () if beside else gaps_in(past.hits)
    reasons: list[str] = []
    if not past.is_how_kept:
        reasons.append(
            "the journal did not keep how it was asked yet: the constants in force then and no"
            " filters are assumed"
        )
    if then.warning:
        reasons.append(then.warning)
    if beside:
        reasons.append(
            f"{beside} other stores were searched with this one: recorded are ranks and scores"
            " among all of them, and here this store ranks alone"
        )
    elif missing:
        reasons.append("some of what it returned is forgotten since")
    elif not is_equal and past.is_how_kept and not then.warning:
        reasons.append(UNKNOWN)
    return Comparison(is_equal=is_equal, ranks_missing=missing, reasons=tuple(reasons))


def gaps_in(hits: Sequence[Hit]) -> tuple[int, ...]:
    """The ranks of what is forgotten since; those at the end leave none."""
    ranks = {hit.rank for hit in hits}
    return tuple(rank for rank in range(1, max(ranks, default=0)) if rank not in ranks)


def are_equal(recorded: Sequence[Hit], again: Sequence[Hit]) -> bool:
    """Whether they are the same items at the same ranks, with the same parts of their scores."""
    if [(hit.rank, hit.item) for hit in recorded] != [(hit.rank, hit.item) for hit in again]:
        return False
    return all(
        abs(getattr(old, name) - getattr(new, name)) <= SAME
        for old, new in zip(recorded, again, strict=True)
        for name in ("score", "relevance", "retention", "importance", "trust")
    )
