"""What the words of a question are worth in each text and each session, in memory."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

import msgspec
import numpy as np
import numpy.typing as npt

from ..domain.policy import RankingPolicy
from .hot import Hot
from .hot_postings import Counts, Rows
from .tally import Best, Tally, idf

Floats: TypeAlias = npt.NDArray[np.float64]
Mask: TypeAlias = npt.NDArray[np.bool_]
Indexes: TypeAlias = npt.NDArray[np.intp]

_FEW: Final = 50  # a fiftieth of all sessions is sorted faster than all are looked through


class _Scratch(msgspec.Struct):
    """One place for each part and one for none, all of them zero between two words."""

    context: float  # what a word of a neighbour counts
    frequency: Floats
    seen: Mask


class Matches(msgspec.Struct):
    """What the words of a question are worth in each part and in each session."""

    parts: Floats
    has_word: Mask  # itself, and not only in a neighbour
    sessions: Floats
    weight: float  # of all words

    @property
    def best(self) -> Best:
        """The most that they are worth anywhere here."""
        return Best(float(self.parts.max(initial=0.0)), float(self.sessions.max(initial=0.0)))


def matches_in_memory(
    hot: Hot, terms: Sequence[str], policy: RankingPolicy, *, tally: Tally | None = None
) -> Matches:
    """BM25 of every part, in which its neighbours count for less, and of every session.

    With a `tally` the words are weighed by that of several stores.
    """
    size, context = len(hot.u), policy.context_weight
    lengths, neighbours = hot.length.rows, hot.context.rows
    mean = hot.mean_length(context) if tally is None else tally.mean_length
    weight = 0.0 if terms else 1.0  # without any word, what meaning is measured by
    has_word, sessions = np.zeros(size, np.bool_), np.zeros(len(hot.session_length))
    found = Matches(np.zeros(size), has_word, sessions, weight)
    scratch = _Scratch(context, np.zeros(size + 1), np.zeros(size + 1, np.bool_))
    for place, term in enumerate(terms):
        rows, counts = hot.postings.of(term)
        having = (size, len(rows)) if tally is None else (tally.parts, tally.holders[place])
        weight = idf(*having)
        found.weight += weight
        if not len(rows):
            continue
        has_word[rows] = True
        touched = _spread(hot, rows, counts, scratch)
        length = lengths[touched] + context * neighbours[touched] if context else lengths[touched]
        found.parts[touched] += weight * _saturated(
            scratch.frequency[touched], length / mean, policy
        )
        scratch.frequency[touched] = 0.0
        if policy.session_weight:
            figures = None if tally is None else (tally.session_weight(place), tally.mean_session)
            _add_sessions(hot, found.sessions, (rows, counts), policy, figures=figures)
    return found


def tally_in_memory(hot: Hot, terms: Sequence[str], policy: RankingPolicy) -> Tally:
    """What this store adds to the sums of all; sessions are counted where they have a weight."""
    postings = [hot.postings.of(term) for term in terms]
    sessions = len(hot.session_length)
    own_length = float(hot.length.rows.sum())
    return Tally(
        parts=len(hot.u),
        own_length=own_length,
        length=own_length + policy.context_weight * float(hot.context.rows.sum()),
        holders=tuple(len(rows) for rows, _ in postings),
        sessions=sessions,
        session_holders=tuple(
            len(_counted(hot.session.rows[rows], counts, sessions)[0])
            if policy.session_weight
            else 0
            for rows, counts in postings
        ),
    )


def _spread(hot: Hot, rows: Rows, counts: Counts, scratch: _Scratch) -> Indexes:
    """Counts the term in each part and, for less, in those that it is a neighbour of.

    Who has no neighbour counts for the place -1, which is the last one and nobody's.
    """
    frequency, seen = scratch.frequency, scratch.seen
    frequency[rows] = counts
    if not scratch.context:
        return rows.astype(np.intp)
    shares = scratch.context * counts
    touched = [rows]
    for counts_for in hot.counts_for:
        others = counts_for.rows[rows]
        frequency[others] += shares
        touched.append(others)
    for places in touched:
        seen[places] = True
    found = np.flatnonzero(seen[:-1])
    seen[found] = False
    return found


def _add_sessions(
    hot: Hot,
    sums: Floats,
    having_it: tuple[Rows, Counts],
    policy: RankingPolicy,
    *,
    figures: tuple[float, float] | None,
) -> None:
    """The weight of the word and the mean length may be told, as `figures`."""
    rows, counts = having_it
    sessions = hot.session.rows[rows]
    having, frequency = _counted(sessions, counts, len(sums))
    lengths = hot.session_length.rows
    weight, mean = figures or (idf(len(lengths), len(having)), float(lengths.mean()))
    sums[having] += weight * _saturated(frequency, lengths[having] / mean, policy)


def _counted(sessions: Rows, counts: Counts, size: int) -> tuple[Indexes, Floats]:
    """The sessions that there are, and how much is counted for each."""
    if len(sessions) * _FEW < size:
        order = np.argsort(sessions)
        inorder = sessions[order]
        starts = np.flatnonzero(np.diff(inorder, prepend=-1))
        sums: Floats = np.add.reduceat(counts[order], starts, dtype=np.float64)
        return inorder[starts].astype(np.intp), sums
    everywhere: Floats = np.bincount(sessions, weights=counts, minlength=size).astype(np.float64)
    among = np.flatnonzero(everywhere)
    return among, everywhere[among]


def _saturated(frequency: Floats, relative_length: Floats, policy: RankingPolicy) -> Floats:
    norm = policy.k1 * (1.0 - policy.b + policy.b * relative_length)
    saturated: Floats = frequency * (policy.k1 + 1.0) / (frequency + norm)
    return saturated
