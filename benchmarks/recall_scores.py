"""How much of the evidence a search finds, and how high: the measures that all benches share."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from itertools import zip_longest
from typing import Final, TypeAlias

import msgspec

DEPTHS: Final = (5, 10, 25, 50)
GAIN_DEPTH: Final = 10
SHARES: Final = (1.0, 0.5, 0.25)  # of its best three items, in the score of a session

Scores: TypeAlias = dict[str, float]


class Ranking(msgspec.Struct, frozen=True, kw_only=True):
    """One question: the names that answer it, and the names that a search gave, best first.

    Evidence that is not in the data set stays, and is never found. Where there is no evidence at
    all, all of it is found: that is how some protocols count, and only they look at such questions.
    """

    conversation: str
    group: str
    evidence: frozenset[str]
    found: tuple[str, ...]

    def recall(self, depth: int) -> float:
        """The share of the evidence among the first `depth`."""
        if not self.evidence:
            return 1.0
        return len(self.evidence.intersection(self.found[:depth])) / len(self.evidence)

    def hit(self, depth: int) -> float:
        """One where any evidence is among the first `depth`, else zero."""
        return float(not self.evidence.isdisjoint(self.found[:depth]))

    def reciprocal_rank(self) -> float:
        """One over the rank of the first evidence; 0 where there is none."""
        return next((1 / rank for rank, name in self._ranked() if name in self.evidence), 0.0)

    def gain(self, depth: int) -> float:
        """NDCG at `depth`, where every piece of evidence counts the same."""
        reached = [rank for rank, name in self._ranked() if name in self.evidence and rank <= depth]
        best = range(1, min(len(self.evidence), depth) + 1)
        return sum(map(_discount, reached)) / sum(map(_discount, best))

    def _ranked(self) -> enumerate[str]:
        return enumerate(self.found, start=1)


def scores(rankings: Sequence[Ranking], depths: Sequence[int] = DEPTHS) -> Scores:
    """The mean of every measure, in percent, and the number of questions."""
    of_each: dict[str, list[float]] = {}
    for depth in depths:
        of_each[f"recall@{depth}"] = [each.recall(depth) for each in rankings]
    for depth in depths:
        of_each[f"hit@{depth}"] = [each.hit(depth) for each in rankings]
    of_each["mrr"] = [each.reciprocal_rank() for each in rankings]
    of_each[f"ndcg@{GAIN_DEPTH}"] = [each.gain(GAIN_DEPTH) for each in rankings]
    return {"questions": len(rankings), **{name: mean(v) for name, v in of_each.items()}}


def mean(values: Sequence[float]) -> float:
    """The mean in percent, to two places."""
    return round(100 * math.fsum(values) / len(values), 2)


def best_sessions(hits: Iterable[tuple[str, float]]) -> tuple[str, ...]:
    """Sessions by the scores of their best three items, from (session, score), best first.

    Equal sums stand in the order in which the sessions first appear.
    """
    best: dict[str, list[float]] = {}
    for session, score in hits:
        kept = best.setdefault(session, [])
        if len(kept) < len(SHARES):
            kept.append(score)
    weighed = {
        session: sum(share * score for share, score in zip_longest(SHARES, kept, fillvalue=0.0))
        for session, kept in best.items()
    }
    return tuple(sorted(weighed, key=lambda session: -weighed[session]))


def table(groups: Mapping[str, Scores]) -> str:
    """One line a group, one column a measure."""
    names = list(next(iter(groups.values())))
    lines = [f"{'':26}" + "".join(f"{name:>10}" for name in names)]
    lines += [
        f"{group:26}" + "".join(_cell(name, found[name]) for name in names)
        for group, found in groups.items()
    ]
    return "\n".join(lines)


def percentile(values: Sequence[float], share: float) -> float:
    """The smallest value that at least this share of the values does not exceed."""
    return sorted(values)[max(math.ceil(share * len(values)) - 1, 0)]


def _discount(rank: int) -> float:
    return 1 / math.log2(rank + 1)


def _cell(name: str, value: float) -> str:
    return f"{value:10.0f}" if name == "questions" else f"{value:10.1f}"
