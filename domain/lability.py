"""For how long what was recalled can be refined by what comes up then."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from .identity import ItemId
from .mind_policy import ConsolidationPolicy
from .strength import HOUR


class Retrieval(msgspec.Struct, frozen=True):
    """One item that a recall returned, at which position and rank."""

    item: ItemId
    at: int
    position: int
    rank: int


class Labile(msgspec.Struct, frozen=True, kw_only=True):
    """An item that can be refined, and until when and without then."""

    item: ItemId
    recalled_at: int
    until_at: int


def window_end(recalled_at: int, policy: ConsolidationPolicy) -> int:
    """When what was last recalled then is fixed again."""
    return recalled_at + round(policy.labile_hours * HOUR)


def labile(
    retrievals: Iterable[Retrieval], now: int, policy: ConsolidationPolicy
) -> tuple[Labile, ...]:
    """The items recalled last that are still within their window, the newest first.

    A recall inside the window begins it anew, and of more than are allowed those go whose window
    ends first.
    """
    last: dict[ItemId, Retrieval] = {}
    for each in retrievals:
        known = last.get(each.item)
        if known is None or _freshness(each) > _freshness(known):
            last[each.item] = each
    newest = sorted(last.values(), key=_freshness, reverse=True)[: policy.labile_items_max]
    within = [
        Labile(item=each.item, recalled_at=each.at, until_at=window_end(each.at, policy))
        for each in newest
    ]
    return tuple(each for each in within if each.recalled_at <= now < each.until_at)


def _freshness(each: Retrieval) -> tuple[int, int, int]:
    """The later one is fresher; of one recall, what stood further up."""
    return (each.at, each.position, -each.rank)
