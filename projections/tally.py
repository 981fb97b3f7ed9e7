"""What the words of a question are weighed by: sums over a store, which add up over several."""

from __future__ import annotations

from collections.abc import Sequence
from math import log

import msgspec


class Tally(msgspec.Struct, frozen=True, kw_only=True):
    """How much there is to search, and how much of it has each term of a question.

    The holders are in the order of the terms. Lengths are in terms.
    """

    parts: int
    own_length: float  # of all parts, and so of all sessions
    length: float  # of all parts with what their neighbours count
    holders: tuple[int, ...]
    sessions: int
    session_holders: tuple[int, ...]

    @property
    def mean_length(self) -> float:
        """Of a part with its neighbours."""
        return self.length / max(self.parts, 1)

    @property
    def mean_session(self) -> float:
        """Of all parts of a session."""
        return self.own_length / max(self.sessions, 1)

    @property
    def weights(self) -> tuple[float, ...]:
        """What each term is worth."""
        return tuple(idf(self.parts, holders) for holders in self.holders)

    def session_weight(self, place: int) -> float:
        """What a term is worth where whole sessions are compared."""
        return idf(self.sessions, self.session_holders[place])


class Best(msgspec.Struct, frozen=True):
    """The most that the words of a question are worth in any part, and in any session."""

    part: float
    session: float


class Scale(msgspec.Struct, frozen=True):
    """What a store measures its items by when it is searched together with others."""

    tally: Tally
    best: Best

    @property
    def weight(self) -> float:
        """Of all terms that were asked for."""
        return sum(self.tally.weights)

    @property
    def worth(self) -> float:
        """What a signal of weight 1 is worth: as much as the best match of words."""
        return self.best.part or self.weight


def idf(size: int, holders: int) -> float:
    """What a term is worth that so many of all have: the rarer, the more."""
    return log(1.0 + (size - holders + 0.5) / (holders + 0.5))


def total(tallies: Sequence[Tally]) -> Tally:
    """That of all stores together, of which there is one at least."""
    return Tally(
        parts=sum(each.parts for each in tallies),
        own_length=sum(each.own_length for each in tallies),
        length=sum(each.length for each in tallies),
        holders=_added([each.holders for each in tallies]),
        sessions=sum(each.sessions for each in tallies),
        session_holders=_added([each.session_holders for each in tallies]),
    )


def best_of_all(bests: Sequence[Best]) -> Best:
    """That of all stores together, of which there is one at least."""
    return Best(max(each.part for each in bests), max(each.session for each in bests))


def _added(counts: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    return tuple(sum(column) for column in zip(*counts, strict=True))
