"""When a recalled item has earned to become evergreen."""

from __future__ import annotations

from collections.abc import Sequence
from math import log1p

import msgspec

from .bounds import FOREVER
from .decay import retention
from .events import Promoted, PromotionScore
from .identity import QueryHash
from .policy import PromotionPolicy
from .times import DAY, days_between


class Evidence(msgspec.Struct, frozen=True):
    """One recall that returned the item, and counts."""

    position: int
    query_hash: QueryHash
    relevance: float
    recalled_at: int


def within(evidence: Sequence[Evidence], now: int, policy: PromotionPolicy) -> list[Evidence]:
    """What counts by then: no recall that is more than `evidence_days` old."""
    return [each for each in evidence if now - each.recalled_at <= policy.evidence_days * DAY]


def promotion_score(
    evidence: Sequence[Evidence], now: int, policy: PromotionPolicy, *, lost: int = 0
) -> PromotionScore:
    """The four parts and their sum, each from 0 to 1.

    Frequency and diversity are `log1p(n) / log1p(norm)`, capped at 1; relevance is the mean text
    match of the recalls, to which each `lost` one adds nothing; recency halves each
    `recency_half_life_days` since the last of them. What is older than `evidence_days` is none.
    """
    counted = within(evidence, now, policy)
    recalls = len(counted)
    queries = len({each.query_hash for each in counted})
    frequency = _share(recalls, policy.recalls_norm)
    diversity = _share(queries, policy.queries_norm)
    relevance = sum(each.relevance for each in counted) / max(recalls + lost, 1)
    recency = _recency(counted, now, policy.recency_half_life_days)
    return PromotionScore(
        recalls=recalls,
        queries=queries,
        frequency=frequency,
        relevance=relevance,
        diversity=diversity,
        recency=recency,
        total=policy.frequency_weight * frequency
        + policy.relevance_weight * relevance
        + policy.diversity_weight * diversity
        + policy.recency_weight * recency,
    )


def shortfalls(score: PromotionScore, policy: PromotionPolicy) -> list[str]:
    """What is still missing for a promotion, in words; empty when it is earned."""
    missing: list[str] = []
    late = "" if policy.evidence_days >= FOREVER else f" within {policy.evidence_days:g} days"
    if score.recalls < policy.recalls_min:
        missing.append(f"{score.recalls} of {policy.recalls_min} recalls{late}")
    if score.queries < policy.queries_min:
        missing.append(f"{score.queries} of {policy.queries_min} different queries{late}")
    if round(score.total, 9) < policy.score_min:
        missing.append(f"score {score.total:.3f} of {policy.score_min:.2f}")
    return missing


def stands(promoted: Promoted, surviving: Sequence[Evidence]) -> bool:
    """Whether a promotion is still earned by the recalls that survive, under its own policy.

    What a person, agent or model decided rests on their judgement and stands without recalls.
    """
    return promoted.judge != "rule" or is_still_earned(
        surviving, promoted.recorded_at, promoted.policy, rested_on=len(promoted.recalls)
    )


def is_still_earned(
    surviving: Sequence[Evidence], decided_at: int, policy: PromotionPolicy, *, rested_on: int
) -> bool:
    """Whether what is left of `rested_on` recalls earns a promotion.

    A mean over the survivors alone would rise when a weak recall goes: a promotion that one
    forgetting undid would be earned again after the next, and the order of forgetting would count.
    """
    lost = max(rested_on - len(within(surviving, decided_at, policy)), 0)
    score = promotion_score(surviving, decided_at, policy, lost=lost)
    return not lost or not shortfalls(score, policy)


def _share(count: int, norm: int) -> float:
    return min(log1p(count) / log1p(norm), 1.0)


def _recency(evidence: Sequence[Evidence], now: int, half_life_days: float) -> float:
    if not evidence:
        return 0.0
    last = max(each.recalled_at for each in evidence)
    return retention(days_between(last, now), half_life_days)
