"""Finds items by what they say, and ranks them by relevance, age, importance and trust."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from ..domain.expressions import windows_in
from ..domain.identity import ItemId
from ..domain.policy import RankingPolicy
from ..domain.query import Query, check
from ..domain.ranking import diversify
from .analyser import terms
from .answer import Answer, Found
from .likeness import Likeness, Meant
from .meaning import meant
from .reading import Reading, reading_of
from .search_sql import OF_ONE_STORE, Form, authors_by_sql, items_within, ranked_by_sql
from .tally import Scale

if TYPE_CHECKING:
    from .hot import Hot  # it loads numpy
    from .view import View  # it loads DuckDB


def search(
    view: View,
    query: Query,
    now: int,
    policy: RankingPolicy,
    *,
    let_through: ItemId | None = None,
    likeness: Likeness | None = None,
) -> Answer:
    """The best items first; equal scores in the order in which they came in.

    One item may be `let_through` all filters, to see where it would stand. Meaning counts as much
    as the policy says: by the `likeness` that is given, else by the embedder that the query names.
    """
    check(query)
    windows = windows_in(query.text, now)
    wide = widened(query, policy)
    hot = view.in_memory() if let_through is None and query.valid is None else None
    told = Meant(likeness)
    if likeness is None and policy.vector_weight:
        told = meant(view, query)
    near = told.likeness if policy.vector_weight else None
    if hot is None:
        reading = read_question(view, wide, now, policy)
        found = in_tables(view, reading, near, let_through=let_through)
    else:
        reading = reading_of(wide, now, policy, authors=hot.authors.names)
        found = in_memory(view, hot, reading, near)
    answer = diverse(found, query.limit, policy) if query.diverse else Answer(tuple(found))
    return replace(answer, windows=windows, warning=told.warning)


def read_question(view: View, query: Query, now: int, policy: RankingPolicy) -> Reading:
    """What a question asks for, in a store where these are the authors."""
    authors = authors_by_sql(view) if policy.author_weight else []
    return reading_of(query, now, policy, authors=authors)


def in_tables(
    view: View,
    reading: Reading,
    likeness: Likeness | None,
    *,
    let_through: ItemId | None = None,
    form: Form = OF_ONE_STORE,
) -> list[Found]:
    """The best items first, for any state of the tables."""
    if likeness is None and not reading.terms:
        return []
    if likeness is None:
        return ranked_by_sql(view, reading, let_through=let_through, form=form)
    with view.filled("similarity", {"d": likeness.d, "likeness": likeness.value}):
        return ranked_by_sql(view, reading, let_through=let_through, with_likeness=True, form=form)


def in_memory(
    view: View,
    hot: Hot,
    reading: Reading,
    likeness: Likeness | None,
    *,
    scale: Scale | None = None,
) -> list[Found]:
    """The same, for what is current."""
    from .hot_search import ranked_in_memory  # noqa: PLC0415 - it loads numpy

    if not reading.terms and likeness is None:
        return []
    sources = reading.query.sources
    inside = hot.inside(items_within(view, sources)) if sources else None
    near = None if likeness is None else hot.for_each(likeness)
    return ranked_in_memory(hot, reading, inside=inside, likeness=near, scale=scale)


def widened(query: Query, policy: RankingPolicy) -> Query:
    """With as many more answers as diversity chooses from."""
    return replace(query, limit=query.limit * policy.mmr_candidates) if query.diverse else query


def diverse(found: Sequence[Found], limit: int, policy: RankingPolicy) -> Answer:
    """What differs from each other, of all that was found, best first."""
    chosen = diversify(
        [each.score for each in found],
        [frozenset(terms(each.text)) for each in found],
        limit=limit,
        mmr_lambda=policy.mmr_lambda,
    )
    kept_out = [each.item for i, each in enumerate(found[:limit]) if i not in chosen]
    return Answer(tuple(found[i] for i in chosen), tuple(kept_out))
