"""A ranking of the past asked again as it was then, and compared with that of today."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from ..asking.as_of import policy_in_force
from ..domain.events import Hit
from ..domain.identity import ItemId
from ..domain.policy import RankingPolicy
from ..domain.query import RESULTS_MAX
from ..projections.search import Answer, Found, search
from .explanation import Comparison, Explanation, Movement, Narrowed, Ranked, Ranking
from .matches import Match, matches_of, weights_of
from .movement import SAME, Between, Happened, Place, Side, causes
from .rerun import Rerun, find_recall

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
    query, weights = past.question(), weights_of(view, past.query)
    placed = search(
        view, query if query.diverse else replace(query, limit=RESULTS_MAX), now, policy
    )
    answer = Answer(placed.found[: query.limit], placed.suppressed)
    matches = matches_of(view, weights, [each.item for each in answer.found], policy)
    ranking = Ranking(
        knew_up_to=view.position,
        asked_at=now,
        policy=policy,
        weights=weights,
        weight=weights.total,
        answers=tuple(
            _ranked(rank, each, matches[each.item])
            for rank, each in enumerate(answer.found, start=1)
        ),
        suppressed=answer.suppressed,
    )
    side = Side(
        places={hit.item: _place(hit) for hit in placed.hits()},
        suppressed=placed.suppressed,
        items=weights.items,
        now=now,
        policy=policy,
    )
    return ranking, side


def _ranked(rank: int, found: Found, matches: tuple[Match, ...]) -> Ranked:
    return Ranked(rank=rank, found=found, bm25=sum(each.bm25 for each in matches), matches=matches)


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
    ranks = {hit.rank for hit in past.hits}
    missing = tuple(rank for rank in range(1, max(ranks, default=0)) if rank not in ranks)
    reasons: list[str] = []
    if not past.is_how_kept:
        reasons.append(
            "the journal did not keep how it was asked yet: the constants in force then and no"
            " filters are assumed"
        )
    if missing:
        reasons.append("some of what it returned is forgotten since")
    elif not is_equal and past.is_how_kept:
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
    known = replace(between, happened=_happened(view, texts, then.knew_up_to))
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


def _happened(view: View, items: Iterable[ItemId], seen_at: int) -> tuple[Happened, ...]:
    rows = view.rows(_HAPPENED, {"items": list(items), "seen_at": seen_at})
    return tuple(
        Happened(**dict(zip(Happened.__struct_fields__, row, strict=True))) for row in rows
    )


def _adopted(view: View, seen_at: int, ranking: RankingPolicy) -> int | None:
    """Where the constants of today were adopted; None where they were given otherwise."""
    [(position,)] = view.rows("SELECT max(position) FROM policy")
    if position is None or position <= seen_at or policy_in_force(view).ranking != ranking:
        return None
    return int(position)
