"""Policies that come with the memory, by the names that people call them.

Four of them are the designs that this memory grew out of; `docs/presets.md` tells of each where its
numbers come from, and `make proof-presets` holds them to what was published.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from .mind_policy import (
    BeliefPolicy,
    BlendPolicy,
    ConsolidationPolicy,
    DecayPolicy,
    DreamPolicy,
    LifecyclePolicy,
    TrustPolicy,
)
from .policy import DEFAULT, ContradictionPolicy, Policy, PromotionPolicy, RankingPolicy

# Words are matched as the default matches them: none of the four says how.
_WORDS: Final = replace(DEFAULT.ranking, retention_floor=0.0, importance_weight=0.0)


def _words(name: str) -> RankingPolicy:
    return replace(_WORDS, name=name)


ALFRED: Final = Policy(
    name="alfred",
    ranking=replace(_words("alfred"), half_life_days=30.0, mmr_lambda=0.7, diverse="always"),
    promotion=PromotionPolicy(name="alfred", evidence_days=30.0),
    contradiction=ContradictionPolicy(name="alfred"),
)

AGENTERNAL: Final = Policy(
    name="agenternal",
    ranking=replace(
        _words("agenternal"),
        decay=DecayPolicy(
            curve="hyperbolic",
            reinforcement=0.15,
            suppression=0.97,
            fade_base=0.5,
            fade_centrality=0.4,
            visible_min=0.1,
        ),
    ),
    promotion=PromotionPolicy(name="agenternal"),
    contradiction=ContradictionPolicy(name="agenternal", form="belief", trust_least=0.05),
    consolidation=ConsolidationPolicy(remade_when_grown=0.5),
    dream=DreamPolicy(phases=("collect", "cluster", "schemas", "settle", "promote")),
)

KTAO: Final = Policy(
    name="ktao",
    ranking=replace(
        _words("ktao"),
        decay=DecayPolicy(curve="rates"),
        # "0.4 match + 0.3 importance + 0.3 score" of its second ranking.
        blend=BlendPolicy(form="sum", recency_share=0.3, importance_share=0.3, relevance_share=0.4),
    ),
    promotion=PromotionPolicy(name="ktao"),
    contradiction=ContradictionPolicy(name="ktao"),
    beliefs=BeliefPolicy(
        steps="whole", evidence_for=1.0, evidence_against=0.3, confidence_least=0.1
    ),
    lifecycle=LifecyclePolicy(archive_strength=0.05, archive_by="weight", archives_semantic="yes"),
    dream=DreamPolicy(
        phases=(
            "collect",
            "filter",
            "extract",
            "classify",
            "verify",
            "decay",
            "archive",
            "snapshot",
        )
    ),
)

DUDUCLAW: Final = Policy(
    name="duduclaw",
    ranking=replace(
        _words("duduclaw"),
        vector_weight=0.0,
        decay=DecayPolicy(curve="stability"),
        blend=BlendPolicy(form="sum", graph_share=0.15, vector_share=0.15),
        trust=TrustPolicy(weight=0.1),
    ),
    promotion=PromotionPolicy(name="duduclaw"),
    contradiction=ContradictionPolicy(name="duduclaw"),
    lifecycle=LifecyclePolicy(
        archive_days=30.0,
        archive_importance=3.0,
        archive_strength=0.05,
        remove_days=90.0,
        removal="apply",
    ),
    dream=DreamPolicy(phases=("collect", "promote", "settle", "archive", "remove")),
)

PRESETS: Final[dict[str, Policy]] = {
    each.name: each for each in (DEFAULT, ALFRED, AGENTERNAL, KTAO, DUDUCLAW)
}
