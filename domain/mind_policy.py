"""The constants of a mind: how what it holds fades, is trusted, consolidated and let go.

What stands here as a default changes nothing; the presets set what they need. Numbers come from
the designs named beside them: [A] alfred, [G] agenternal, [K] ktao, [D] duduclaw; what is marked
as ours was not found in any of them. What is left out of a record is read as the default, so a
default is never changed: what shall be other is set in a preset.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from .bounds import (
    FOREVER,
    Count,
    Days,
    DaysOrNone,
    Factor,
    FactorFromOne,
    Hours,
    Importance,
    PerDay,
    PositiveFactor,
    PositiveImportance,
    PositiveShare,
    Power,
    Share,
)

Curve: TypeAlias = Literal["half-life", "hyperbolic", "stability", "rates"]
Form: TypeAlias = Literal["product", "sum"]
Steps: TypeAlias = Literal["share", "whole"]
Penalty: TypeAlias = Literal["share", "belief"]
Removal: TypeAlias = Literal["never", "propose", "apply"]
Phase: TypeAlias = Literal[
    "collect",
    "filter",
    "extract",
    "classify",
    "verify",
    "promote",
    "cluster",
    "schemas",
    "settle",
    "decay",
    "archive",
    "remove",
    "snapshot",
]


class DecayPolicy(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """By which curve an item fades. `half-life` takes `half_life_days` and the floor of ranking."""

    curve: Curve = "half-life"
    # hyperbolic [G]: R = 1 / (1 + (t / S) / hyperbolic_days), t days since the last access.
    hyperbolic_days: Days = 10.0
    stability_gain: Factor = 0.5  # S = 1 + gain * n ** power, n spaced recalls
    stability_power: Power = 1.5
    spacing_hours: Hours = 12.0  # a recall sooner after the last spaced one adds no stability
    strength_first: PositiveFactor = 1.0  # of what was never recalled; ours
    strength_least: Share = 0.05
    strength_most: FactorFromOne = 2.0
    reinforcement: Share = 0.0  # of a recall, at most; 0.15 [G]
    reinforcement_hours: Hours = 24.0
    suppression: Share = 1.0  # what is left of a rival that was not returned; 0.97 [G]
    fade_base: Share = 1.0  # what is left of a source in the middle of its cluster; 0.5 [G]
    fade_centrality: Share = 0.0  # and so much more at the rim; 0.4 [G]
    # stability [D]: R = exp(-t / S), t days since the last access. S is at most stability_days_max,
    # else stability_days, times 1 + access_gain * ln(1 + accesses), times importance over
    # importance_middle, which is held between importance_least and importance_most.
    stability_days: Days = 14.0
    access_gain: Factor = 0.6
    importance_middle: PositiveImportance = 5.0
    importance_least: PositiveShare = 0.2
    importance_most: FactorFromOne = 2.0
    stability_days_max: Days = 365.0
    # rates [K]: exp(-rate * t), t days since the date, rate by kind. Importance 10 takes the share
    # importance_slows from the rate, importance 5 half of that.
    fact_rate: PerDay = 0.008
    belief_rate: PerDay = 0.07
    summary_rate: PerDay = 0.025
    event_rate: PerDay = 0.15
    importance_slows: Share = 0.5
    visible_min: Share = 0.0  # what is weaker is found on request alone; 0.1 [G]


class BlendPolicy(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How the parts of a score become one: multiplied, or added by their shares [D].

    In a sum what is not there (no graph, no vectors) adds nothing, and the others keep their
    shares: a score is at most the sum of all shares. Trust multiplies either way.
    """

    form: Form = "product"
    recency_share: Share = 0.25
    importance_share: Share = 0.35
    relevance_share: Share = 0.35
    graph_share: Share = 0.0
    vector_share: Share = 0.0


class TrustPolicy(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How far each channel is trusted; a derived item as its least trusted input [D]."""

    weight: Share = 0.0  # a score is times 1 - weight + weight * trust; 0.1 [D]
    person: Share = 1.0  # this and the next four are those of [D]
    agent: Share = 0.6
    tool: Share = 0.5
    imports: Share = 0.7
    web: Share = 0.3
    quarantine_below: Share = 0.6  # what is trusted less changes nothing; 0 holds nothing; ours
    vouches_from: Share = 0.7  # whoever is trusted so far can speak for it; ours
    vouchers_min: Count = 2  # so many of them, independent of each other, let it go; ours


class ConsolidationPolicy(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How alike items become one, and how long what was recalled can be refined [G]."""

    cluster_distance: Share = 0.35  # cosine distance within which items are neighbours
    cluster_items_min: Count = 3
    schema_distance: Share = 0.45
    schema_items_min: Count = 3
    # Of its inputs, from which on a cluster that grew is made anew; 0 is with each that it gains,
    # which is what a record without it means; ours.
    remade_when_grown: Share = 0.0
    rival_likeness: Share = 0.7  # cosine from which an item that was not returned is a rival
    labile_hours: Hours = 6.0
    labile_items_max: Count = 10
    items_max: Count = 5_000  # newest ones looked at in one run; ours


class BeliefPolicy(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How evidence moves the confidence in a belief, and what follows from that [K]."""

    steps: Steps = "share"  # `whole` takes the next two as they are
    evidence_for: Share = 0.2  # of what is missing to 1; ours; whole and 1 [K]
    evidence_against: Share = 0.3  # of what is there; ours; whole and 0.3 [K]
    confidence_least: Share = 0.0  # what no evidence takes; 0.1 [K]
    fact_above: Share = 0.85
    delete_below: Share = 0.2
    belief_confidence: Share = 0.6  # of a belief that came without one


class LifecyclePolicy(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """When an item leaves the active pool for the archive, and when it is let go.

    In the archive is what is older, less important and weaker than these at once.
    """

    archive_days: DaysOrNone = 0.0  # 30 [D]
    archive_importance: Importance = 11.0  # 3 [D]
    archive_strength: Share = 0.0  # 0 archives nothing; 0.05 [D] [K]
    archive_by: Literal["strength", "weight"] = "strength"  # weight [K]: times importance / 10
    archives_semantic: Literal["no", "yes"] = "no"
    remove_days: Days = FOREVER  # in the archive; 90 [D]
    removal: Removal = "never"  # `propose` a plan to forget it, or `apply` that too


class ContextPolicy(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a snapshot of the working memory holds [K]."""

    tokens_max: Count = 2_000
    items_max: Count = 20  # ours
    recent_hours: Hours = 24.0


class DreamPolicy(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a dream does, in this order."""

    phases: tuple[Phase, ...] = ("collect", "promote")
