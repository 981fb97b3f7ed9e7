"""The vectors of a store, for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .lines import GOOD, line

if TYPE_CHECKING:
    from ..projections.vector_file import Kept
    from ..replay.meanings import Embedded


def kept(found: Kept) -> str:
    """How many vectors there are of one embedder, and how many parts of texts."""
    used = "" if found.is_used else ", not in use here"
    return f"{found.vectors:,} of {found.parts:,} by {found.embedder}{used}"


def embedded(made: Embedded) -> None:
    """How many parts of texts have a vector now, of how many."""
    line(
        (f"{made.vectors:,} of {made.parts:,}", GOOD),
        f" parts of texts have a vector of {made.embedder}",
    )
