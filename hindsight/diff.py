"""What changed between two positions: facts gained and lost, and what was decided meanwhile."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeVar

import msgspec

from ..asking.listing import Fact, list_facts
from ..asking.story import SupersessionLine
from ..domain.events import Judge
from ..domain.identity import ItemId, SourceUid

if TYPE_CHECKING:
    from ..projections.view import View  # it loads DuckDB

Line = TypeVar("Line", bound=msgspec.Struct)

_SUPERSEDED: Final = """
SELECT
    step.position, old.item, old.text, new.item, new.text, step.reason, step.judge, step.note,
    step.recorded_at
FROM supersession AS step
JOIN item AS old ON old.d = step.d
LEFT JOIN item AS new ON new.d = step.successor
WHERE step.position > $earlier
ORDER BY step.position
"""
_PROMOTED: Final = """
SELECT
    promotion.position, item.item, item.text, promotion.is_new, promotion.judge,
    promotion.confidence, promotion.total, promotion.recorded_at
FROM promotion
JOIN item ON item.d = promotion.d
WHERE promotion.position > $earlier
ORDER BY promotion.position
"""
_CONTRADICTED: Final = """
SELECT
    contradiction.position, item.item, item.text, other.item, other.text, contradiction.strength,
    contradiction.penalty, contradiction.judge, contradiction.reason, contradiction.recorded_at
FROM contradiction
JOIN item ON item.d = contradiction.d
LEFT JOIN item AS other ON other.d = contradiction.opponent
WHERE contradiction.position > $earlier
ORDER BY contradiction.position
"""
_REVISED: Final = """
SELECT
    revision.position, item.item, item.text, other.item, other.text, revision.speaks_for,
    revision.strength, revision.judge, revision.reason, revision.recorded_at
FROM revision
JOIN item ON item.d = revision.d
LEFT JOIN item AS other ON other.d = revision.witness
WHERE revision.position > $earlier
ORDER BY revision.position
"""
_ADOPTED: Final = """
SELECT position, name, judge, reason, recorded_at
FROM policy
WHERE position > $earlier
ORDER BY position
"""
_COUNTED: Final = """
SELECT
    (SELECT count(*) FROM item WHERE d > $earlier AND path IS NOT NULL),
    (SELECT count(*) FROM recall WHERE position > $earlier)
"""


class FactLost(msgspec.Struct, frozen=True, kw_only=True):
    """A fact that was one before, and what took its place."""

    fact: Fact  # as it was
    step: SupersessionLine


class Promotion(msgspec.Struct, frozen=True, kw_only=True):
    """An item that never fades from here on, or a fact that was made."""

    position: int
    item: ItemId
    text: str
    is_new: bool  # made from others, which stay as they are
    judge: Judge
    confidence: float
    total: float
    recorded_at: int


class Contradiction(msgspec.Struct, frozen=True, kw_only=True):
    """An item that lost trust; no `by` where somebody's judgement alone speaks against it."""

    position: int
    item: ItemId
    text: str
    by: ItemId | None
    by_text: str | None
    strength: float
    penalty: float
    judge: Judge
    reason: str
    recorded_at: int


class Revision(msgspec.Struct, frozen=True, kw_only=True):
    """Something spoke for an item, or against it; no `by` where it was somebody's judgement."""

    position: int
    item: ItemId
    text: str
    by: ItemId | None
    by_text: str | None
    speaks_for: bool
    strength: float
    judge: Judge
    reason: str
    recorded_at: int


class Adoption(msgspec.Struct, frozen=True, kw_only=True):
    """A policy that came into force."""

    position: int
    name: str
    judge: Judge
    reason: str
    recorded_at: int


class Forgetting(msgspec.Struct, frozen=True, kw_only=True):
    """A notice that something was forgotten: how much, and nothing of what it was."""

    position: int
    source: SourceUid
    items: int
    recorded_at: int


class Diff(msgspec.Struct, frozen=True, kw_only=True):
    """What is different at one position from an earlier one.

    What was forgotten, then or later, is in neither state; `forgotten` alone tells of it.
    """

    earlier: int
    later: int
    gained: tuple[Fact, ...]
    lost: tuple[FactLost, ...]
    superseded: tuple[SupersessionLine, ...]  # facts and all other items
    promoted: tuple[Promotion, ...]
    contradicted: tuple[Contradiction, ...]
    revised: tuple[Revision, ...]
    adopted: tuple[Adoption, ...]
    forgotten: tuple[Forgetting, ...]
    chunks: int  # that came in, whether they are current or not
    recalls: int


def diff(view: View, earlier: int, later: int, *, forgotten: tuple[Forgetting, ...]) -> Diff:
    """What the tables tell of all after one position and up to another."""
    assert earlier <= later, (earlier, later)
    with view.lock:
        with view.at(earlier):
            before = {fact.item: fact for fact in list_facts(view)}
        with view.at(later):
            return _diff(view, before, (earlier, later), forgotten)


def _diff(
    view: View,
    before: dict[ItemId, Fact],
    ends: tuple[int, int],
    forgotten: tuple[Forgetting, ...],
) -> Diff:
    earlier, later = ends
    after = {fact.item: fact for fact in list_facts(view)}
    superseded = _lines(view, SupersessionLine, _SUPERSEDED, earlier)
    [(chunks, recalls)] = view.rows(_COUNTED, {"earlier": earlier})
    return Diff(
        earlier=earlier,
        later=later,
        gained=tuple(fact for item, fact in after.items() if item not in before),
        lost=_lost(before, after, superseded),
        superseded=superseded,
        promoted=_lines(view, Promotion, _PROMOTED, earlier),
        contradicted=_lines(view, Contradiction, _CONTRADICTED, earlier),
        revised=_lines(view, Revision, _REVISED, earlier),
        adopted=_lines(view, Adoption, _ADOPTED, earlier),
        forgotten=forgotten,
        chunks=chunks,
        recalls=recalls,
    )


def _lost(
    before: dict[ItemId, Fact], after: dict[ItemId, Fact], superseded: tuple[SupersessionLine, ...]
) -> tuple[FactLost, ...]:
    """Nothing but a supersession ends a fact that is not forgotten."""
    lost = tuple(
        FactLost(fact=before[step.item], step=step) for step in superseded if step.item in before
    )
    assert {each.fact.item for each in lost} == before.keys() - after.keys(), lost
    return lost


def _lines(view: View, line: type[Line], sql: str, earlier: int) -> tuple[Line, ...]:
    names = line.__struct_fields__
    rows: list[tuple[Any, ...]] = view.rows(sql, {"earlier": earlier})
    return tuple(line(**dict(zip(names, row, strict=True))) for row in rows)
