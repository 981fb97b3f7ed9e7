"""What is said of what, as a graph: how near each item is to whatever a question names [D].

Items that have a subject are places of the graph, and so are their subjects and values. An item is
joined to its subject and to its value, by the weight of the trust in it. Mass goes out from what
the question names, and what comes to an item, as a share of the most that comes to any, is its
signal.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final, TypeAlias

import msgspec
import numpy as np
import numpy.typing as npt

from ..domain.identity import squeeze
from ..domain.mind_policy import TrustPolicy
from ..domain.pagerank import Edge
from ..domain.policy import RankingPolicy
from ..domain.query import Query
from .analyser import is_stop_word
from .likeness import Likeness
from .pagerank import Ways, masses, ways_of

if TYPE_CHECKING:
    from .projection import Row  # these load DuckDB
    from .view import View

NAME_WORDS_MAX: Final = 8
"""What has more words is a sentence and no name, so that no question names it."""

_TOLD_MAX: Final = 256
_CJK: Final = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uac00-\ud7af"
# Texts without spaces between their words have no other whole words than these.
_WORD: Final = re.compile(rf"[{_CJK}]|[^\W{_CJK}]+")
_TRUSTED: Final[Mapping[str, str]] = {"import": "imports"}  # else the channel's own name

_KEYED: Final = """
WITH RECURSIVE told AS (
    SELECT d, subject, value, origin FROM item WHERE subject <> '' AND {is_there}
),
above AS (
    SELECT told.d, told.d AS input FROM told WHERE origin IS NULL
    UNION
    SELECT above.d, item.d
    FROM above
    JOIN derivation ON derivation.d = above.input
    JOIN item ON item.item = derivation.input
),
-- What a derived item was made from in the end.
channel AS (
    SELECT above.d, list(DISTINCT item.origin) AS origins
    FROM above
    JOIN item ON item.d = above.input
    WHERE item.origin IS NOT NULL
    GROUP BY above.d
)
SELECT
    told.d,
    told.subject,
    told.value,
    told.origin,
    channel.origins,
    coalesce(distrust.trust, 1e0) AS trust
FROM told
LEFT JOIN channel USING (d)
LEFT JOIN distrust USING (d)
ORDER BY told.d
"""
_IS_CURRENT: Final = "d NOT IN (SELECT d FROM supersession)"
_IS_TRUE_THEN: Final = """d IN (
        SELECT d FROM validity
        WHERE (valid_from IS NULL OR valid_from <= $valid)
        AND (valid_until IS NULL OR valid_until > $valid)
    )"""

_Words: TypeAlias = tuple[str, ...]


class Graph(msgspec.Struct, frozen=True):
    """The items by their `d`, which are the first places, with all that is told of them after."""

    d: npt.NDArray[np.int64]
    ways: Ways
    called: Mapping[_Words, Sequence[int]]
    trust: TrustPolicy
    told: dict[tuple[int, ...], Likeness]


class _Rows(msgspec.Struct, frozen=True):
    rows: list[Row]


def graph_of(view: View, query: Query, policy: RankingPolicy) -> Likeness | None:
    """How near the items are to what the question names; those that nothing leads to are left out.

    None where the graph has no share in the policy, and where nothing of it is named or trusted.
    What gave way is no part of it, unless the query is about a moment at which it was true.
    """
    if not policy.blend.graph_share:
        return None
    with view.lock:
        graph = _graph(view, query, policy.trust)
        seeds = _named(graph, query.text)
        if not seeds:
            return None
        if seeds not in graph.told:
            if len(graph.told) >= _TOLD_MAX:
                graph.told.clear()
            graph.told[seeds] = _signals(graph, seeds)
        signals = graph.told[seeds]
        return signals if len(signals.d) else None


def graphs_of(
    keyed: Sequence[Sequence[Row]], question: str, policy: RankingPolicy
) -> list[Likeness | None]:
    """The same for several stores, whose rows make one graph: names join what they say of them."""
    sizes = [len(rows) for rows in keyed]
    every = [row for rows in keyed for row in rows]
    graph = _graph_of([(place, *row[1:]) for place, row in enumerate(every)], policy.trust)
    seeds = _named(graph, question) if policy.blend.graph_share else ()
    signals = _signals(graph, seeds) if seeds else None
    if signals is None or not len(signals.d):
        return [None] * len(keyed)
    d = np.array([row[0] for row in every], np.int64)[signals.d]
    store = np.repeat(np.arange(len(keyed)), sizes)[signals.d]
    return [
        Likeness(d[store == number], signals.value[store == number]) for number in range(len(keyed))
    ]


def keyed_rows(view: View, valid: int | None) -> Sequence[Row]:
    """What is said of what in a store, kept while it shows the same items."""
    if view.learned_at is None or valid is not None:
        return _rows(view, valid)
    key = f"{__name__} rows"
    kept = view.kept.get(key)
    if not isinstance(kept, _Rows):
        kept = view.kept[key] = _Rows(_rows(view, None))
    return kept.rows


def _graph(view: View, query: Query, trust: TrustPolicy) -> Graph:
    """Kept while the view shows the same items, and the same of what became of them."""
    if view.learned_at is None or query.valid is not None:
        return _graph_of(_rows(view, query.valid), trust)
    kept = view.kept.get(__name__)
    if not isinstance(kept, Graph) or kept.trust != trust:
        kept = view.kept[__name__] = _graph_of(keyed_rows(view, None), trust)
    return kept


def _rows(view: View, valid: int | None) -> list[Row]:
    if valid is None:
        return view.rows(_KEYED.format(is_there=_IS_CURRENT))
    return view.rows(_KEYED.format(is_there=_IS_TRUE_THEN), {"valid": valid})


def _graph_of(rows: Sequence[Row], trust: TrustPolicy) -> Graph:
    places: dict[str, int] = {}
    edges: list[Edge] = []
    for item, (_, subject, value, origin, origins, trusted) in enumerate(rows):
        channels = origins or ([origin] if origin else [])
        weight = trusted * min((_trust_of(each, trust) for each in channels), default=1.0)
        for name in filter(None, (squeeze(subject), squeeze(value))):
            place = places.setdefault(name, len(rows) + len(places))
            edges.append((item, place, weight))
    called: dict[_Words, list[int]] = {}
    for name, place in places.items():
        words = tuple(_WORD.findall(name))
        if 0 < len(words) <= NAME_WORDS_MAX and not all(map(is_stop_word, words)):
            called.setdefault(words, []).append(place)
    d = np.array([row[0] for row in rows], np.int64)
    return Graph(d, ways_of(edges, len(rows) + len(places)), called, trust, {})


def _trust_of(origin: str, policy: TrustPolicy) -> float:
    trust: float = getattr(policy, _TRUSTED.get(origin, origin))
    return trust


def _named(graph: Graph, question: str) -> tuple[int, ...]:
    """The places whose names stand in the question as whole words, whatever their case."""
    words = _WORD.findall(squeeze(question))
    return tuple(sorted({place for run in _runs(words) for place in graph.called.get(run, ())}))


def _runs(words: Sequence[str]) -> Iterator[_Words]:
    for start in range(len(words)):
        for size in range(1, min(NAME_WORDS_MAX, len(words) - start) + 1):
            yield tuple(words[start : start + size])


def _signals(graph: Graph, seeds: tuple[int, ...]) -> Likeness:
    mass = masses(graph.ways, seeds)[: len(graph.d)]
    near = np.flatnonzero(mass)
    return Likeness(graph.d[near], mass[near] / mass.max(initial=np.finfo(np.float64).tiny))
