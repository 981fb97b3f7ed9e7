"""The scores of a search over what is kept in memory, and which of them are the best."""

from __future__ import annotations

from math import log
from typing import Final

import msgspec
import numpy as np

from ..domain.events import IMPORTANCE_MAX
from ..domain.mind_policy import BlendPolicy
from ..domain.times import DAY
from .answer import LEAST
from .hot import NEVER, Hot
from .hot_matches import Floats, Indexes
from .reading import Reading
from .standing import Standing

DIGITS: Final = 9  # beyond which equal scores differ by the order of their sums


class Ranked(msgspec.Struct):
    """Items with the parts of their scores."""

    items: Indexes
    relevance: Floats
    retention: Floats
    importance: Floats
    trust: Floats
    key: Floats
    score: Floats | None = None  # else the product of its parts

    def score_of(self, place: int) -> float:
        """What the parts of a score come to."""
        if self.score is not None:
            return float(self.score[place])
        whole = float(self.relevance[place]) * float(self.retention[place])
        return whole * float(self.importance[place]) * float(self.trust[place])


def scored(
    hot: Hot,
    items: Indexes,
    match: Floats,
    *,
    weight: float,
    reading: Reading,
    stands: Standing | None,
) -> Ranked:
    """The parts of the score of each item, and in what order they come."""
    policy = reading.policy
    trust = hot.trust.rows[items] if stands is None else stands.trust[items]
    relevance = match / (match + policy.half_score_at * weight)
    lost: Floats = 1.0 - hot.importance.rows[items] / IMPORTANCE_MAX
    counted = 1.0 if policy.blend.form == "sum" else policy.importance_weight
    importance = 1.0 - counted * lost
    key: Floats = np.log(np.maximum(relevance * importance * trust, LEAST))
    if stands is not None and policy.decay.curve != "half-life":
        retention = stands.retention[items]
        key += np.log(np.maximum(retention, LEAST))
    else:
        retention, logarithm = _by_date(hot, items, reading)
        key += logarithm
    return Ranked(items, relevance, retention, importance, trust, np.round(key, DIGITS))


def _by_date(hot: Hot, items: Indexes, reading: Reading) -> tuple[Floats, Floats]:
    """What is left by the half-life, and its logarithm, which is still told where nothing is."""
    dates = hot.dated_at.rows.take(items)
    fades = (dates != NEVER) & ~hot.is_promoted.rows.take(items)
    half_life = reading.policy.half_life_days * DAY
    half_lives = np.where(fades, np.maximum(reading.now - dates, 0) / half_life, 0.0)
    floor = reading.policy.retention_floor
    retention: Floats = floor + (1.0 - floor) * np.exp2(-half_lives)
    return retention, np.log(retention) if floor > 0.0 else -half_lives * log(2.0)


def add_up(ranked: Ranked, blend: BlendPolicy, *, vector: Floats, stands: Standing) -> None:
    """The score as the sum of its shares; what is not there adds nothing."""
    graph = stands.graph
    sums = (
        blend.recency_share * ranked.retention
        + blend.importance_share * ranked.importance
        + blend.relevance_share * ranked.relevance
        + blend.graph_share * (0.0 if graph is None else graph[ranked.items])
        + blend.vector_share * vector
    )
    score: Floats = ranked.trust * sums
    ranked.score = score
    key: Floats = np.log(np.maximum(score, LEAST))
    ranked.key = np.round(key, DIGITS)


def first(ranked: Ranked, limit: int) -> list[int]:
    """The best places, in order; equal ones in the order in which their items came in."""
    if len(ranked.key) > limit:
        last = -np.partition(-ranked.key, limit - 1)[limit - 1]
        places = np.flatnonzero(ranked.key >= last)
    else:
        places = np.arange(len(ranked.key))
    order = np.lexsort((ranked.items[places], -ranked.key[places]))
    return [int(place) for place in places[order][:limit]]


def standing_in(hot: Hot, standing: Standing) -> Standing:
    """The same for each item that is in memory."""
    told = {
        name: hot.for_each(standing.d, values)
        for name in ("left", "retention", "trust", "is_hidden", "is_archived", "graph", "joins")
        if (values := getattr(standing, name)) is not None
    }
    return Standing(d=hot.d.rows, **told)
