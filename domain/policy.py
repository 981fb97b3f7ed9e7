"""Every tunable constant, each with its unit, its bounds and where it comes from.

Recalls and promotions keep the constants that they were made with, as far as these are other than
declared here. So a declared default is never changed, and a constant that is added later must have
one that changes nothing; what new memories use is set in `DEFAULT`. Bounds
hold for what is adopted from now on, and never for what is read back: a bound that is drawn closer
must not make an old journal unreadable.
"""

from __future__ import annotations

from typing import Any, Final, Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from .bounds import (
    FOREVER,
    Constant,
    Count,
    Days,
    Factor,
    PositiveFactor,
    Share,
    Times,
    Total,
    allowed_in,
)
from .errors import InvalidInput
from .mind_policy import (
    BeliefPolicy,
    BlendPolicy,
    ConsolidationPolicy,
    ContextPolicy,
    DecayPolicy,
    DreamPolicy,
    LifecyclePolicy,
    Penalty,
    TrustPolicy,
)

NAME_CHARS_MAX: Final = 64


class RankingPolicy(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How a search orders what it finds."""

    name: str = "default"
    k1: Factor = 1.2  # BM25 term saturation; the usual value (Robertson & Zaragoza 2009, 3.4)
    b: Share = 0.75  # BM25 length normalisation; same source
    half_score_at: PositiveFactor = 1.0  # times the weight of all terms: earns relevance 0.5; ours
    context_weight: Share = 0.0  # of a word that stands in a neighbour of a text
    author_weight: Factor = 0.0  # of being by whom the question names; 1 is the best match of words
    session_weight: Factor = 0.0  # of standing in the session that has most of the question
    date_weight: Factor = 0.0  # of a date that the question names
    time_weight: Factor = 0.0  # of telling a time where the question asks when
    vector_weight: Factor = 0.0  # of meaning the same, where there are vectors
    vector_context_weight: Share = 0.0  # of the vector of a neighbour, added to that of a text
    half_life_days: Days = 30.0  # of an episodic item's strength
    retention_floor: Share = 0.0  # what is left of it in the end; 1 never fades
    importance_weight: Share = 0.2  # an item of importance 0 keeps 1 - this much of its score; ours
    mmr_lambda: Share = 0.7  # 1 is relevance alone, 0 novelty alone (Carbonell & Goldstein 1998)
    mmr_candidates: Times = 5  # how many times the limit are looked at for diversity; ours
    diverse: Literal["asked", "always"] = "asked"  # when diversity counts
    decay: DecayPolicy = DecayPolicy()
    blend: BlendPolicy = BlendPolicy()
    trust: TrustPolicy = TrustPolicy()


class PromotionPolicy(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """When an episodic item has earned to stay for good; recorded with every promotion."""

    name: str = "default"
    frequency_weight: Share = 0.30
    relevance_weight: Share = 0.35
    diversity_weight: Share = 0.20
    recency_weight: Share = 0.15
    recalls_norm: Count = 10  # recalls that earn full frequency; ours, no source gives one
    queries_norm: Count = 5  # different queries that earn full diversity; ours likewise
    recency_half_life_days: Days = 14.0  # since the last recall
    score_min: Total = 0.60
    recalls_min: Count = 3
    queries_min: Count = 2
    evidence_days: Days = FOREVER  # older recalls count no more; 30 [A]


class ContradictionPolicy(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How much a contradiction takes from the trust in an item."""

    name: str = "default"
    penalty_full: Share = 0.5  # share of trust lost to evidence of strength 1; ours
    form: Penalty = "share"
    # belief [G]: base + gain * exp(-c / strength of the item), c by its kind.
    base: Share = 0.2
    gain: Share = 0.65
    decision: PositiveFactor = 1.0
    fact: PositiveFactor = 0.9
    preference: PositiveFactor = 0.75
    opinion: PositiveFactor = 0.6  # of beliefs
    trust_least: Share = 0.0  # what no contradiction takes; 0.05 [G]


class Policy(msgspec.Struct, frozen=True, kw_only=True):
    """The constants in force, one part for each decision that uses them."""

    name: str = "default"
    ranking: RankingPolicy = RankingPolicy()
    promotion: PromotionPolicy = PromotionPolicy()
    contradiction: ContradictionPolicy = ContradictionPolicy()
    consolidation: ConsolidationPolicy = ConsolidationPolicy()
    beliefs: BeliefPolicy = BeliefPolicy()
    lifecycle: LifecyclePolicy = LifecyclePolicy()
    context: ContextPolicy = ContextPolicy()
    dream: DreamPolicy = DreamPolicy()


DEFAULT: Final = Policy(
    ranking=RankingPolicy(
        # The best of 864 combinations on the development half of LoCoMo (benchmarks/README.md).
        context_weight=0.4,
        author_weight=0.4,
        session_weight=0.4,
        date_weight=0.7,
        time_weight=0.3,
        vector_weight=1.2,
        vector_context_weight=0.3,
        retention_floor=0.97,  # a lower one buries what is old and right; measured there
    )
)
"""What new memories use."""

Part: TypeAlias = (
    RankingPolicy
    | DecayPolicy
    | BlendPolicy
    | TrustPolicy
    | PromotionPolicy
    | ContradictionPolicy
    | ConsolidationPolicy
    | BeliefPolicy
    | LifecyclePolicy
    | ContextPolicy
    | DreamPolicy
)
PARTS: Final[dict[str, type[Part]]] = {
    "ranking": RankingPolicy,
    "decay": DecayPolicy,
    "blend": BlendPolicy,
    "trust": TrustPolicy,
    "promotion": PromotionPolicy,
    "contradiction": ContradictionPolicy,
    "consolidation": ConsolidationPolicy,
    "beliefs": BeliefPolicy,
    "lifecycle": LifecyclePolicy,
    "context": ContextPolicy,
    "dream": DreamPolicy,
}
_OF_RANKING: Final = frozenset({"decay", "blend", "trust"})
"""Parts that a search is ordered by, and that are recorded with it."""


class Difference(msgspec.Struct, frozen=True):
    """One constant that two policies do not share."""

    key: str
    one: Constant
    other: Constant


def part_of(policy: Policy, name: str) -> Part:
    """A part by the name of its table in a file."""
    part: Part = getattr(policy.ranking if name in _OF_RANKING else policy, name)
    return part


def with_parts(policy: Policy, parts: dict[str, Part]) -> Policy:
    """The policy with other parts, by the names of their tables."""
    inner: dict[str, Any] = {name: parts[name] for name in parts if name in _OF_RANKING}
    outer: dict[str, Any] = {name: parts[name] for name in parts if name not in _OF_RANKING}
    whole = replace(policy, **outer)
    if not inner:
        return whole
    return replace(whole, ranking=replace(whole.ranking, **inner))


def check(policy: Policy, what: str = "") -> None:
    """InvalidInput unless everything can be decided by it; `what` names where it came from."""
    where = what or f"the policy {policy.name!r}"
    parts = {name: part_of(policy, name) for name in PARTS}
    names = [str(getattr(part, "name")) for part in parts.values() if hasattr(part, "name")]  # noqa: B009 - not every part has one
    for name in (policy.name, *names):
        if not name.strip() or not name.isprintable() or len(name) > NAME_CHARS_MAX:
            raise InvalidInput(
                f"{name[:NAME_CHARS_MAX]!r} cannot be the name of a policy, as in {where}; take"
                f" one line of 1 to {NAME_CHARS_MAX} characters"
            )
    for name, part in parts.items():
        for key, allowed in allowed_in(PARTS[name]).items():
            value = getattr(part, key)
            if not allowed.hold(value):
                raise InvalidInput(f"[{name}] {key} is {value} in {where}; allowed is {allowed}")


def differences(one: Policy, other: Policy) -> tuple[Difference, ...]:
    """Every constant in which they differ; names are no constants."""
    return tuple(
        Difference(f"{name}.{key}", mine, theirs)
        for name, kind in PARTS.items()
        for key in allowed_in(kind)
        if (mine := getattr(part_of(one, name), key))
        != (theirs := getattr(part_of(other, name), key))
    )
