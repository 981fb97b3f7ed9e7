"""Why a text is relevant: which words of the question it has, and what each of them is worth.

The formulas are those of `projections/search.sql`; a test holds the two together.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import log
from typing import TYPE_CHECKING

import msgspec

from ..domain.identity import ItemId
from ..domain.policy import RankingPolicy
from ..projections.analyser import terms
from ..projections.search import TERMS_MAX

if TYPE_CHECKING:
    from ..projections.view import View  # it loads DuckDB


class Term(msgspec.Struct, frozen=True, kw_only=True):
    """One word of the question, as it is indexed, and its weight: the rarer, the more."""

    term: str
    items: int  # that have it
    idf: float


class Match(msgspec.Struct, frozen=True, kw_only=True):
    """What one word of the question adds to the BM25 of an item."""

    term: str
    count: int  # in the item
    bm25: float


class Weights(msgspec.Struct, frozen=True, kw_only=True):
    """What all the words of a question are worth among all items."""

    items: int
    mean_length: float  # in terms
    terms: tuple[Term, ...]

    @property
    def total(self) -> float:
        """What a text of average length earns that has each of them once."""
        return sum(each.idf for each in self.terms)


def weights_of(view: View, question: str) -> Weights:
    """The words of a question, in its order."""
    [(items, mean_length)] = view.rows("SELECT count(*), avg(length) FROM document")
    asked = list(dict.fromkeys(terms(question)))[:TERMS_MAX]
    holders: dict[str, int] = dict(
        view.rows(
            "SELECT term, count(*) FROM posting"
            " WHERE term IN (SELECT unnest($asked::VARCHAR[])) GROUP BY term",
            {"asked": asked},
        )
    )
    return Weights(
        items=items,
        mean_length=mean_length or 0.0,
        terms=tuple(_weighed(term, holders.get(term, 0), items) for term in asked),
    )


def matches_of(
    view: View, weights: Weights, found: Iterable[ItemId], policy: RankingPolicy
) -> dict[ItemId, tuple[Match, ...]]:
    """For each item what its words add, the most first."""
    idf = {each.term: each.idf for each in weights.terms}
    rows = view.rows(
        """
        SELECT item.item, term, count, length
        FROM posting
        JOIN item USING (d)
        WHERE term IN (SELECT unnest($terms::VARCHAR[]))
        AND item.item IN (SELECT unnest($items::VARCHAR[]))
        """,
        {"terms": list(idf), "items": list(found)},
    )
    by_item: dict[ItemId, list[Match]] = {}
    for item, term, count, length in rows:
        norm = policy.k1 * (1 - policy.b + policy.b * length / weights.mean_length)
        bm25 = idf[term] * count * (policy.k1 + 1) / (count + norm)
        by_item.setdefault(ItemId(item), []).append(Match(term=term, count=count, bm25=bm25))
    return {item: _most_first(matches) for item, matches in by_item.items()}


def _weighed(term: str, holders: int, items: int) -> Term:
    return Term(term=term, items=holders, idf=log(1 + (items - holders + 0.5) / (holders + 0.5)))


def _most_first(matches: Sequence[Match]) -> tuple[Match, ...]:
    return tuple(sorted(matches, key=lambda match: (-match.bm25, match.term)))
