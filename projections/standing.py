"""How every item stands at a moment: what is left of it, how far it is trusted, whether it hides.

It is worked out of the rows that are there, under the policy that is asked about. What fades by its
half-life alone, and is trusted whatever channel it came by, needs none of this.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from ..domain.mind_policy import DecayPolicy, LifecyclePolicy
from ..domain.policy import RankingPolicy
from ..domain.pools import archives_any
from ..domain.query import Query
from ..domain.strength import Strength, Traits

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from .joining import Joining
    from .likeness import Likeness
    from .view import View  # it loads DuckDB


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """One number of each sort for each item, by its `d`, which only grows.

    `graph` is how near an item is to what the question names, `joins` whether it may answer for
    that or for its meaning without a word of the question; neither is there in a product.
    """

    d: npt.NDArray[np.int64]
    left: npt.NDArray[np.float64]  # what `domain.strength.left_of` says
    retention: npt.NDArray[np.float64]
    trust: npt.NDArray[np.float64]
    is_hidden: npt.NDArray[np.bool_]  # too weak, or in the archive
    is_archived: npt.NDArray[np.bool_]
    graph: npt.NDArray[np.float64] | None = None
    joins: npt.NDArray[np.bool_] | None = None


def is_needed(policy: RankingPolicy, lifecycle: LifecyclePolicy) -> bool:
    """Whether a score, or whether an item is shown, depends on more than date and relevance."""
    return (
        policy.decay.curve != "half-life"
        or policy.decay.visible_min > 0.0
        or policy.blend.form != "product"
        or policy.trust.weight > 0.0
        or archives_any(lifecycle)
    )


def standing_of(
    view: View, now: int, policy: RankingPolicy, lifecycle: LifecyclePolicy
) -> Standing | None:
    """Of all items in the state that the view is asked about; None where nothing depends on it."""
    if not is_needed(policy, lifecycle):
        return None
    from .standing_now import standing_now  # noqa: PLC0415 - these load numpy
    from .strengths import strengths_of  # noqa: PLC0415

    with view.lock:
        return Standing(**standing_now(strengths_of(view), now, policy, lifecycle))


def asked_standing(
    view: View,
    query: Query,
    now: int,
    policy: RankingPolicy,
    *,
    likeness: Likeness | None,
    joining: Joining | None = None,
) -> Standing | None:
    """The same for a question, with who joins the answer for the graph or for its meaning.

    The `joining` is told where the store is one of several; else it is looked for here.
    """
    standing = standing_of(view, now, policy, query.lifecycle)
    if standing is None or policy.blend.form != "sum":
        return standing
    from .joining import joining_in  # noqa: PLC0415 - it loads numpy

    told = joining or joining_in(view, query, policy, likeness)
    graph, joins = told.columns(standing.d)
    return replace(standing, graph=graph, joins=joins)


def columns_of(standing: Standing) -> dict[str, npt.NDArray[Any]]:
    """As they are told to a statement; what is not there is nothing."""
    nothing = standing.retention * 0.0
    return {
        "d": standing.d,
        "retention": standing.retention,
        "trust": standing.trust,
        "is_hidden": standing.is_hidden,
        "graph": nothing if standing.graph is None else standing.graph,
        "joins": nothing > 1.0 if standing.joins is None else standing.joins,
    }


def strength_of(view: View, d: int, policy: DecayPolicy) -> tuple[Traits, Strength]:
    """What an item is and how strong, in the state that the view is asked about."""
    from .strengths import strengths_of  # noqa: PLC0415 - it loads numpy

    with view.lock:
        known = strengths_of(view)
        return known.traits(d), known.strength(d, policy)
