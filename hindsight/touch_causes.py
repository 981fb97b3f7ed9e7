"""Why an item is stronger or weaker than it was, beside the clock: what touched it since.

And what else moves a score that is a sum of its parts.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING, Final

from ..domain.identity import ItemId
from ..domain.policy import RankingPolicy
from .happened import touched
from .sides import About, Between, Cause, Happened, Side

if TYPE_CHECKING:
    from ..projections.view import View  # it loads DuckDB

_SORTS: Final[dict[str, tuple[About, ...]]] = {
    "hyperbolic": ("recalled", "passed over", "gathered"),
    "stability": ("recalled",),
    "rates": ("revised",),
}
TOUCHED: Final[dict[About, str]] = {
    "recalled": "it was recalled, which makes it stronger",
    "passed over": "another was returned in its stead",
    "gathered": "something was made of it and others",
    "revised": "how sure it is was revised",
}
"""What each of them means, in words."""


def touches(
    view: View, items: Sequence[ItemId], seen_at: int, policies: Collection[RankingPolicy]
) -> list[Happened]:
    """What touched these items since a position, as far as that counts under the policies."""
    sorts = {sort for each in policies for sort in _SORTS.get(each.decay.curve, ())}
    return touched(view, items, seen_at, sorts)


def touch_causes(item: ItemId, changed: frozenset[str], between: Between) -> Iterable[Cause]:
    """Those that can have moved what is left of the item."""
    if not changed & {"retention", "presence"}:
        return
    for each in between.happened:
        if each.item == item and each.what in TOUCHED:
            yield Cause(what=each.what, words=TOUCHED[each.what], position=each.position)


def hiding_causes(item: ItemId, changed: frozenset[str], between: Between) -> Iterable[Cause]:
    """Whether it hides now, or did then."""
    if "presence" not in changed:
        return
    if item in between.now.hidden:
        yield Cause(what="faded", words="by now it is too weak, or in the archive")
    if item in between.then.hidden:
        yield Cause(what="faded", words="then it was too weak, or in the archive")


def share_causes(item: ItemId, changed: frozenset[str], between: Between) -> Iterable[Cause]:
    """What a sum counts by a share of its own, and no other part shows."""
    then, now = between.then, between.now
    if "score" not in changed or item not in then.signals or item not in now.signals:
        return
    for name, what, words in (
        ("vector", "meaning", "it is {} near in meaning"),
        ("graph", "graph", "it is {} near to what the question names"),
    ):
        before, after = (round(float(getattr(s.signals[item], name)), 9) for s in (then, now))
        if before != after and (_share(then, name) or _share(now, name)):
            grew = "more" if after > before else "less"
            yield Cause(what=what, words=words.format(grew))  # type: ignore[arg-type] # of these two


def _share(side: Side, name: str) -> float:
    blend = side.policy.blend
    return float(getattr(blend, f"{name}_share")) if blend.form == "sum" else 0.0
