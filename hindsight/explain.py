"""A ranking of the past asked again as it was then, and compared with that of today."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from ..asking.as_of import policy_in_force
from ..domain.events import Hit
from ..domain.identity import ItemId
from ..domain.policy import RankingPolicy
from ..domain.query import RESULTS_MAX
from ..projections.answer import Answer, Found
from ..projections.parts import PARTS_MAX
from ..projections.search import read_question, search
from .explanation import Comparison, Days, Explanation, Movement, Narrowed, Ranked, Ranking
from .matches import Weights, added_to, matches_of, weights_of
from .movement import SAME, causes
from .rerun import Rerun, find_recall
from .sides import Between, Happened, Place, Side

if TYPE_CHECKING:
    from ..projections.view import View  # it loads DuckDB

_HAPPENED: Final = """
SELECT item.item, what, event.position, other.item
FROM (
    SELECT 'arrived' AS what, d AS position, d, NULL AS other FROM item
    UNION ALL SELECT 'promoted', position, d, NULL FROM promotion WHERE NOT is_new
    UNION ALL SELECT 'contradicted', position, d, opponent FROM contradiction
    UNION ALL SELECT 'superseded', position, d, successor FROM supersession
) AS event
JOIN item ON item.d = event.d
LEFT JOIN item AS other ON other.d = event.other
WHERE event.position > $seen_at
AND item.item IN (SELECT unnest($items::VARCHAR[]))
ORDER BY event.position, what
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
    between = Between(
        then=side_then,
        now=side_now,
        happened=(),
        adopted=_adopted(view, past.how.seen_at, ranking),
    )
    return Explanation(
        position=past.position,
        query=past.query,
        asked_from=past.asked_from,
        narrowed=_narrowed(view, past),
        is_how_kept=past.is_how_kept,
        recorded=past.hits,
        then=then,
        comparison=_compared(past, then),
        now=today,
        moved=_moved(view, then, today, between),
    )


def _ranking(view: View, past: Rerun, now: int, policy: RankingPolicy) -> tuple[Ranking, Side]:
    """The answer, and where all that matches stands, also beyond the limit unless diverse."""
    query = past.question()
    reading = read_question(view, query, now, policy)
    weights = weights_of(view, reading)
    placed = search(
        view, query if query.diverse else replace(query, limit=RESULTS_MAX), now, policy
    )
    answer = placed.found[: query.limit]
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
        suppressed=placed.suppressed,
        warning=placed.warning,
    )
    side = Side(
        knew_up_to=view.position,
        places={hit.item: _place(hit) for hit in placed.hits()},
        suppressed=placed.suppressed,
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
    )


def _compared(past: Rerun, then: Ranking) -> Comparison:
    again = Answer(tuple(each.found for each in then.answers), then.suppressed)
    is_equal = _are_equal(past.hits, again.hits()) and set(past.suppressed) == set(then.suppressed)
    beside, ranks = past.how.beside, {hit.rank for hit in past.hits}
    gaps = tuple(rank for rank in range(1, max(ranks, default=0)) if rank not in ranks)
    missing = () if beside else gaps
    reasons: list[str] = []
    if not past.is_how_kept:
        reasons.append(
            "the journal did not keep how it was asked yet: the constants in force then and no"
            " filters are assumed"
        )
    if then.warning:
        reasons.append(then.warning)
    if beside:
        reasons.append(
            f"{beside} other stores were searched with this one: recorded are ranks and scores"
            " among all of them, and here this store ranks alone"
        )
    elif missing:
        reasons.append("some of what it returned is forgotten since")
    elif not is_equal and past.is_how_kept and not then.warning:
        reasons.append(
            "something that it knew of is forgotten since, or an older version of lethelog answered"
        )
    return Comparison(is_equal=is_equal, ranks_missing=missing, reasons=tuple(reasons))


def _are_equal(recorded: Sequence[Hit], again: Sequence[Hit]) -> bool:
    if [(hit.rank, hit.item) for hit in recorded] != [(hit.rank, hit.item) for hit in again]:
        return False
    return all(
        abs(getattr(old, name) - getattr(new, name)) <= SAME
        for old, new in zip(recorded, again, strict=True)
        for name in ("score", "relevance", "retention", "importance", "trust")
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
    rows = [
        *view.rows(_HAPPENED, {"items": items, "seen_at": seen_at}),
        *view.rows(
            _JOINED,
            {
                "items": [item for item, _ in found],
                "parts": [part for _, part in found],
                "seen_at": seen_at,
            },
        ),
    ]
    return tuple(
        Happened(**dict(zip(Happened.__struct_fields__, row, strict=True))) for row in rows
    )


def _adopted(view: View, seen_at: int, ranking: RankingPolicy) -> int | None:
    """Where the constants of today were adopted; None where they were given otherwise."""
    [(position,)] = view.rows("SELECT max(position) FROM policy")
    if position is None or position <= seen_at or policy_in_force(view).ranking != ranking:
        return None
    return int(position)
