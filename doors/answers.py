"""Answers of the memory as tools return them: what was found, facts and decisions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from .data import origin_of, when
from .results import DecisionText, FactText, FoundText

if TYPE_CHECKING:
    from ..asking.decisions import Decision
    from ..asking.listing import Fact, ItemLine
    from ..projections.answer import Found


def found_text(rank: int, each: Found, namespace: str, line: ItemLine | None) -> FoundText:
    """One answer of a search."""
    return FoundText(
        rank=rank,
        item=each.item,
        text=each.text,
        kind=each.kind,
        source=each.source,
        namespace=namespace,
        origin=origin_of(line),
        trust=each.trust,
        is_quarantined=each.is_quarantined,
        confidence=each.confidence,
        author=each.author,
        dated_at=when(each.dated_at),
        recorded_at=when(line.recorded_at if line else None),
        score=each.score,
        is_superseded=each.is_superseded,
        is_evergreen=each.is_evergreen,
    )


def fact_text(each: Fact, namespace: str, line: ItemLine | None) -> FactText:
    """One fact, with all sources that say it."""
    return FactText(
        item=each.item,
        text=each.text,
        kind=each.kind,
        source=each.source,
        namespace=namespace,
        origin=origin_of(line),
        is_quarantined=each.is_quarantined,
        confidence=each.confidence,
        author=line.author if line else "",
        dated_at=when(line.dated_at if line else None),
        recorded_at=when(each.learned_at),
        subject=each.subject,
        attribute=each.attribute,
        value=each.value,
        scope=each.scope,
        true_from_at=when(each.true_from_at),
        true_until_at=when(each.true_until_at),
        learned=each.learned,
        contradicted_by=list(each.contradicted_by),
        said_by=[said.source for said in each.assertions if said.source is not None],
    )


def decision_text(
    each: Decision, namespace: str, line: ItemLine | None, *, is_quarantined: bool
) -> DecisionText:
    """One decision with all that became of it."""
    return DecisionText(
        item=each.item,
        text=each.text,
        kind="decision",
        source=each.source,
        namespace=namespace,
        origin=origin_of(line),
        is_quarantined=is_quarantined,
        confidence=each.confidence,
        author=line.author if line else "",
        dated_at=when(each.decided_at),
        recorded_at=when(line.recorded_at if line else None),
        reasoning=each.reasoning,
        domain=each.domain,
        is_current=each.is_current,
        outcomes=[told.text for told in each.outcomes],
        reversed_by=[step.by for step in each.chain if step.item == each.item and step.by],
    )


def in_order(decisions: Sequence[Decision], topic: str) -> Sequence[Decision]:
    """The newest first, unless a topic says which are."""
    return decisions if topic.strip() else decisions[::-1]
