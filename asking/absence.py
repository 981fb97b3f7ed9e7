"""At which rank an item answers a question, or every reason why it does not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

import msgspec
from msgspec.structs import replace

from ..domain.events import Hit
from ..domain.identity import ItemId, SourceUid
from ..domain.policy import RankingPolicy
from ..domain.query import RESULTS_MAX, Query
from ..domain.ranking import jaccard
from ..projections.analyser import terms
from ..projections.answer import Answer, Found
from ..projections.reading import Reading
from ..projections.search import read_question, search
from .barred import TEXT_CHARS_MAX, Bearings, barred
from .drawing import shortened
from .faded import faded
from .question import Standpoint, under
from .story import Placing, Reason, Whereabouts
from .words import no_word, words_of

if TYPE_CHECKING:
    from ..projections.view import View  # it loads DuckDB

_BEARINGS: Final = """
SELECT
    item.d,
    item.kind,
    item.dated_at,
    item.author,
    item.title,
    item.text,
    item.dated_at IS NULL OR item.d IN (SELECT d FROM promotion),
    item.d IN (SELECT d FROM supersession),
    validity.valid_from,
    validity.valid_until
FROM item
JOIN validity ON validity.d = item.d
WHERE item.item = $item
"""
_NOWHERE: Final = SourceUid("")


class Posed(msgspec.Struct, frozen=True, kw_only=True):
    """A question with all that decides its answer; of a recall also what it returned."""

    query: Query
    now: int
    ranking: RankingPolicy
    recall: int | None = None
    seen_at: int = 0  # by a recall, which knew of nothing later
    beside: int = 0  # so many other stores were searched with this one
    hits: tuple[Hit, ...] = ()


class _Standing(msgspec.Struct, frozen=True, kw_only=True):
    """The answer as it is, and as it would be if no filter could keep the item out."""

    answer: Answer
    with_item: Answer
    by_score: tuple[Found, ...]  # all that may answer, and the item, up to `RESULTS_MAX`


def posed_now(query: Query | None, at: Standpoint) -> Posed | None:
    """A new question, where there is one."""
    if query is None:
        return None
    return Posed(query=under(at.policy, query), now=at.now, ranking=at.policy.ranking)


def whereabouts(view: View, item: ItemId, posed: Posed) -> Whereabouts:
    """Where an item that is known stands; a recall is answered as it was on its day."""
    if posed.recall is None:
        return _whereabouts(view, item, posed, _bearings(view, item))
    bearings = _bearings(view, item)
    with view.at(posed.seen_at):
        if bearings.d > posed.seen_at:
            return _unknown_yet(view, bearings, posed)
        again = _whereabouts(view, item, posed, _bearings(view, item))
    return _as_recorded(again, item, posed)


def _bearings(view: View, item: ItemId) -> Bearings:
    [row] = view.rows(_BEARINGS, {"item": item})
    return Bearings(*row)


def _whereabouts(view: View, item: ItemId, posed: Posed, bearings: Bearings) -> Whereabouts:
    standing, told = _standing(view, item, posed), _told(view, posed, bearings)
    placing = _place(view, item, posed, standing.by_score)
    reasons = [] if placing else [no_word(view, bearings, _read(view, posed))]
    reasons += barred(view, bearings, posed.query)
    reasons += faded(view, bearings.d, posed.query, now=posed.now, policy=posed.ranking)
    if placing is not None:
        reasons += _outranked(item, posed, standing, placing)
    found = standing.answer.found
    return replace(
        told,
        rank=None if reasons else 1 + [each.item for each in found].index(item),
        placing=placing,
        returned=len(found),
        last_score=found[-1].score if found else None,
        reasons=tuple(reasons),
    )


def _told(view: View, posed: Posed, bearings: Bearings) -> Whereabouts:
    """The words of both sides, for an item that is in no ranking."""
    words = words_of(view, bearings, _read(view, posed))
    return Whereabouts(
        question=posed.query.text,
        recall=posed.recall,
        told_at=posed.now,
        rank=None,
        placing=None,
        returned=len(posed.hits),
        last_score=posed.hits[-1].score if posed.hits else None,
        terms_met=words.met,
        terms_missed=words.missed,
        terms_beside=words.beside,
        author_named=words.author_named,
        terms=words.own,
        reasons=(),
    )


def _read(view: View, posed: Posed) -> Reading:
    return read_question(view, posed.query, posed.now, posed.ranking)


def _standing(view: View, item: ItemId, posed: Posed) -> _Standing:
    query, how = posed.query, (posed.now, posed.ranking)
    everything = replace(query, limit=RESULTS_MAX, diverse=False, rivals_from=None)
    by_score = search(view, everything, *how, let_through=item).found
    return _Standing(
        answer=search(view, query, *how),
        with_item=search(view, query, *how, let_through=item)
        if query.diverse
        else Answer(by_score[: query.limit]),
        by_score=by_score,
    )


def _place(view: View, item: ItemId, posed: Posed, by_score: tuple[Found, ...]) -> Placing | None:
    """Beyond what is ever returned it has a score and no rank; unless it answers, neither."""
    for rank, each in enumerate(by_score, start=1):
        if each.item == item:
            return _placed(each, rank)
    # Nothing comes from a source without a name, so nothing but the item is left.
    alone = replace(posed.query, limit=1, diverse=False, sources=(_NOWHERE,))
    found = search(view, alone, posed.now, posed.ranking, let_through=item).found
    return _placed(found[0], None) if found else None


def _placed(score: Found | Hit, rank: int | None) -> Placing:
    return Placing(
        rank=rank,
        score=score.score,
        relevance=score.relevance,
        retention=score.retention,
        importance=score.importance,
        trust=score.trust,
    )


def _outranked(
    item: ItemId, posed: Posed, standing: _Standing, placing: Placing
) -> Iterator[Reason]:
    """Whether others, which score more or say something else, take all the places there are."""
    chosen, limit = standing.with_item.found, posed.query.limit
    if any(each.item == item for each in chosen):
        return
    if placing.rank is None or placing.rank > limit:
        yield _below(placing, limit, standing.by_score)
    if posed.query.diverse and _competed(posed, placing):
        text = next(each.text for each in standing.by_score if each.item == item)
        near = max(chosen, key=lambda each: _likeness(each.text, text))
        yield Reason(
            because="diversity",
            told=f"it shares {_likeness(near.text, text):.2f} of its words with {near.item}"
            f" “{shortened(near.text, TEXT_CHARS_MAX)}”, which stands before it",
            item=near.item,
        )


def _competed(posed: Posed, placing: Placing) -> bool:
    candidates = posed.query.limit * posed.ranking.mmr_candidates
    return placing.rank is not None and placing.rank <= candidates


def _below(placing: Placing, limit: int, by_score: tuple[Found, ...]) -> Reason:
    where = f"beyond the first {RESULTS_MAX}" if placing.rank is None else f"at rank {placing.rank}"
    last = by_score[limit - 1]
    return Reason(
        because="limit",
        told=f"its score is {where}; the limit is {limit}, and the last within it has"
        f" {last.score:.3g}",
        item=last.item,
    )


def _likeness(one: str, other: str) -> float:
    return jaccard(frozenset(terms(one)), frozenset(terms(other)))


def _unknown_yet(view: View, bearings: Bearings, posed: Posed) -> Whereabouts:
    told = (
        f"it came in at position {bearings.d}, and that answer knew of what came up to"
        f" {posed.seen_at}"
    )
    reason = Reason(because="not-known", told=told)
    return replace(_told(view, posed, bearings), reasons=(reason,))


def _as_recorded(again: Whereabouts, item: ItemId, posed: Posed) -> Whereabouts:
    """What the recall returned counts, and not what the same question returns by now."""
    for hit in posed.hits:
        if hit.item == item:
            return replace(again, rank=hit.rank, placing=_placed(hit, hit.rank), reasons=())
    if again.rank is None:
        return again
    if posed.beside:
        told = "other stores were searched with it, and what they hold took its place"
        return replace(again, rank=None, reasons=(Reason(because="limit", told=told),))
    told = (
        f"without what was forgotten since it would be at rank {again.rank}; on that day something"
        " else stood in its place"
    )
    return replace(again, rank=None, reasons=(Reason(because="since-forgotten", told=told),))
