"""Which items answer without a word of the question; loads numpy.

In a score that is a sum, what is near in meaning may answer, and what the named leads to.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import msgspec
import numpy as np
import numpy.typing as npt

from ..domain.policy import RankingPolicy
from ..domain.query import Query
from .graph import graph_of, graphs_of
from .likeness import Likeness

if TYPE_CHECKING:
    from .projection import Row  # these load DuckDB
    from .view import View

JOINING_MAX: Final = 5
"""Items that have no word of the question and are found by the graph alone; as in [D]."""

MEANT_MAX: Final = 3
"""Items that have no word of the question and are found in a sum by their meaning alone [D]."""


class Joining(msgspec.Struct, frozen=True):
    """How near the items of a store are to what is named, and the `d` of those that join."""

    graph: Likeness | None
    d: npt.NDArray[np.int64]

    def columns(
        self, d: npt.NDArray[np.int64]
    ) -> tuple[npt.NDArray[np.float64] | None, npt.NDArray[np.bool_]]:
        """The same for each of these items."""
        joins = np.isin(d, self.d)
        if self.graph is None:
            return None, joins
        values = np.zeros(len(d))
        told = np.isin(self.graph.d, d)
        values[np.searchsorted(d, self.graph.d[told])] = self.graph.value[told]
        return values, joins


def joining_in(
    view: View, query: Query, policy: RankingPolicy, likeness: Likeness | None
) -> Joining:
    """In one store that is asked alone."""
    [found] = _joining([graph_of(view, query, policy)], [likeness], policy)
    return found


def joining_of_all(
    keyed: Sequence[Sequence[Row]],
    near: Sequence[Likeness | None],
    question: str,
    policy: RankingPolicy,
) -> list[Joining]:
    """In each of several stores: as many of all as of one, and by one graph of all they say."""
    return _joining(graphs_of(keyed, question, policy), near, policy)


def _joining(
    graphs: Sequence[Likeness | None], near: Sequence[Likeness | None], policy: RankingPolicy
) -> list[Joining]:
    counts = policy.blend.vector_share > 0.0
    meant = nearest([each if counts else None for each in near], MEANT_MAX)
    named = nearest(graphs, JOINING_MAX)
    return [
        Joining(graph, np.union1d(one, other))
        for graph, one, other in zip(graphs, meant, named, strict=True)
    ]


def nearest(told: Sequence[Likeness | None], most: int) -> list[npt.NDArray[np.int64]]:
    """The nearest items of all stores, by their stores; what is not near at all is none.

    Of equally near ones the earliest, and those of the first stores.
    """
    nothing = np.empty(0, np.int64)
    d = np.concatenate([nothing, *(each.d for each in told if each is not None)])
    value = np.concatenate([np.empty(0), *(each.value for each in told if each is not None)])
    sizes = [0 if each is None else len(each.d) for each in told]
    store = np.repeat(np.arange(len(told)), sizes)
    taken = np.lexsort((d, store, -value))[:most]
    taken = taken[value[taken] > 0.0]
    return [np.sort(d[taken[store[taken] == number]]) for number in range(len(told))]
