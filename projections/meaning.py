"""By whose vectors a question is answered, if by any."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from ..domain.policy import RankingPolicy
from ..domain.query import Query
from .likeness import Meant

if TYPE_CHECKING:
    from .view import View  # it loads DuckDB


def counts_meaning(policy: RankingPolicy) -> bool:
    """Whether meaning has a part in a score, as in its match or as a share of a sum."""
    in_sum = policy.blend.form == "sum" and policy.blend.vector_share > 0.0
    return in_sum or policy.vector_weight > 0.0


def by_meaning(query: Query, view: View, policy: RankingPolicy) -> Query:
    """The query as it is asked now: with the embedder of this memory, where that has a weight."""
    if view.meaning is None or not counts_meaning(policy):
        return query
    return replace(query, embedder=view.meaning.id)


def meant(view: View, query: Query, policy: RankingPolicy) -> Meant:
    """How near the items are by the vectors of the embedder that the query names, if it does."""
    if not query.embedder:
        return Meant()
    if view.meaning is None or view.meaning.id != query.embedder:
        return Meant(
            warning=f"the embedder {query.embedder} ranked this too, and it is not the one that"
            " this memory was opened with, so words alone rank it here; open it with that embedder"
        )
    return view.meaning.of(view, query.text, context_weight=policy.vector_context_weight)
