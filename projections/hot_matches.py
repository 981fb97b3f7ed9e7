"""What the words of a question are worth in each text and each session, in memory."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

import msgspec
import numpy as np
import numpy.typing as npt
from msgspec.structs import replace

from ..domain.policy import RankingPolicy
from .hot import Hot
from .hot_lengths import Lengths
from .hot_postings import Counts, Rows
from .tally import Best, Tally, idf

Floats: TypeAlias = npt.NDArray[np.float64]
Mask: TypeAlias = npt.NDArray[np.bool_]
Indexes: TypeAlias = npt.NDArray[np.intp]

_NOBODY: Final = np.array([-1])
_FEW: Final = 50  # a fiftieth of all is looked up, or sorted, faster than all are looked through


class Matches(msgspec.Struct):
    """What the words of a question are worth in each part and in each session."""

    rows: Indexes  # of the parts in which they are worth something, in order
    worth: Floats  # in each of these
    has_word: Mask  # of all parts; itself, and not only in a neighbour
    sessions: Floats
    weight: float  # of all words

    def among(self, rows: Indexes, these: Mask) -> tuple[Matches, Indexes]:
        """The same with `these` of the rows alone, where they are its own, and these rows."""
        if rows is not self.rows:
            return self, rows[these]
        if these.all():
            return self, rows
        kept = replace(self, rows=rows[these], worth=self.worth[these])
        return kept, kept.rows

    def at(self, rows: Indexes) -> Floats:
        """What they are worth in each of these rows."""
        if rows is self.rows:
            return self.worth
        everywhere = np.zeros(len(self.has_word))
        everywhere[self.rows] = self.worth
        return everywhere[rows]

    @property
    def best(self) -> Best:
        """The most that they are worth anywhere here."""
        return Best(float(self.worth.max(initial=0.0)), float(self.sessions.max(initial=0.0)))


class _Saturation(msgspec.Struct):
    """What a count is worth in a text of a length, by BM25: `count / (count + norm)`."""

    at_no_length: float
    each_term: float

    def of(self, counts: Floats, lengths: Floats, worth: float) -> Floats:
        """Times `worth`."""
        norms = lengths * self.each_term
        norms += self.at_no_length
        norms += counts
        np.divide(counts, norms, out=norms)
        norms *= worth
        return norms


class _Sums(msgspec.Struct):
    """Adds up what words are worth in each part; its last place is nobody's."""

    hot: Hot
    lengths: Lengths
    saturation: _Saturation
    worth: Floats
    frequency: Floats  # zero between two words
    touched: list[Indexes]

    def add(self, rows: Rows, counts: Counts, worth: float) -> None:
        """One word more, which stands in these rows."""
        places = self._counted(rows.astype(np.intp), counts)
        frequency, lengths = self.frequency, self.lengths.rows
        if self.saturation.at_no_length > 0.0 and len(rows) * _FEW > len(frequency):
            self.worth += self.saturation.of(frequency, lengths, worth)
            frequency.fill(0.0)
        else:  # a place that is there twice is given the same twice
            given = self.saturation.of(frequency.take(places), lengths.take(places), worth)
            self.worth[places] += given
            frequency[places] = 0.0
        self.touched.append(places)

    def _counted(self, rows: Indexes, counts: Counts) -> Indexes:
        """Counts the word in each row and, for less, in those that it is a neighbour of.

        Who has no neighbour counts for the place -1. Some of the places come twice.
        """
        self.frequency[rows] = counts
        if not self.lengths.context_weight:
            return rows
        shares = self.lengths.context_weight * counts
        near = [column.rows.take(rows).astype(np.intp) for column in self.hot.counts_for]
        for others in near:
            np.add.at(self.frequency, others, shares)  # takes half as long as +=
        return np.concatenate((rows, *near))

    def rows(self) -> Indexes:
        """Where any word is worth something, in order."""
        size = len(self.worth) - 1
        if sum(map(len, self.touched)) * _FEW > size:
            return np.flatnonzero(self.worth[:-1] > 0.0)
        places = np.sort(np.concatenate((_NOBODY, *self.touched)))
        return places[1:][np.diff(places) > 0]


def matches_in_memory(
    hot: Hot, terms: Sequence[str], policy: RankingPolicy, *, tally: Tally | None = None
) -> Matches:
    """BM25 of every part, in which its neighbours count for less, and of every session.

    With a `tally` the words are weighed by that of several stores.
    """
    postings = [hot.postings.of(term) for term in terms]
    weights = tally.weights if tally else [idf(len(hot.u), len(rows)) for rows, _ in postings]
    lengths = hot.lengths(policy.context_weight)
    mean = tally.mean_length if tally else lengths.total / len(hot.u)
    has_word, sessions = np.zeros(len(hot.u), np.bool_), np.zeros(len(hot.session_length))
    with hot.zeros.of(len(lengths.rows)) as worth, hot.zeros.of(len(lengths.rows)) as frequency:
        sums = _Sums(hot, lengths, _saturation(policy, mean), worth, frequency, [])
        for place, (rows, counts) in enumerate(postings):
            if not len(rows):
                continue
            has_word[rows] = True
            sums.add(rows, counts, weights[place] * (policy.k1 + 1.0))
            if policy.session_weight:
                figures = (tally.session_weight(place), tally.mean_session) if tally else None
                _add_sessions(hot, sessions, (rows, counts), policy, figures=figures)
        found = sums.rows()
        of_found = worth.take(found)
        if len(found) * _FEW > len(worth):
            worth.fill(0.0)
        worth[found] = worth[-1] = 0.0
    return Matches(found, of_found, has_word, sessions, sum(weights) if terms else 1.0)


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
    lengths = hot.session_length.rows
    having, frequency = _counted(hot.session.rows.take(rows), counts, len(sums))
    weight, mean = figures or (idf(len(lengths), len(having)), float(lengths.mean()))
    worth = weight * (policy.k1 + 1.0)
    sums[having] += _saturation(policy, mean).of(frequency, lengths[having], worth)


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


def _saturation(policy: RankingPolicy, mean_length: float) -> _Saturation:
    """Where nothing has a length, no word stands anywhere."""
    each_term = policy.k1 * policy.b / mean_length if mean_length else 0.0
    return _Saturation(policy.k1 * (1.0 - policy.b), each_term)
