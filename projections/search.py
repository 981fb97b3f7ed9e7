"""Finds items by what they say, and ranks them by relevance, age, importance and trust."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

import msgspec

from ..domain.errors import InvalidInput
from ..domain.events import IMPORTANCE_MAX, Hit, Kind
from ..domain.identity import ItemId, SourceUid
from ..domain.policy import RankingPolicy
from ..domain.ranking import diversify
from ..domain.times import DAY, iso
from .analyser import terms

if TYPE_CHECKING:
    from .view import View  # it loads DuckDB

Tier: TypeAlias = Literal["episodic", "semantic"]

RESULTS_MAX: Final = 1_000
QUERY_CHARS_MAX: Final = 10_000
TERMS_MAX: Final = 64  # distinct ones; the first are taken
_STATEMENT: Final = Path(__file__).with_name("search.sql").read_text(encoding="utf-8")


class Query(msgspec.Struct, frozen=True, kw_only=True):
    """A question and what may answer it; empty filters let everything through.

    The window holds from `after` up to and without `before`; items that never fade pass it.
    """

    text: str
    limit: int = 5
    after: int | None = None
    before: int | None = None
    tier: Tier | None = None
    kinds: tuple[Kind, ...] = ()
    sources: tuple[SourceUid, ...] = ()
    diverse: bool = False
    with_superseded: bool = False


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


def check(query: Query) -> None:
    """InvalidInput unless the query can be answered."""
    if not query.text.strip():
        raise InvalidInput("the question is empty; ask with at least one word")
    if len(query.text) > QUERY_CHARS_MAX:
        raise InvalidInput(
            f"the question has {len(query.text)} characters; {QUERY_CHARS_MAX} are allowed"
        )
    if not 1 <= query.limit <= RESULTS_MAX:
        raise InvalidInput(f"a limit is from 1 to {RESULTS_MAX}; {query.limit} was given")
    if query.after is not None and query.before is not None and query.after >= query.before:
        raise InvalidInput(
            f"the window is empty: it starts at {iso(query.after)} and ends at"
            f" {iso(query.before)}; swap --after and --before"
        )


def search(view: View, query: Query, now: int, policy: RankingPolicy) -> Answer:
    """The best items first; equal scores in the order in which they came in."""
    check(query)
    asked = list(dict.fromkeys(terms(query.text)))[:TERMS_MAX]
    if not asked:
        return Answer(())
    wanted = query.limit * policy.mmr_candidates if query.diverse else query.limit
    found = _ranked(view, asked, _parameters(query, now, policy) | {"limit": wanted})
    return _diverse(found, query.limit, policy) if query.diverse else Answer(tuple(found))


def _ranked(view: View, asked: Sequence[str], parameters: dict[str, Any]) -> list[Found]:
    names = {f"t{index}": term for index, term in enumerate(asked)}
    statement = _STATEMENT.format(terms=", ".join(f"${name}" for name in names))
    rows = view.rows(statement, parameters | names | {"terms_asked": len(asked)})
    return [Found(**dict(zip(Found.__struct_fields__, row, strict=True))) for row in rows]


def _parameters(query: Query, now: int, policy: RankingPolicy) -> dict[str, Any]:
    return {
        "k1": policy.k1,
        "b": policy.b,
        "half_score_at": policy.half_score_at,
        "half_life": policy.half_life_days * DAY,
        "importance_weight": policy.importance_weight,
        "importance_max": IMPORTANCE_MAX,
        "now": now,
        "with_superseded": query.with_superseded,
        "after": query.after,
        "before": query.before,
        "tier": query.tier,
        "kinds": list(query.kinds),
        "sources": list(query.sources),
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
