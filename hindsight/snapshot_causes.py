"""Why a snapshot tells an item otherwise than one of another day, or not at all."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec
from msgspec.structs import replace

from ..domain.identity import ItemId
from .movement import EVENTS, SAME, time_of
from .sides import About, Cause, Happened
from .snapshot_explanation import Spot
from .telling import Telling
from .touch_causes import TOUCHED

_WORDS: Final = {**EVENTS, **TOUCHED, "recalled": "it was asked for"}
_NUMBERS: Final = ("score", "relevance", "retention", "importance", "trust")
_OTHERS_MAX: Final = 5
_BESIDE: Final = Cause(what="corpus", words="other texts are there to be held against")


class Apart(msgspec.Struct, frozen=True, kw_only=True):
    """Two states, and what came of the items from the one to the other."""

    then: Telling
    now: Telling
    happened: tuple[Happened, ...]
    adopted: int | None  # where the constants of now came into force, if that is an event


def spot_causes(item: ItemId, apart: Apart) -> tuple[Cause, ...]:
    """Why it is not told where it was told; empty where it is, with an equal score."""
    then, now = apart.then.spots.get(item), apart.now.spots.get(item)
    if _stands(then, now) and not _changed(then, now):
        return ()
    own = [*_bars(item, apart), *_events(item, apart), *_hours(item, apart)]
    causes = [*own, *_parts(item, apart)]
    if not own and not _stands(then, now):
        causes += _others(item, apart)
    return tuple(causes or [_BESIDE])


def _stands(then: Spot | None, now: Spot | None) -> bool:
    """Whether it is told at the same place; a part that nobody knows is as any."""
    if then is None or now is None:
        return then is now
    return then.rank == now.rank and then.part in {now.part, None}


def _changed(then: Spot | None, now: Spot | None) -> frozenset[str]:
    """The numbers that differ; all of them where it was told on one side alone."""
    if then is None or now is None:
        return frozenset() if then is now else frozenset(_NUMBERS)
    return frozenset(n for n in _NUMBERS if abs(getattr(then, n) - getattr(now, n)) > SAME)


def _bars(item: ItemId, apart: Apart) -> Iterator[Cause]:
    """Why it may not be told now, or might not then."""
    if item not in apart.now.spots and item in apart.now.barred:
        yield apart.now.barred[item]
    if item not in apart.then.spots and item in apart.then.barred:
        bar = apart.then.barred[item]
        yield replace(bar, words=f"{bar.words}, as seen from then")


def _events(item: ItemId, apart: Apart) -> Iterator[Cause]:
    """The events about the item that can have made such a change."""
    now = apart.now.spots.get(item)
    changed = _changed(apart.then.spots.get(item), now)
    for each in apart.happened:
        if each.item == item and not changed.isdisjoint(_acts_on(each.what, now)):
            by = () if each.by is None else (each.by,)
            yield Cause(what=each.what, words=_WORDS[each.what], position=each.position, by=by)


def _acts_on(what: About, now: Spot | None) -> tuple[str, ...]:
    """Which numbers an event moves.

    What nobody asks for counts for more, the oftener it was asked for.
    """
    if what == "contradicted":
        return ("trust",)
    if what != "recalled":
        return _NUMBERS
    if now is None:
        return ()
    return ("retention",) if now.relevance else _NUMBERS


def _hours(item: ItemId, apart: Apart) -> Iterator[Cause]:
    """What just happened has a part of its own, and an event no other."""
    then, hours = apart.then.spots.get(item), apart.then.at.policy.context.recent_hours
    if item in apart.now.barred or item in apart.then.barred:
        return
    if then is not None and then.part not in {"recent", None}:
        return
    if apart.then.is_recent(item) and not apart.now.is_recent(item):
        words = f"it is not of the last {hours:g} hours any more"
        yield Cause(what="recent", words=words)


def _parts(item: ItemId, apart: Apart) -> Iterator[Cause]:
    """What changes the scores of many items: the constants, the clock, and what came in."""
    then, now = apart.then, apart.now
    one, other = then.spots.get(item), now.spots.get(item)
    changed = _changed(one, other)
    if changed and _constants(then) != _constants(now):
        words = f"policy {now.at.policy.name!r} is in force now, then it was {_named(then)}"
        yield Cause(what="policy", words=words, position=apart.adopted)
    if one is None or other is None:
        return
    if "retention" in changed and then.at.now != now.at.now:
        yield Cause(what="aged", words=f"{time_of(now.at.now - then.at.now)} went by")
    if "relevance" in changed and then.items != now.items:
        words = f"from {then.items:,} to {now.items:,} items, so words weigh otherwise"
        yield Cause(what="corpus", words=words)


def _constants(state: Telling) -> tuple[object, ...]:
    policy = state.at.policy
    return replace(policy.ranking, name=""), policy.lifecycle, policy.beliefs


def _named(state: Telling) -> str:
    return repr(state.at.policy.ranking.name)


def _others(item: ItemId, apart: Apart) -> Iterator[Cause]:
    """Those that took its place, or left it one."""
    before_then, before_now = _before(item, apart.then), _before(item, apart.now)
    more = [each for each in before_now if each not in before_then]
    if item not in apart.now.spots:
        words = "there is no room for it behind what comes first"
        yield Cause(what="overtaken", words=words, by=tuple(more[:_OTHERS_MAX]))
    elif more:
        words = f"{len(more):,} more before it than then"
        yield Cause(what="overtaken", words=words, by=tuple(more[:_OTHERS_MAX]))
    else:
        fewer = [each for each in before_then if each not in before_now]
        words = "there is more room for it than then"
        yield Cause(what="passed", words=words, by=tuple(fewer[:_OTHERS_MAX]))


def _before(item: ItemId, state: Telling) -> dict[ItemId, None]:
    """All that are told before it; all there are where it is not told."""
    spot = state.spots.get(item)
    told = sorted(state.spots.items(), key=lambda each: each[1].rank)
    return {other: None for other, each in told if spot is None or each.rank < spot.rank}
