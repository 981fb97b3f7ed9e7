"""What a search gives back: the items that answer, with every part of their scores."""

from __future__ import annotations

from typing import Final

import msgspec

from ..domain.events import Hit, Origin
from ..domain.expressions import Window
from ..domain.identity import ItemId
from ..domain.kinds import Kind
from ..domain.ranking import is_asked_for

LEAST: Final = 1e-300
"""Stands for nothing where the logarithm of a score is taken, as of what is not trusted at all."""


class Signals(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """What the relevance of an item was fused from, each as a share of the best that there is."""

    words: float  # BM25 of its best part, with what its neighbours add
    author: float  # 1 where the question names who wrote it
    session: float  # BM25 of all that was said with it
    date: float  # 1 where it is dated near a day that the question names
    time: float  # 1 where the question asks when, and it tells a time
    vector: float  # nearness in meaning, where there are vectors
    graph: float = 0.0  # nearness to what the question names, where that has a share


class Found(msgspec.Struct, frozen=True, kw_only=True):
    """One item that answers, with every part of its score."""

    item: ItemId
    source: str | None  # None where it was made from several
    kind: Kind
    text: str
    part: int  # of the text by which it was found; 0 unless it is long
    title: str
    author: str
    origin: Origin | None  # None where it was made from several
    dated_at: int | None
    is_superseded: bool
    is_evergreen: bool
    has_word: bool  # of the question; else it stands beside one that has, or its author is named
    score: float
    relevance: float
    retention: float
    importance: float
    trust: float
    signals: Signals
    confidence: float = 1.0  # how sure the memory is of it, which is no part of the score
    is_quarantined: bool = False  # it came by a channel of little trust
    earns: bool = True  # whether searches that find it speak for it

    @property
    def counts(self) -> bool:
        """Whether the search counts towards a promotion of the item."""
        return self.earns and is_asked_for(has_word=self.has_word, likeness=self.signals.vector)


class Answer(msgspec.Struct, frozen=True):
    """What was found, best first, and the items that diversity kept out or that had rivals in it.

    `windows` are the times that the question speaks of, for whoever wants to narrow it down to
    one of them; the answer is not narrowed down to them. A `warning` says why words alone ranked
    it where meaning was to count too, and what to do about that.
    """

    found: tuple[Found, ...]
    suppressed: tuple[ItemId, ...] = ()
    windows: tuple[Window, ...] = ()
    warning: str = ""

    def hits(self) -> tuple[Hit, ...]:
        """The same as the journal keeps it: ids and numbers without texts."""
        return tuple(
            Hit(
                item=each.item,
                rank=rank,
                score=each.score,
                relevance=each.relevance,
                retention=each.retention,
                importance=each.importance,
                trust=each.trust,
                counts=each.counts,
            )
            for rank, each in enumerate(self.found, start=1)
        )
