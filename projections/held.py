"""What is in quarantine: it came by a channel of little trust, and nobody let it go or vouches."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeVar

from msgspec.structs import replace

from ..domain.identity import ItemId
from ..domain.mind_policy import TrustPolicy
from ..domain.origin_trust import doubted, is_doubted, vouching

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from .answer import Found
    from .view import View  # it loads DuckDB

T = TypeVar("T")

# Each item with all that it was made from, down to what came in; what was let go hides what is
# below it. Another source vouches for an item that says the same words, or the same by its key.
_HELD: Final = """
WITH RECURSIVE above AS (
    SELECT d, item, d AS input FROM item
    WHERE {which} AND d NOT IN (SELECT d FROM release)
    UNION
    SELECT above.d, above.item, item.d
    FROM above
    JOIN derivation ON derivation.d = above.input
    JOIN item ON item.item = derivation.input
    WHERE item.d NOT IN (SELECT d FROM release)
),
suspect AS MATERIALIZED (
    SELECT d, statement, claim, regexp_extract(path, '^[^/]+/[^/]+') AS top FROM item
    WHERE list_contains($doubted::VARCHAR[], origin) AND d IN (SELECT input FROM above)
),
other AS MATERIALIZED (
    SELECT item.d, item.statement, item.claim, item_source.source
    FROM item
    JOIN item_source
    ON item_source.d = item.d
    AND item_source.path = regexp_extract(item.path, '^[^/]+/[^/]+')
    WHERE list_contains($vouching::VARCHAR[], item.origin)
    AND item.d NOT IN (SELECT d FROM supersession)
    AND (
        item.statement IN (SELECT statement FROM suspect)
        OR item.claim IN (SELECT claim FROM suspect)
    )
),
voice AS (
    SELECT suspect.d, top, other.source
    FROM suspect
    JOIN other ON other.statement = suspect.statement
    UNION
    SELECT suspect.d, top, other.source FROM suspect JOIN other ON other.claim = suspect.claim
),
vouched AS (
    SELECT voice.d
    FROM voice
    ANTI JOIN item_source AS own
    ON own.d = voice.d AND own.path = voice.top AND own.source = voice.source
    GROUP BY voice.d
    HAVING count(*) >= $vouchers_min
)
SELECT
    above.d,
    any_value(above.item) AS item,
    bool_and(suspect.d IN (SELECT d FROM vouched)) AS is_vouched
FROM above
JOIN suspect ON suspect.d = above.input
GROUP BY above.d
ORDER BY above.d
"""
_NAMED: Final = "item IN (SELECT unnest($items::VARCHAR[]))"
_ANY: Final = "SELECT 1 FROM item WHERE list_contains($doubted::VARCHAR[], origin) LIMIT 1"


def held_places(
    view: View, policy: TrustPolicy, *, with_vouched: bool = False
) -> npt.NDArray[np.int64] | None:
    """The `d` of all items in quarantine, in order, in the state that the view is asked about.

    Those for which enough others vouch are in none, unless they are wanted too. None where nothing
    came by a channel of little trust.
    """
    if not _holds_any(view, policy):
        return None
    found = view.columns(_HELD.format(which="TRUE"), _given(policy))
    places: npt.NDArray[np.int64] = found["d"]
    return places if with_vouched else places[~found["is_vouched"].astype(bool)]


def with_held(
    view: View, policy: TrustPolicy, question: Callable[[View], T], *, with_vouched: bool = False
) -> T:
    """The answer to a question that looks at the table `held`."""
    with view.lock:
        places = held_places(view, policy, with_vouched=with_vouched)
        if places is None:
            return question(view)
        with view.filled("held", {"d": places}):
            return question(view)


def held_items(view: View, items: Collection[ItemId], policy: TrustPolicy) -> frozenset[ItemId]:
    """Those of the items that are in quarantine."""
    return frozenset(i for i, is_vouched in _doubted(view, items, policy).items() if not is_vouched)


def earning_nothing(
    view: View, items: Collection[ItemId], policy: TrustPolicy
) -> frozenset[ItemId]:
    """Those that came by a channel of little trust and were not let go, vouched for or not."""
    return frozenset(_doubted(view, items, policy))


def marked(
    view: View, found: Sequence[Found], policy: TrustPolicy, *, in_memory: bool
) -> list[Found]:
    """The same items, each with whether it is in quarantine, and whether its recalls earn anything.

    What others vouch for may be forgotten with them, so nothing that lasts comes of it: only what
    was let go earns. A search `in_memory` has told that of all but what was derived.
    """
    suspects = [
        each.item
        for each in found
        if each.origin is None or (not in_memory and is_doubted(each.origin, policy))
    ]
    suspected = _doubted(view, suspects, policy)
    if not suspected:
        return [*found]
    return [
        replace(each, is_quarantined=not suspected[each.item], earns=False)
        if each.item in suspected
        else each
        for each in found
    ]


def _doubted(view: View, items: Collection[ItemId], policy: TrustPolicy) -> dict[ItemId, bool]:
    """Those that nobody has let go, each with whether enough others vouch for it."""
    if not items or not _holds_any(view, policy):
        return {}
    rows = view.rows(_HELD.format(which=_NAMED), _given(policy) | {"items": [*items]})
    return {item: bool(is_vouched) for _, item, is_vouched in rows}


def _holds_any(view: View, policy: TrustPolicy) -> bool:
    """Whether anything came by a channel of little trust; the answer is kept while it is so."""
    channels = doubted(policy)
    if not channels:
        return False
    hot = view.still_in_memory()
    if hot is not None:
        return not hot.origins.names.numbers.keys().isdisjoint(channels)
    key = f"{__name__} {','.join(channels)}"
    is_now = view.learned_at is not None
    if is_now and key in view.kept:
        return bool(view.kept[key])
    holds = bool(view.rows(_ANY, {"doubted": list(channels)}))
    if is_now:
        view.kept[key] = holds
    return holds


def _given(policy: TrustPolicy) -> dict[str, Any]:
    return {
        "doubted": list(doubted(policy)),
        "vouching": list(vouching(policy)),
        "vouchers_min": policy.vouchers_min,
    }
