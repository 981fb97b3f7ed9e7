"""Facts are drawn from what came in, and told apart by how sure they are."""

from __future__ import annotations

from collections import Counter
from typing import Final

from msgspec.structs import replace

from ..domain.dreams import PhaseDone
from ..domain.judge import Extracted
from ..domain.mind_policy import BeliefPolicy
from ..domain.proposal import Answer, matter
from .night import Night

_BY_CONFIDENCE: Final = frozenset({"fact", "belief"})  # other kinds are what they are


def extract(night: Night) -> PhaseDone:
    """Asks of each new text which facts it states; each becomes an item of its own."""
    looked_at = night.looked_up_to("extract")
    outcomes: Counter[str] = Counter()
    for each in night.fresh:
        about = matter("extract", "extract", [each.item])
        outcome = "unchanged"
        if about.id not in night.declined and not each.is_superseded:
            outcome = night.counsel.decide(about, [each.shown()])
        outcomes[outcome] += 1
        if not outcomes["open"]:  # what is open is asked again, and all behind it
            looked_at = each.d
    if not outcomes["open"]:
        looked_at = max(looked_at, night.came_in_up_to)
    night.has_looked_up_to("extract", looked_at)
    return PhaseDone(
        phase="extract",
        seen=len(night.fresh),
        changed=outcomes["changed"],
        details=tuple([f"{outcomes['open']:,} open"] if outcomes["open"] else []),
    )


def classify(night: Night) -> PhaseDone:
    """Tells what the facts were counted as when they were recorded: a crash leaves none between."""
    found = night.classified
    return PhaseDone(
        phase="classify",
        seen=found.total(),
        changed=found.total() - found["too weak"],
        details=tuple(f"{found[kind]:,} {kind}" for kind in sorted(found)),
    )


def classified(answer: Answer, policy: BeliefPolicy, found: Counter[str]) -> Answer:
    """The same facts, each of the kind that its confidence makes it; the weakest are left out."""
    if answer.extracted is None:
        return answer
    kept: list[Extracted] = []
    for fact in answer.extracted:
        if fact.confidence < policy.delete_below:
            found["too weak"] += 1
            continue
        is_sure = fact.confidence > policy.fact_above
        by_confidence = fact.kind in _BY_CONFIDENCE
        kind = ("fact" if is_sure else "belief") if by_confidence else fact.kind
        kept.append(replace(fact, kind=kind))
        found[kind] += 1
    return replace(answer, extracted=tuple(kept))
