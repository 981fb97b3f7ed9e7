"""Which sources carry a past answer: the same is asked again with each of them left out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, Literal

import msgspec
from msgspec.structs import replace

from ..domain.errors import InvalidInput
from ..domain.identity import Identity, ItemId, squeeze
from ..projections.answer import Answer, Found
from ..projections.search import search
from .blame_item import ItemBlame, blame_item
from .carriers import TRIED_MAX, Candidate, Role, Source, Ties, ties_of
from .rerun import Rerun, find_recall, names_a_recall

if TYPE_CHECKING:
    from ..projections.view import View  # it loads DuckDB

SHARE_MIN: Final = 0.005
"""What changes an answer by less is no effect: any text that goes makes its words a bit rarer."""


class Shift(msgspec.Struct, frozen=True, kw_only=True):
    """One answer that stands elsewhere without a source."""

    item: ItemId
    rank: int
    rank_without: int


class Newcomer(msgspec.Struct, frozen=True, kw_only=True):
    """What answers only without a source."""

    item: ItemId
    text: str
    rank_without: int


class Carrier(msgspec.Struct, frozen=True, kw_only=True):
    """What becomes of an answer without one source, or without several that carry it together.

    `share` is how much of the answer goes: of the scores of all that it says, the part that is
    lost without the source. What two items say counts once, so it is not lost with one of them.
    Below zero, the answer would score higher without it.
    """

    sources: tuple[Source, ...]
    role: Role
    share: float
    gone: tuple[ItemId, ...]
    moved: tuple[Shift, ...]
    came: tuple[Newcomer, ...]
    top_score_without: float  # 0 where nothing is found


class RecallBlame(msgspec.Struct, frozen=True, kw_only=True):
    """The sources that carry a past answer, the strongest first."""

    of: Literal["recall"] = "recall"
    position: int
    query: str
    recorded_at: int
    answers: tuple[Found, ...]
    carriers: tuple[Carrier, ...]
    tried: int
    without_effect: int
    not_tried: int  # beyond the limit


def blame(
    view: View, said: str, identity: Identity, *, whole: bool = False, limit: int = TRIED_MAX
) -> RecallBlame | ItemBlame:
    """Of a recall, by its position or `last`, or of an item, by the start of its id.

    With `whole`, sources are left out with the outermost one that holds them. At most `limit`
    times something is left out.
    """
    if limit < 1:
        raise InvalidInput(f"at least one source must be left out; a limit of {limit} was given")
    named = said.strip().lower()
    if not names_a_recall(named):
        return blame_item(view, named, identity, whole=whole, limit=limit)
    past = find_recall(view, named)
    with view.at(past.how.seen_at):
        before = past.answered(view)
        ties = _ties(view, past, before, identity, whole=whole)
    tried, not_tried = ties.up_to(limit)
    single = [_without(view, each, past, before) for each in tried.single]
    shares = {each.sources[0]: max(each.share, 0.0) for each in single}
    joint = [_without(view, each, past, before) for each in tried.joint]
    effective = [each for each in single if _has_effect(each)]
    effective += [each for each in joint if _carries_more(each, shares)]
    return RecallBlame(
        position=past.position,
        query=past.query,
        recorded_at=past.recorded_at,
        answers=before.found,
        carriers=tuple(sorted(effective, key=lambda each: -each.share)),
        tried=len(single) + len(joint),
        without_effect=len(single) - sum(map(_has_effect, single)),
        not_tried=not_tried,
    )


def _ties(view: View, past: Rerun, answer: Answer, identity: Identity, *, whole: bool) -> Ties:
    """The sources behind all that answered, and behind what kept others from answering."""
    wider = replace(past.question(), with_superseded=True, diverse=False)
    others = search(view, wider, past.recorded_at, past.how.ranking).found
    replaced = [each.item for each in others if each.is_superseded]
    return ties_of(
        view,
        _places(view, [each.item for each in answer.found]),
        identity,
        whole=whole,
        replaced=_places(view, replaced),
        beside=past.how.ranking.context_weight > 0,
    )


def _places(view: View, items: Sequence[ItemId]) -> list[int]:
    rows = view.rows(
        "SELECT item, d FROM item WHERE item IN (SELECT unnest($items::VARCHAR[]))",
        {"items": list(items)},
    )
    places: dict[ItemId, int] = dict(rows)
    return [places[item] for item in items]


def _without(view: View, candidate: Candidate, past: Rerun, before: Answer) -> Carrier:
    with view.without(candidate.uids()), view.at(past.how.seen_at):
        after = past.answered(view)
    ranks = {hit.item: hit.rank for hit in before.hits()}
    ranks_after = {hit.item: hit.rank for hit in after.hits()}
    return Carrier(
        sources=candidate.sources,
        role=candidate.role,
        share=_share_lost(before, after),
        gone=tuple(item for item in ranks if item not in ranks_after),
        moved=tuple(
            Shift(item=item, rank=rank, rank_without=ranks_after[item])
            for item, rank in ranks.items()
            if ranks_after.get(item, rank) != rank
        ),
        came=tuple(
            Newcomer(item=each.item, text=each.text, rank_without=ranks_after[each.item])
            for each in after.found
            if each.item not in ranks
        ),
        top_score_without=after.found[0].score if after.found else 0.0,
    )


def _share_lost(before: Answer, after: Answer) -> float:
    worth, left = _worth(before), _worth(after)
    total = sum(worth.values())
    return 1.0 - sum(left.get(said, 0.0) for said in worth) / total if total else 0.0


def _worth(answer: Answer) -> dict[str, float]:
    """The best score of each thing that is said, however often."""
    worth: dict[str, float] = {}
    for each in answer.found:
        worth.setdefault(squeeze(each.text), each.score)
    return worth


def _has_effect(carrier: Carrier) -> bool:
    changes = carrier.gone or carrier.moved or carrier.came
    return bool(changes) or abs(carrier.share) >= SHARE_MIN


def _carries_more(joint: Carrier, shares: dict[Source, float]) -> bool:
    """Whether more is lost with all of them than with each of them alone, put together."""
    alone = sum(shares.get(source, 0.0) for source in joint.sources)
    return joint.share >= alone + SHARE_MIN
