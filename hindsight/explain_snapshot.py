"""A snapshot of the past taken again as it was, and compared with one of today."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from ..asking.adoption import policy_in_force
from ..asking.question import Standpoint
from ..asking.snapshot import ROOM, Part, Snapshot
from ..asking.snapshot_made import made, snapshot_of
from ..domain.events import Hit
from ..domain.identity import Identity, ItemId
from ..domain.policy import Policy
from .explain import adopted_since
from .explanation import Comparison
from .happened import happened, touched
from .recomparison import UNKNOWN, are_equal, gaps_in
from .rerun import Rerun, find_snapshot
from .snapshot_causes import Apart, spot_causes
from .snapshot_explanation import SnapshotExplanation, Spot, SpotMoved, Taken
from .telling import Telling, telling

if TYPE_CHECKING:
    from ..projections.view import View  # it loads DuckDB

_TOUCHES: Final = ("recalled", "revised")
_TEXTS: Final = "SELECT item, text FROM item WHERE list_contains($items::VARCHAR[], item)"


def explain_snapshot(
    view: View, said: str, at: Standpoint, identity: Identity
) -> SnapshotExplanation:
    """The whole account of a snapshot, by its position; NotFound where there is none.

    That of today has the room of then, and is told from the standpoint.
    """
    past = find_snapshot(view, said)
    with view.at(past.how.seen_at):
        policy = _policy_of(view, past)
        answer = past.answered(view) if past.query else None
        then, hits = snapshot_of(view, past.recorded_at, policy, answer)
    at = replace(at, policy=replace(at.policy, context=policy.context))
    now = made(view, past.query, at, identity)
    items = [*dict.fromkeys(hit.item for hit in (*now.hits, *past.hits))]
    today = telling(view, at, items, _spots(now.snapshot, now.hits))
    with view.at(past.how.seen_at):
        before = telling(view, Standpoint(past.recorded_at, policy), items, _spots(then, past.hits))
    warning = "" if answer is None else answer.warning
    return SnapshotExplanation(
        position=past.position,
        query=past.query,
        asked_from=past.asked_from,
        is_how_kept=past.how.context is not None,
        recorded=past.hits,
        then=_taken(replace(then, query=past.query, warning=warning), policy),
        comparison=_compared(past, hits, warning),
        now=_taken(now.snapshot, at.policy),
        moved=_moved(view, past, before, today),
    )


def _policy_of(view: View, past: Rerun) -> Policy:
    """All constants that it was written by; where they were not kept, those in force then."""
    how, in_force = past.how, policy_in_force(view)
    if how.context is None:
        return replace(in_force, ranking=how.ranking)
    return replace(
        in_force,
        ranking=how.ranking,
        lifecycle=how.lifecycle,
        context=how.context,
        beliefs=how.beliefs,
    )


def _taken(snapshot: Snapshot, policy: Policy) -> Taken:
    return Taken(snapshot=snapshot, policy=policy.ranking, room=policy.context)


def _spots(snapshot: Snapshot, hits: Sequence[Hit]) -> dict[ItemId, Spot]:
    parts: dict[ItemId, Part] = {
        each.item: part for part in ROOM for each in getattr(snapshot, part)
    }
    return {
        hit.item: Spot(
            rank=hit.rank,
            part=parts.get(hit.item),
            score=hit.score,
            relevance=hit.relevance,
            retention=hit.retention,
            importance=hit.importance,
            trust=hit.trust,
        )
        for hit in hits
    }


def _compared(past: Rerun, again: Sequence[Hit], warning: str) -> Comparison:
    """The record beside the same snapshot once more."""
    is_equal, missing = are_equal(past.hits, again), gaps_in(past.hits)
    reasons: list[str] = []
    if past.how.context is None:
        reasons.append(
            "the journal did not keep in which room it was told: that of the policy in force then"
            " is assumed"
        )
    if warning:
        reasons.append(warning)
    if missing:
        reasons.append("some of what it told is forgotten since")
    elif not is_equal and not reasons:
        reasons.append(UNKNOWN)
    return Comparison(is_equal=is_equal, ranks_missing=missing, reasons=tuple(reasons))


def _moved(view: View, past: Rerun, then: Telling, now: Telling) -> tuple[SpotMoved, ...]:
    """Every item of either snapshot, those of today first."""
    seen_at, items = past.how.seen_at, [*dict.fromkeys((*now.spots, *then.spots))]
    apart = Apart(
        then=then,
        now=now,
        happened=(
            *happened(view, items, seen_at),
            *touched(view, items, seen_at, _TOUCHES),
        ),
        adopted=adopted_since(view, seen_at, now.at.policy.ranking),
    )
    texts: dict[ItemId, str] = dict(view.rows(_TEXTS, {"items": items}))
    return tuple(
        SpotMoved(
            item=item,
            text=texts[item],
            then=then.spots.get(item),
            now=now.spots.get(item),
            causes=spot_causes(item, apart),
        )
        for item in items
    )
