"""Finds items by what they say, and ranks them by relevance, age, importance and trust."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec

from ..domain.events import IMPORTANCE_MAX, Hit
from ..domain.identity import ItemId
from ..domain.kinds import Kind
from ..domain.policy import RankingPolicy
from ..domain.query import Query, check
from ..domain.ranking import diversify
from ..domain.times import DAY
from .analyser import terms

if TYPE_CHECKING:
    from .view import View  # it loads DuckDB

TERMS_MAX: Final = 64  # distinct ones; the first are taken
_FILTERS: Final = {
    "superseded": "NOT is_superseded",
    "valid": """
        d IN (
            SELECT d FROM validity
            WHERE (valid_from IS NULL OR valid_from <= $valid)
            AND (valid_until IS NULL OR valid_until > $valid)
        )
    """,
    "after": "(is_evergreen OR dated_at >= $after)",
    "before": "(is_evergreen OR dated_at < $before)",
    "tier": "is_evergreen = ($tier = 'semantic')",
    "kinds": "list_contains($kinds::VARCHAR[], kind)",
    "sources": """
        d IN (SELECT d FROM item_source WHERE list_contains($sources::VARCHAR[], source))
    """,
}
_STATEMENT: Final = Path(__file__).with_name("search.sql").read_text(encoding="utf-8")


class Found(msgspec.Struct, frozen=True, kw_only=True):
    """One item that answers, with every part of its score."""

    item: ItemId
    source: str | None  # None where it was made from several
    kind: Kind
    text: str
    title: str
    author: str
    dated_at: int | None
    is_superseded: bool
    is_evergreen: bool
    score: float
    relevance: float
    retention: float
    importance: float
    trust: float


class Answer(msgspec.Struct, frozen=True):
    """What was found, best first, and the items that diversity kept out."""

    found: tuple[Found, ...]
    suppressed: tuple[ItemId, ...] = ()

    def hits(self) -> tuple[Hit, ...]:
        """The same as the journal keeps it: ids and numbers without texts."""
        return tuple(
            Hit(
                item=each.item,
                rank=rank,
                score=each.score,
                relevance=each.relevance,
                retention=each.retention,
                importance=each.importance,
                trust=each.trust,
            )
            for rank, each in enumerate(self.found, start=1)
        )


def search(
    view: View,
    query: Query,
    now: int,
    policy: RankingPolicy,
    *,
    let_through: ItemId | None = None,
) -> Answer:
    """The best items first; equal scores in the order in which they came in.

    One item may be `let_through` all filters, to see where it would stand.
    """
    check(query)
    asked = list(dict.fromkeys(terms(query.text)))[:TERMS_MAX]
    if not asked:
        return Answer(())
    wanted = query.limit * policy.mmr_candidates if query.diverse else query.limit
    parameters = _parameters(now, policy) | {"limit": wanted}
    if let_through is not None:
        parameters["let_through"] = let_through
    found = _ranked(view, asked, query, parameters)
    return _diverse(found, query.limit, policy) if query.diverse else Answer(tuple(found))


def _ranked(
    view: View, asked: Sequence[str], query: Query, parameters: dict[str, Any]
) -> list[Found]:
    filters = _filters(query)
    names_kept = [] if query.with_superseded or query.valid is not None else ["superseded"]
    conditions = " AND ".join(_FILTERS[name] for name in (*names_kept, *filters)) or "TRUE"
    if "let_through" in parameters:
        conditions = f"({conditions}) OR item = $let_through"
    names = {f"t{index}": term for index, term in enumerate(asked)}
    statement = _STATEMENT.format(terms=", ".join(f"${name}" for name in names), filters=conditions)
    rows = view.rows(statement, parameters | names | filters | {"terms_asked": len(asked)})
    return [Found(**dict(zip(Found.__struct_fields__, row, strict=True))) for row in rows]


def _filters(query: Query) -> dict[str, Any]:
    """What narrows the answer down, with what is bound for it; only that costs anything."""
    given: dict[str, Any] = {
        "valid": query.valid,
        "after": query.after,
        "before": query.before,
        "tier": query.tier,
        "kinds": list(query.kinds) or None,
        "sources": list(query.sources) or None,
    }
    return {name: value for name, value in given.items() if value is not None}


def _parameters(now: int, policy: RankingPolicy) -> dict[str, Any]:
    return {
        "k1": policy.k1,
        "b": policy.b,
        "half_score_at": policy.half_score_at,
        "half_life": policy.half_life_days * DAY,
        "importance_weight": policy.importance_weight,
        "importance_max": IMPORTANCE_MAX,
        "now": now,
    }


def _diverse(found: Sequence[Found], limit: int, policy: RankingPolicy) -> Answer:
    chosen = diversify(
        [each.score for each in found],
        [frozenset(terms(each.text)) for each in found],
        limit=limit,
        mmr_lambda=policy.mmr_lambda,
    )
    kept_out = [each.item for i, each in enumerate(found[:limit]) if i not in chosen]
    return Answer(tuple(found[i] for i in chosen), tuple(kept_out))
