"""Every tunable constant, each with its unit, its bounds and where it comes from.

Recalls and promotions keep the constants that they were made with. So a constant that is added
later must have a default that changes nothing; what new memories use is set in `DEFAULT`. Bounds
hold for what is adopted from now on, and never for what is read back: a bound that is drawn closer
must not make an old journal unreadable.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, TypeAlias, get_type_hints

import msgspec

from .errors import InvalidInput

NAME_CHARS_MAX: Final = 64


class Bounds(msgspec.Struct, frozen=True):
    """What a constant may be: from `least` to `most`, or only `above` the least."""

    least: float
    most: float
    above: bool = False

    def hold(self, value: float) -> bool:
        """Whether a value lies between; what is no number never does."""
        return (self.least < value if self.above else self.least <= value) and value <= self.most

    def __str__(self) -> str:
        most = f"{self.most:,.15g}"
        return (
            f"above {self.least:g}, at most {most}" if self.above else f"{self.least:g} to {most}"
        )


def _bounded(least: float, most: float, *, above: bool = False) -> msgspec.Meta:
    """Kept with the type without being held to it when something is decoded."""
    return msgspec.Meta(extra={"bounds": Bounds(least, most, above)})


# Only what divides by zero, or breaks a law of ranking or promotion, is out of bounds; the upper
# ends keep every product finite.
Share: TypeAlias = Annotated[float, _bounded(0, 1)]
Factor: TypeAlias = Annotated[float, _bounded(0, 1_000)]
PositiveFactor: TypeAlias = Annotated[float, _bounded(0, 1_000, above=True)]
Days: TypeAlias = Annotated[float, _bounded(0, 1_000_000, above=True)]
Total: TypeAlias = Annotated[float, _bounded(0, 4)]
Count: TypeAlias = Annotated[int, _bounded(1, 1_000_000)]
Times: TypeAlias = Annotated[int, _bounded(1, 100)]


class RankingPolicy(msgspec.Struct, frozen=True, kw_only=True):
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
    half_life_days: Days = 30.0  # of an episodic item's strength
    retention_floor: Share = 0.0  # what is left of it in the end; 1 never fades
    importance_weight: Share = 0.2  # an item of importance 0 keeps 1 - this much of its score; ours
    mmr_lambda: Share = 0.7  # 1 is relevance alone, 0 novelty alone (Carbonell & Goldstein 1998)
    mmr_candidates: Times = 5  # how many times the limit are looked at for diversity; ours


class PromotionPolicy(msgspec.Struct, frozen=True, kw_only=True):
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


class ContradictionPolicy(msgspec.Struct, frozen=True, kw_only=True):
    """How much a contradiction takes from the trust in an item."""

    name: str = "default"
    penalty_full: Share = 0.5  # share of trust lost to evidence of strength 1; ours


class Policy(msgspec.Struct, frozen=True, kw_only=True):
    """The constants in force, one part for each decision that uses them."""

    name: str = "default"
    ranking: RankingPolicy = RankingPolicy()
    promotion: PromotionPolicy = PromotionPolicy()
    contradiction: ContradictionPolicy = ContradictionPolicy()


DEFAULT: Final = Policy(
    ranking=RankingPolicy(
        # The best of 864 combinations on the development half of LoCoMo (benchmarks/README.md).
        context_weight=0.4,
        author_weight=0.3,
        session_weight=0.5,
        date_weight=0.7,
        time_weight=0.3,
        vector_weight=0.8,
        retention_floor=0.9,  # a lower one buries what is old and right; measured there
    )
)
"""What new memories use."""

Part: TypeAlias = RankingPolicy | PromotionPolicy | ContradictionPolicy
PARTS: Final[dict[str, type[Part]]] = {
    "ranking": RankingPolicy,
    "promotion": PromotionPolicy,
    "contradiction": ContradictionPolicy,
}


class Difference(msgspec.Struct, frozen=True):
    """One constant that two policies do not share."""

    key: str
    one: float
    other: float


def bounds_of(part: type[Part]) -> dict[str, Bounds]:
    """What each constant of a part may be, in the order in which they are declared."""
    # The annotations are those above, so each of them but the name's carries its bounds.
    hints: dict[str, Any] = get_type_hints(part, include_extras=True)
    return {
        key: hints[key].__metadata__[0].extra["bounds"]
        for key in part.__struct_fields__
        if key != "name"
    }


def check(policy: Policy, what: str = "") -> None:
    """InvalidInput unless everything can be decided by it; `what` names where it came from."""
    where = what or f"the policy {policy.name!r}"
    for name in (policy.name, *(getattr(policy, part).name for part in PARTS)):
        if not name.strip() or not name.isprintable() or len(name) > NAME_CHARS_MAX:
            raise InvalidInput(
                f"{name[:NAME_CHARS_MAX]!r} cannot be the name of a policy, as in {where}; take"
                f" one line of 1 to {NAME_CHARS_MAX} characters"
            )
    for part, kind in PARTS.items():
        for key, bounds in bounds_of(kind).items():
            value = getattr(getattr(policy, part), key)
            if not bounds.hold(value):
                raise InvalidInput(f"[{part}] {key} is {value} in {where}; allowed is {bounds}")


def differences(one: Policy, other: Policy) -> tuple[Difference, ...]:
    """Every constant in which they differ; names are no constants."""
    return tuple(
        Difference(f"{part}.{key}", mine, theirs)
        for part, kind in PARTS.items()
        for key in bounds_of(kind)
        if (mine := getattr(getattr(one, part), key))
        != (theirs := getattr(getattr(other, part), key))
    )
