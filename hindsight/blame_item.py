"""Which sources carry an item: what it would be if each of them had never been seen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

import msgspec

from ..asking.listing import ItemLine, find_item, items_where
from ..domain.identity import Identity, ItemId
from ..projections.confidence import confidences
from .carriers import Candidate, Role, Source, ties_of
from .movement import SAME

if TYPE_CHECKING:
    from ..projections.view import View  # it loads DuckDB

_STATE: Final = """
SELECT
    dated_at IS NULL OR d IN (SELECT d FROM promotion),
    d NOT IN (SELECT d FROM supersession),
    coalesce((SELECT trust FROM distrust WHERE distrust.d = item.d), 1e0)
FROM item
WHERE d = $d
"""
_TWINS: Final = "SELECT item FROM item WHERE statement = $statement AND d <> $d ORDER BY d"


class ItemCarrier(msgspec.Struct, frozen=True, kw_only=True):
    """What becomes of an item without one source, or without several that carry it together."""

    sources: tuple[Source, ...]
    role: Role
    is_gone: bool
    is_lost: bool  # gone, and no other item says the same
    said_by: tuple[ItemId, ...]  # where it is gone, those that still say it
    fades_again: bool
    is_current_again: bool
    trust_without: float | None  # None where it is gone
    confidence_without: float | None  # likewise


class ItemBlame(msgspec.Struct, frozen=True, kw_only=True):
    """The sources that carry an item, those that it cannot do without first."""

    of: Literal["item"] = "item"
    item: ItemLine
    is_evergreen: bool
    is_current: bool
    trust: float
    confidence: float
    carriers: tuple[ItemCarrier, ...]
    tried: int
    without_effect: int
    not_tried: int  # beyond the limit


class _State(msgspec.Struct, frozen=True):
    is_evergreen: bool
    is_current: bool
    trust: float
    confidence: float


def blame_item(
    view: View, start_of_id: str, identity: Identity, *, whole: bool, limit: int
) -> ItemBlame:
    """Of the one item whose id starts so, as it is now; NotFound if there is none."""
    found = find_item(view, start_of_id)
    [item] = items_where(view, "item.item = $item", {"item": found})
    before = _state(view, item.position)
    assert before is not None, item
    [(statement,)] = view.rows("SELECT statement FROM item WHERE d = $d", {"d": item.position})
    ties = ties_of(view, [item.position], identity, whole=whole)
    tried, not_tried = ties.up_to(limit)

    def without(candidate: Candidate) -> ItemCarrier:
        with view.without(candidate.uids()):
            twins = view.rows(_TWINS, {"statement": statement, "d": item.position})
            left = _state(view, item.position)
        return _carrier(candidate, before, left, tuple(ItemId(twin) for (twin,) in twins))

    single, joint = [*map(without, tried.single)], [*map(without, tried.joint)]
    effective = [each for each in single if _has_effect(each, before)]
    effective += [each for each in joint if _carries_more(each, single)]
    return ItemBlame(
        item=item,
        is_evergreen=before.is_evergreen,
        is_current=before.is_current,
        trust=before.trust,
        confidence=before.confidence,
        carriers=tuple(sorted(effective, key=_weightiest_first)),
        tried=len(single) + len(joint),
        without_effect=sum(not _has_effect(each, before) for each in single),
        not_tried=not_tried,
    )


def _state(view: View, d: int) -> _State | None:
    for is_evergreen, is_current, trust in view.rows(_STATE, {"d": d}):
        [sure] = confidences(view.rows, [d]).values()
        return _State(is_evergreen, is_current, trust, sure)
    return None


def _carrier(
    candidate: Candidate, before: _State, left: _State | None, twins: tuple[ItemId, ...]
) -> ItemCarrier:
    return ItemCarrier(
        sources=candidate.sources,
        role=candidate.role,
        is_gone=left is None,
        is_lost=left is None and not twins,
        said_by=twins if left is None else (),
        fades_again=left is not None and before.is_evergreen and not left.is_evergreen,
        is_current_again=left is not None and left.is_current and not before.is_current,
        trust_without=None if left is None else left.trust,
        confidence_without=None if left is None else left.confidence,
    )


def _has_effect(carrier: ItemCarrier, before: _State) -> bool:
    return (
        carrier.is_gone
        or carrier.fades_again
        or carrier.is_current_again
        or _differ(carrier.trust_without, before.trust)
        or _differ(carrier.confidence_without, before.confidence)
    )


def _differ(without: float | None, before: float) -> bool:
    return without is not None and abs(without - before) > SAME


def _losses(carrier: ItemCarrier) -> tuple[bool, bool, bool]:
    return carrier.is_lost, carrier.is_gone, carrier.fades_again


def _carries_more(joint: ItemCarrier, single: list[ItemCarrier]) -> bool:
    """Whether something is lost with all of them that is lost with none of them alone."""
    alone = [_losses(each) for each in single if each.sources[0] in joint.sources]
    return any(
        together and not any(each[place] for each in alone)
        for place, together in enumerate(_losses(joint))
    )


def _weightiest_first(carrier: ItemCarrier) -> tuple[bool, ...]:
    return tuple(not lost for lost in _losses(carrier))
