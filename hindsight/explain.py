"""A ranking of the past asked again as it was then, and compared with that of today."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from ..asking.adoption import policy_in_force
from ..domain.events import Hit
from ..domain.identity import ItemId
from ..domain.policy import RankingPolicy
from ..domain.query import RESULTS_MAX, Query
from ..projections.answer import Found
from ..projections.parts import PARTS_MAX
from ..projections.search import read_question, search
from ..projections.standing import standing_of
from .explanation import Days, Explanation, Movement, Narrowed, Ranked, Ranking
from .happened import happened
from .matches import Weights, added_to, matches_of, weights_of
from .movement import causes
from .recomparison import compared
from .rerun import Rerun, find_recall
from .sides import Between, Happened, Place, Side
from .touch_causes import touches

if TYPE_CHECKING:
    from ..projections.view import View  # it loads DuckDB

_THESE: Final = """
SELECT item
FROM item
WHERE list_contains($items::VARCHAR[], item) AND list_contains($d::BIGINT[], d)
"""
# What came to stand beside a part by which an item was found; its own parts came with it.
_JOINED: Final = f"""
SELECT DISTINCT item.item, 'joined', other.d, other.item
FROM (SELECT unnest($items::VARCHAR[]) AS item, unnest($parts::BIGINT[]) AS part) AS wanted
JOIN item ON item.item = wanted.item
JOIN context ON context.u = item.d * {PARTS_MAX} + wanted.part
JOIN item AS other ON other.d = context.neighbour // {PARTS_MAX}
WHERE other.d > $seen_at
AND other.d <> item.d
ORDER BY other.d
"""


def explain(view: View, said: str, *, now: int, ranking: RankingPolicy) -> Explanation:
    """The whole account of a recall, by its position or `last`; NotFound where there is none."""
    past = find_recall(view, said)
    with view.at(past.how.seen_at):
        then, side_then = _ranking(view, past, past.recorded_at, past.how.ranking)
    today, side_now = _ranking(view, past, now, ranking)
    items = [each.found.item for each in (*today.answers, *then.answers)]
    with view.at(past.how.seen_at):
        side_then = _with_hidden(view, past, side_then, items)
    side_now = _with_hidden(view, past, side_now, items)
    between = Between(
        then=side_then,
        now=side_now,
        happened=(),
        adopted=adopted_since(view, past.how.seen_at, ranking),
    )
    return Explanation(
        position=past.position,
        query=past.query,
        asked_from=past.asked_from,
        narrowed=_narrowed(view, past),
        is_how_kept=past.is_how_kept,
        recorded=past.hits,
        then=then,
        comparison=compared(past, then),
        now=today,
        moved=_moved(view, then, today, between),
    )


def _ranking(view: View, past: Rerun, now: int, policy: RankingPolicy) -> tuple[Ranking, Side]:
    """The answer, and where all that matches stands, also beyond the limit unless diverse."""
    query = past.question()
    reading = read_question(view, query, now, policy)
    weights = weights_of(view, reading)
    placed = search(view, query if query.diverse else _wider(query), now, policy)
    answer = placed.found[: query.limit]
    suppressed = placed.suppressed
    if query.rivals_from is not None and not query.diverse:
        suppressed = search(view, query, now, policy).suppressed
    ranking = Ranking(
        knew_up_to=view.position,
        asked_at=now,
        policy=policy,
        authors=reading.authors,
        days=tuple(Days(after_at=start, before_at=end) for start, end in reading.spans),
        asks_when=reading.asks_when,
        weights=weights,
        weight=weights.total,
        answers=_ranked(view, answer, weights, policy),
        suppressed=suppressed,
        warning=placed.warning,
    )
    side = Side(
        knew_up_to=view.position,
        places={hit.item: _place(hit) for hit in placed.hits()},
        suppressed=suppressed,
        signals={each.item: each.signals for each in placed.found},
        parts={each.item: each.part for each in placed.found},
        items=weights.items,
        best=weights.best,
        authors=reading.authors,
        spans=reading.spans,
        now=now,
        policy=policy,
    )
    return ranking, side


def _wider(query: Query) -> Query:
    """All that matches, whose rivals are nobody's."""
    return replace(query, limit=RESULTS_MAX, rivals_from=None)


def _ranked(
    view: View, answer: Sequence[Found], weights: Weights, policy: RankingPolicy
) -> tuple[Ranked, ...]:
    matches = matches_of(view, weights, answer, policy)
    ranked: list[Ranked] = []
    for rank, found in enumerate(answer, start=1):
        bm25 = sum(each.bm25 for each in matches[found.item])
        added = added_to(found, weights, policy)
        ranked.append(
            Ranked(
                rank=rank,
                found=found,
                match=bm25 + sum(each.adds for each in added),
                bm25=bm25,
                matches=matches[found.item],
                added=added,
            )
        )
    return tuple(ranked)


def _with_hidden(view: View, past: Rerun, side: Side, items: Sequence[ItemId]) -> Side:
    """With those of the items that are there and hide."""
    if past.how.with_faded:
        return side
    standing = standing_of(view, side.now, side.policy, past.how.lifecycle)
    if standing is None:
        return side
    d = standing.d[standing.is_hidden].tolist()
    rows = view.rows(_THESE, {"d": d, "items": list(items)})
    return replace(side, hidden=frozenset(ItemId(item) for (item,) in rows))


def _place(hit: Hit) -> Place:
    return Place(**{name: getattr(hit, name) for name in Place.__struct_fields__})


def _narrowed(view: View, past: Rerun) -> Narrowed:
    how = past.how
    paths: dict[str, str] = dict(
        view.rows(
            "SELECT source, path FROM source WHERE source IN (SELECT unnest($uids::VARCHAR[]))",
            {"uids": list(how.sources)},
        )
    )
    return Narrowed(
        limit=how.limit,
        after_at=how.after,
        before_at=how.before,
        tier=how.tier,
        kinds=how.kinds,
        sources=tuple(paths.get(uid) for uid in how.sources),
        diverse=how.diverse,
        with_superseded=how.with_superseded,
        with_faded=how.with_faded,
    )


def _moved(view: View, then: Ranking, now: Ranking, between: Between) -> tuple[Movement, ...]:
    """Every item of either answer, those of today first."""
    texts = {each.found.item: each.found.text for each in (*now.answers, *then.answers)}
    known = replace(between, happened=_happened(view, list(texts), between))
    return tuple(
        Movement(
            item=item,
            text=text,
            then=between.then.places.get(item),
            now=between.now.places.get(item),
            causes=causes(item, known),
        )
        for item, text in texts.items()
    )


def _happened(view: View, items: Sequence[ItemId], between: Between) -> tuple[Happened, ...]:
    seen_at = between.then.knew_up_to
    found = [
        (item, side.parts[item])
        for side in (between.then, between.now)
        for item in items
        if item in side.parts
    ]
    joined = view.rows(
        _JOINED,
        {
            "items": [item for item, _ in found],
            "parts": [part for _, part in found],
            "seen_at": seen_at,
        },
    )
    names = Happened.__struct_fields__
    policies = (between.then.policy, between.now.policy)
    return (
        *happened(view, items, seen_at),
        *(Happened(**dict(zip(names, row, strict=True))) for row in joined),
        *touches(view, items, seen_at, policies),
    )


def adopted_since(view: View, seen_at: int, ranking: RankingPolicy) -> int | None:
    """Where the constants of today were adopted; None where they were then, or given otherwise."""
    [(position,)] = view.rows("SELECT max(position) FROM policy")
    if position is None or position <= seen_at or policy_in_force(view).ranking != ranking:
        return None
    return int(position)
