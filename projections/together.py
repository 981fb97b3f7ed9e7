"""The steps in which several stores are searched as one; each is asked of one store at a time.

1. Whoever wrote something in any of them can be named by the question, which is then read.
2. Each tallies what the words are weighed by, and the sums are those of all.
3. By these each tells its best match, and the best of all is what a signal is worth. Where meaning
   counts, each tells how near its items are, and the least and the most of all are 0 and 1.
   Where a score is a sum, each tells what it says of what, which makes one graph.
4. By that scale each ranks its own items, as if all were in one store.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from math import log
from typing import TYPE_CHECKING, Final

import msgspec
from msgspec.structs import replace

from ..domain.policy import RankingPolicy
from ..domain.query import Query
from ..domain.times import DAY
from .answer import LEAST, Found
from .held import marked
from .likeness import Likeness, Meant
from .meaning import meant
from .reading import Reading, without_names
from .search import in_memory, in_tables
from .search_sql import authors_by_sql
from .standing import asked_standing
from .tally import Best, Scale, Tally
from .tally_sql import best_by_sql, form_of, tally_by_sql

if TYPE_CHECKING:
    from .hot import Hot  # these load numpy
    from .joining import Joining
    from .projection import Row  # these load DuckDB
    from .view import View

_DIGITS: Final = 9  # as in the search of one store


class Ranked(msgspec.Struct, frozen=True):
    """What one of the stores found, and what it knew of."""

    found: tuple[Found, ...]
    seen_at: int


def authors_in(view: View) -> list[str]:
    """Everyone who wrote something."""
    hot = view.still_in_memory()
    return authors_by_sql(view) if hot is None else hot.authors.names.copy()


def tally_of(view: View, reading: Reading) -> Tally:
    """What a store adds to the sums of all."""
    hot = _in_memory(view, reading)
    if hot is None:
        return tally_by_sql(view, reading)
    from .hot_matches import tally_in_memory  # noqa: PLC0415 - it loads numpy

    return tally_in_memory(hot, reading.terms, reading.policy)


def best_of(view: View, reading: Reading, tally: Tally) -> Best:
    """The best match of words in a store, by the sums of all."""
    hot = _in_memory(view, reading)
    if hot is None:
        return best_by_sql(view, reading, tally)
    from .hot_matches import matches_in_memory  # noqa: PLC0415 - it loads numpy

    return matches_in_memory(hot, reading.terms, reading.policy, tally=tally).best


def meant_in(view: View, query: Query, policy: RankingPolicy, authors: Collection[str]) -> Meant:
    """How near the items of a store are, without the names of those who wrote in any of them."""
    return meant(view, replace(query, text=without_names(query.text, authors)), policy)


def keyed_in(view: View, query: Query) -> Sequence[Row]:
    """What a store says of what, for the graph of all."""
    from .graph import keyed_rows  # noqa: PLC0415 - it loads numpy

    return keyed_rows(view, query.valid)


def joining_all(
    keyed: Sequence[Sequence[Row]], near: Sequence[Likeness | None], reading: Reading
) -> Sequence[Joining]:
    """Who joins the answer in each of the stores, for what is named or meant."""
    from .joining import joining_of_all  # noqa: PLC0415 - it loads numpy

    return joining_of_all(keyed, near, reading.query.text, reading.policy)


def ranked_on(
    view: View,
    reading: Reading,
    scale: Scale,
    likeness: Likeness | None,
    *,
    joining: Joining | None = None,
) -> Ranked:
    """The best items of a store by the scale of all, as many as the query wants."""
    hot = view.in_memory() if reading.query.valid is None else None
    how = (reading.query, reading.now, reading.policy)
    standing = asked_standing(view, *how, likeness=likeness, joining=joining)
    if hot is None:
        form = form_of(reading, scale)
        found = in_tables(view, reading, likeness, standing=standing, form=form)
    else:
        found = in_memory(view, hot, reading, likeness, standing=standing, scale=scale)
    found = marked(view, found, reading.policy.trust, in_memory=hot is not None)
    return Ranked(tuple(found), view.position)


def on_one_scale(told: Sequence[Meant]) -> list[Likeness | None]:
    """From the least to the most of all stores; nothing for all where one of them cannot tell."""
    near = [each.likeness for each in told if each.likeness is not None]
    if len(near) < len(told):
        return [None] * len(told)
    cosines = [cosine for each in near if len(each.d) for cosine in (each.least, each.most)]
    if not cosines:
        return [*near]
    return [_spread(each, min(cosines), max(cosines)) for each in near]


def _spread(likeness: Likeness, least: float, most: float) -> Likeness:
    if most == least:
        return likeness
    cosines = likeness.least + likeness.value * (likeness.most - likeness.least)
    return replace(likeness, value=(cosines - least) / (most - least), least=least, most=most)


def order_of(found: Found, now: int, policy: RankingPolicy) -> float:
    """The logarithm of the score, which still tells apart what has faded to almost nothing."""
    if policy.blend.form == "sum":
        return round(log(max(found.score, LEAST)), _DIGITS)
    standing = log(max(found.relevance * found.importance * found.trust, LEAST))
    if policy.decay.curve != "half-life":
        return round(standing + log(max(found.retention, LEAST)), _DIGITS)
    if policy.retention_floor > 0.0:
        return round(standing + log(found.retention), _DIGITS)
    faded = 0.0
    if not found.is_evergreen and found.dated_at is not None:
        faded = max(now - found.dated_at, 0) / (policy.half_life_days * DAY)
    return round(standing - faded * log(2.0), _DIGITS)


def _in_memory(view: View, reading: Reading) -> Hot | None:
    return view.still_in_memory() if reading.query.valid is None else None
