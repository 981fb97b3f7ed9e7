"""Why a text is relevant: which words of the question it has, and what else counts for it.

The formulas are those of `projections/search.sql`; a test holds the two together.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from math import log
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias, get_args

import msgspec

from ..domain.identity import ItemId
from ..domain.policy import RankingPolicy
from ..projections.answer import Found
from ..projections.parts import PARTS_MAX
from ..projections.reading import Reading

if TYPE_CHECKING:
    from ..projections.view import View  # it loads DuckDB

SignalName: TypeAlias = Literal["author", "session", "date", "time", "vector"]
"""What counts beside the words."""

SIGNALS: Final[tuple[SignalName, ...]] = get_args(SignalName)

_CORPUS: Final = """
SELECT
    count(DISTINCT d),
    count(*),
    (
        sum(length)
        + $context_weight * sum(surroundings + if(context_of IS NULL, 0, length))
    ) / count(*)
FROM document
"""
_HOLDERS: Final = f"""
SELECT term, count(DISTINCT u // {PARTS_MAX}), count(*)
FROM posting
WHERE term IN (SELECT unnest($terms::VARCHAR[]))
GROUP BY term
"""
_ADDED: Final = """
WITH word AS (
    SELECT unnest($terms::VARCHAR[]) AS term, unnest($idfs::DOUBLE[]) AS idf
),
stands AS (
    SELECT term, u, count::BIGINT AS count
    FROM posting
    WHERE term IN (SELECT term FROM word)
),
counted AS (
    SELECT term, u, sum(count)::BIGINT AS count, sum(nearby)::BIGINT AS nearby
    FROM (
        SELECT term, u, count, 0 AS nearby FROM stands
        UNION ALL
        SELECT term, context.u, 0, count
        FROM stands
        JOIN context ON context.neighbour = stands.u
        WHERE $context_weight > 0e0
    )
    GROUP BY term, u
),
measured AS (
    SELECT
        counted.*,
        count + $context_weight * nearby AS frequency,
        document.length
        + $context_weight * (document.surroundings + coalesce(after.length, 0)) AS length
    FROM counted
    JOIN document USING (u)
    LEFT JOIN document AS after ON after.context_of = document.u
),
added AS (
    SELECT
        u,
        term,
        count,
        nearby,
        idf * frequency * ($k1 + 1e0)
        / (frequency + $k1 * (1e0 - $b + $b * length / $mean_length)) AS bm25
    FROM measured
    JOIN word USING (term)
)
"""
_BEST: Final = f"""
{_ADDED}
SELECT item.item, best.bm25
FROM (SELECT u, sum(bm25) AS bm25 FROM added GROUP BY u ORDER BY bm25 DESC, u LIMIT 1) AS best
JOIN item ON item.d = best.u // {PARTS_MAX}
"""
_OF_PARTS: Final = f"""
{_ADDED}
SELECT wanted.item, term, count, nearby, bm25
FROM (SELECT unnest($items::VARCHAR[]) AS item, unnest($parts::BIGINT[]) AS part) AS wanted
JOIN item ON item.item = wanted.item
JOIN added ON added.u = item.d * {PARTS_MAX} + wanted.part
"""


class Term(msgspec.Struct, frozen=True, kw_only=True):
    """One word of the question, as it is indexed, and its weight: the rarer, the more."""

    term: str
    items: int  # that have it
    parts: int  # of items that have it
    idf: float


class Match(msgspec.Struct, frozen=True, kw_only=True):
    """What one word of the question adds to the BM25 of the part by which an item was found."""

    term: str
    count: int  # in the part
    nearby: int  # in what stands beside it, as far as that counts
    bm25: float


class Added(msgspec.Struct, frozen=True, kw_only=True):
    """What counts beside the words, and what it adds to a match: its weight by share by worth."""

    signal: SignalName
    weight: float
    share: float  # of the best that there is
    adds: float


class Weights(msgspec.Struct, frozen=True, kw_only=True):
    """What all the words of a question are worth among all items."""

    items: int
    parts: int  # of all items; a short one has one
    mean_length: float  # of a part with what counts of those beside it, in terms
    terms: tuple[Term, ...]
    best: ItemId | None  # which has the words best, whether a filter keeps it out or not
    worth: float  # of a signal of weight 1: BM25 of the best, or what all words weigh

    @property
    def total(self) -> float:
        """What a text of average length earns that has each of them once."""
        return _total(self.terms)


def weights_of(view: View, reading: Reading) -> Weights:
    """The words that a question asks for, in its order."""
    context = {"context_weight": reading.policy.context_weight}
    [(items, parts, mean_length)] = view.rows(_CORPUS, context)
    holders = {
        term: (having, in_parts)
        for term, having, in_parts in view.rows(_HOLDERS, {"terms": list(reading.terms)})
    }
    words = tuple(_weighed(term, *holders.get(term, (0, 0)), parts) for term in reading.terms)
    best = view.rows(_BEST, _bound(words, mean_length or 0.0, reading.policy))
    return Weights(
        items=items,
        parts=parts,
        mean_length=mean_length or 0.0,
        terms=words,
        best=best[0][0] if best else None,
        worth=best[0][1] if best else _total(words),
    )


def matches_of(
    view: View, weights: Weights, found: Collection[Found], policy: RankingPolicy
) -> dict[ItemId, tuple[Match, ...]]:
    """For each item what the words add to the part by which it was found, the most first."""
    rows = view.rows(
        _OF_PARTS,
        _bound(weights.terms, weights.mean_length, policy)
        | {"items": [each.item for each in found], "parts": [each.part for each in found]},
    )
    by_item: dict[ItemId, list[Match]] = {each.item: [] for each in found}
    for item, term, count, nearby, bm25 in rows:
        by_item[item].append(Match(term=term, count=count, nearby=nearby, bm25=bm25))
    return {item: _most_first(matches) for item, matches in by_item.items()}


def added_to(found: Found, weights: Weights, policy: RankingPolicy) -> tuple[Added, ...]:
    """What counts for an item beside the words of the question; most often nothing."""
    added: list[Added] = []
    for signal in SIGNALS:
        weight, share = getattr(policy, f"{signal}_weight"), getattr(found.signals, signal)
        if weight and share:
            adds = weights.worth * weight * share
            added.append(Added(signal=signal, weight=weight, share=share, adds=adds))
    return tuple(added)


def _bound(words: Sequence[Term], mean_length: float, policy: RankingPolicy) -> dict[str, Any]:
    return {
        "terms": [each.term for each in words],
        "idfs": [each.idf for each in words],
        "mean_length": mean_length,
        "context_weight": policy.context_weight,
        "k1": policy.k1,
        "b": policy.b,
    }


def _weighed(term: str, items: int, holders: int, parts: int) -> Term:
    idf = log(1 + (parts - holders + 0.5) / (holders + 0.5))
    return Term(term=term, items=items, parts=holders, idf=idf)


def _total(words: Sequence[Term]) -> float:
    return sum(each.idf for each in words)


def _most_first(matches: Sequence[Match]) -> tuple[Match, ...]:
    return tuple(sorted(matches, key=lambda match: (-match.bm25, match.term)))
