"""Every tunable constant, each with its unit and where it comes from.

Recalls and promotions keep the constants that they were made with. So a constant that is added
later must have a default that changes nothing; what new memories use is set in `DEFAULT`.
"""

from __future__ import annotations

import msgspec


class RankingPolicy(msgspec.Struct, frozen=True, kw_only=True):
    """How a search orders what it finds."""

    name: str = "default"
    k1: float = 1.2  # BM25 term saturation; the usual value (Robertson & Zaragoza 2009, 3.4)
    b: float = 0.75  # BM25 length normalisation; same source
    half_score_at: float = 1.0  # times the weight of all terms asked for: earns relevance 0.5; ours
    half_life_days: float = 30.0  # of an episodic item's strength
    importance_weight: float = 0.2  # an item of importance 0 keeps 1 - this much of its score; ours
    mmr_lambda: float = 0.7  # 1 is relevance alone, 0 is novelty alone (Carbonell & Goldstein 1998)
    mmr_candidates: int = 5  # how many times the limit are looked at for diversity; ours


class PromotionPolicy(msgspec.Struct, frozen=True, kw_only=True):
    """When an episodic item has earned to stay for good; recorded with every promotion."""

    name: str = "default"
    frequency_weight: float = 0.30
    relevance_weight: float = 0.35
    diversity_weight: float = 0.20
    recency_weight: float = 0.15
    recalls_norm: int = 10  # recalls that earn full frequency; ours, no source gives one
    queries_norm: int = 5  # different queries that earn full diversity; ours likewise
    recency_half_life_days: float = 14.0  # since the last recall
    score_min: float = 0.60
    recalls_min: int = 3
    queries_min: int = 2


class ContradictionPolicy(msgspec.Struct, frozen=True, kw_only=True):
    """How much a contradiction takes from the trust in an item."""

    name: str = "default"
    penalty_full: float = 0.5  # share of trust lost to evidence of strength 1; ours


class Policy(msgspec.Struct, frozen=True, kw_only=True):
    """The constants in force, one part for each decision that uses them."""

    name: str = "default"
    ranking: RankingPolicy = RankingPolicy()
    promotion: PromotionPolicy = PromotionPolicy()
    contradiction: ContradictionPolicy = ContradictionPolicy()


DEFAULT = Policy()
