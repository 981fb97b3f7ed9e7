"""A snapshot of what the memory has in mind: what it consists of, and how much room each part has.

The parts and their room are those of ktao's design, whose 2,000 tokens are about 100 of identity,
150 of its owner, 100 of constraints, 800 of what ranks first, 600 of an index and 200 of the last
hours. What one part leaves goes to those after it.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

import msgspec

from ..domain.events import Hit
from ..domain.identity import ItemId
from ..domain.kinds import Kind

Part: TypeAlias = Literal["identity", "owner", "constraints", "top", "index", "recent"]

ROOM: Final[dict[Part, float]] = {
    "identity": 0.05,
    "owner": 0.075,
    "constraints": 0.05,
    "top": 0.40,
    "index": 0.30,
    "recent": 0.10,
}
"""Of all tokens; what is missing to 1 is for the headings."""

FIRST_ROOM: Final = (0.40, 0.25, 0.15)
"""Of `top`, for the first, the second and the third; the others share the rest."""

INDEX_CHARS_MAX: Final = 40
"""Of a text in the index, as ktao's design has it."""

ABOUT: Final[dict[str, Part]] = {"self": "identity", "owner": "owner"}
"""What is told about the agent itself, and about whoever it works for: facts with these subjects,
and all that came from a source of these kinds, such as `self/manner`."""

PINNED_FROM: Final = 9.0
"""Importance, of 10, from which on an item is a constraint; 0.9 of 1 in ktao's code."""

TRUST_MIN: Final = 0.5
"""What has lost more than half of its trust to contradictions is not told. A judgement: one full
contradiction takes half, and two texts that contradict each other are both shown."""


class Candidate(msgspec.Struct, frozen=True, kw_only=True):
    """An item that may be told, with what the recall of it is recorded with."""

    d: int
    hit: Hit
    kind: Kind
    text: str
    author: str
    source: str | None
    dated_at: int | None
    confidence: float
    is_contradicted: bool

    @property
    def item(self) -> ItemId:
        """Its id."""
        return self.hit.item


class Cited(msgspec.Struct, frozen=True, kw_only=True):
    """One item as a snapshot tells it; the `rank` is its place there."""

    rank: int
    item: ItemId
    kind: Kind
    confidence: float
    trust: float  # that contradictions have left to it
    text: str  # as it is told: the beginning alone where there was no room for all
    is_whole: bool
    author: str
    source: str | None
    dated_at: int | None


class Snapshot(msgspec.Struct, frozen=True, kw_only=True):
    """What an agent should have in mind, for a place in its prompt.

    `top` is told in full where there is room, `index` only by its beginnings. `tokens` are counted
    on the safe side. A `warning` says why words alone ranked what a question was to find by
    meaning.
    """

    query: str
    identity: tuple[Cited, ...]
    owner: tuple[Cited, ...]
    constraints: tuple[Cited, ...]
    top: tuple[Cited, ...]
    index: tuple[Cited, ...]
    recent: tuple[Cited, ...]
    text: str
    tokens: int
    tokens_max: int
    position: int  # of the last event that it knew of
    made_at: int
    warning: str = ""

    @property
    def cited(self) -> tuple[Cited, ...]:
        """All that is told, in its order."""
        parts = (getattr(self, part) for part in ROOM)
        return tuple(each for part in parts for each in part)
