"""Finds items by what they say, and ranks them by relevance, age, importance and trust."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from typing import TYPE_CHECKING

from msgspec.structs import replace

from ..domain.expressions import windows_in
from ..domain.identity import ItemId
from ..domain.policy import RankingPolicy
from ..domain.query import Query, check
from ..domain.ranking import diversify
from .analyser import terms
from .answer import Answer, Found
from .held import marked
from .likeness import Likeness, Meant
from .meaning import counts_meaning, meant
from .reading import Reading, reading_of
from .rivals import LOOKED_AT, Alike, by_vectors_or_words, rivals_of
from .search_sql import OF_ONE_STORE, Form, authors_by_sql, items_within, ranked_by_sql
from .standing import Standing, asked_standing, columns_of
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
    warms: bool = True,
) -> Answer:
    """The best items first; equal scores in the order in which they came in.

    A search that is nobody's question `warms` nothing: it loads no more into memory than there is.
    One item may be `let_through` all filters, to see where it would stand. Meaning counts as much
    as the policy says: by the `likeness` that is given, else by the embedder that the query names.
    How the items stand is worked out where the policy asks for more than their dates.
    """
    check(query)
    windows = windows_in(query.text, now)
    wide = widened(query, policy)
    hot = None
    if let_through is None and query.valid is None:
        hot = view.in_memory() if warms else view.still_in_memory()
    told = Meant(likeness)
    if likeness is None and counts_meaning(policy):
        told = meant(view, query, policy)
    near = told.likeness if counts_meaning(policy) else None
    standing = asked_standing(view, query, now, policy, likeness=near)
    if hot is None:
        reading = read_question(view, wide, now, policy)
        found = in_tables(view, reading, near, standing=standing, let_through=let_through)
    else:
        reading = reading_of(wide, now, policy, authors=hot.authors.names)
        found = in_memory(view, hot, reading, near, standing=standing)
    named = query if near is not None else replace(query, embedder="")
    found = marked(view, found, policy.trust, in_memory=hot is not None)
    answer = chosen(found, query, policy, lambda of: by_vectors_or_words(view, named, of))
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
    standing: Standing | None = None,
    let_through: ItemId | None = None,
    form: Form = OF_ONE_STORE,
) -> list[Found]:
    """The best items first, for any state of the tables."""
    if likeness is None and not reading.terms:
        return []
    if likeness is None and standing is None:
        return ranked_by_sql(view, reading, let_through=let_through, form=form)
    with ExitStack() as filled:
        if likeness is not None:
            near = {"d": likeness.d, "likeness": likeness.value}
            filled.enter_context(view.filled("similarity", near))
        if standing is not None:
            filled.enter_context(view.filled("standing", columns_of(standing)))
        return ranked_by_sql(
            view,
            reading,
            let_through=let_through,
            with_likeness=likeness is not None,
            with_standing=standing is not None,
            form=form,
        )


def in_memory(
    view: View,
    hot: Hot,
    reading: Reading,
    likeness: Likeness | None,
    *,
    standing: Standing | None = None,
    scale: Scale | None = None,
) -> list[Found]:
    """The same, for what is current."""
    from .hot_search import ranked_in_memory  # noqa: PLC0415 - it loads numpy

    if not reading.terms and likeness is None:
        return []
    sources = reading.query.sources
    inside = hot.inside(items_within(view, sources)) if sources else None
    near = None if likeness is None else hot.for_each(likeness.d, likeness.value)
    return ranked_in_memory(
        hot, reading, inside=inside, likeness=near, standing=standing, scale=scale
    )


def widened(query: Query, policy: RankingPolicy) -> Query:
    """With as many more answers as diversity chooses from, and as may be rivals."""
    rivals = LOOKED_AT if query.rivals_from is not None else 0
    limit = _candidates(query, policy) + rivals
    return query if limit == query.limit else replace(query, limit=limit)


def chosen(
    found: Sequence[Found],
    query: Query,
    policy: RankingPolicy,
    alike: Callable[[Sequence[Found]], Alike],
) -> Answer:
    """The answer among all that was found for the wider query, and what it passed over.

    `alike` tells how much alike any two of those are, where that is asked.
    """
    candidates = found[: _candidates(query, policy)]
    if query.diverse:
        answer = diverse(candidates, query.limit, policy)
    else:
        answer = Answer(tuple(candidates))
    if query.rivals_from is None:
        return answer
    kept_out = set(answer.suppressed)
    taken = {each.item for each in answer.found} | kept_out
    others = [each for each in found if each.item not in taken][:LOOKED_AT]
    counting = [each for each in answer.found if each.earns]
    of = alike([*counting, *others])
    rivals = rivals_of(counting, others, of, least=query.rivals_from)
    return replace(answer, suppressed=(*answer.suppressed, *rivals))


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


def _candidates(query: Query, policy: RankingPolicy) -> int:
    return query.limit * policy.mmr_candidates if query.diverse else query.limit
