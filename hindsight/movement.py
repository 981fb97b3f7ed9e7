"""What moved between two answers to one question, and what moved it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal, TypeAlias

import msgspec

from ..domain.identity import ItemId
from ..domain.policy import RankingPolicy
from ..domain.times import DAY

About: TypeAlias = Literal["arrived", "promoted", "contradicted", "superseded"]
"""An event that concerns one item."""

What: TypeAlias = (
    About | Literal["policy", "aged", "corpus", "suppressed", "let in", "overtaken", "passed"]
)

SAME: Final = 1e-9
"""Numbers that are closer than this are equal, as they are in a digest."""

_NAMED_MAX: Final = 5
_EVENTS: Final[dict[About, str]] = {
    "arrived": "it was not there before",
    "promoted": "it no longer fades",
    "contradicted": "something speaks against it",
    "superseded": "something else took its place",
}


class Place(msgspec.Struct, frozen=True, kw_only=True):
    """Where an item stands in an answer, with every part of its score."""

    rank: int
    score: float
    relevance: float
    retention: float
    importance: float
    trust: float


class Cause(msgspec.Struct, frozen=True, kw_only=True):
    """One reason for a move; with a position where it is an event, with the items that did it."""

    what: What
    words: str
    position: int | None = None
    by: tuple[ItemId, ...] = ()


class Happened(msgspec.Struct, frozen=True, kw_only=True):
    """An event since then that concerns one item."""

    item: ItemId
    what: About
    position: int
    by: ItemId | None


class Side(msgspec.Struct, frozen=True, kw_only=True):
    """One of the two answers: who stood where, by which clock, constants and memory."""

    places: dict[ItemId, Place]
    suppressed: tuple[ItemId, ...]
    items: int  # in the whole memory
    now: int
    policy: RankingPolicy


class Between(msgspec.Struct, frozen=True, kw_only=True):
    """The two answers, and what happened from one to the other."""

    then: Side
    now: Side
    happened: tuple[Happened, ...]
    adopted: int | None  # where the constants of now came into force, if that is an event


def causes(item: ItemId, between: Between) -> tuple[Cause, ...]:
    """Why an item does not stand where it stood; empty where it does, with an equal score."""
    then, now = between.then.places.get(item), between.now.places.get(item)
    changed = _changed_parts(then, now)
    own = list(_events(item, changed, between))
    if any(each.what == "promoted" for each in own):
        changed -= {"retention"}  # it does not fade any more, so neither clock nor half-life count
    shared = list(_parts(changed, between))
    has_moved = (then and then.rank) != (now and now.rank)
    others = _others(item, between) if has_moved and not own else ()
    return (*own, *shared, *others)


def _changed_parts(then: Place | None, now: Place | None) -> frozenset[str]:
    """The parts of the score that differ; `presence` where it has one only on one side."""
    if then is None or now is None:
        return frozenset() if then is now else frozenset({"presence"})
    names = ("relevance", "retention", "importance", "trust")
    return frozenset(n for n in names if abs(getattr(then, n) - getattr(now, n)) > SAME)


def _events(item: ItemId, changed: frozenset[str], between: Between) -> Iterable[Cause]:
    """The events about the item that can have made such a change."""
    acts_on = {
        "arrived": {"presence"},
        "promoted": {"retention", "presence"},
        "contradicted": {"trust"},
        "superseded": {"presence"},
    }
    for each in between.happened:
        if each.item == item and changed & acts_on[each.what]:
            by = () if each.by is None else (each.by,)
            yield Cause(what=each.what, words=_EVENTS[each.what], position=each.position, by=by)
    if "presence" in changed and item in between.now.suppressed:
        yield Cause(what="suppressed", words="another answer says nearly the same")
    if "presence" in changed and item in between.then.suppressed:
        yield Cause(what="let in", words="then another answer said nearly the same")


def _parts(changed: frozenset[str], between: Between) -> Iterable[Cause]:
    """What changes the scores of many items: the clock, the constants, and what came in."""
    then, now = between.then, between.now
    if _has_new_constants(changed, then.policy, now.policy):
        words = f"policy {now.policy.name!r} ranks now, then it was {then.policy.name!r}"
        yield Cause(what="policy", words=words, position=between.adopted)
    if "retention" in changed and then.now != now.now:
        yield Cause(what="aged", words=f"{_time(now.now - then.now)} went by")
    if "relevance" in changed and now.items != then.items:
        words = f"from {then.items:,} to {now.items:,} items, so words weigh otherwise"
        yield Cause(what="corpus", words=words)


def _has_new_constants(changed: frozenset[str], then: RankingPolicy, now: RankingPolicy) -> bool:
    uses = {
        "relevance": ("k1", "b", "half_score_at"),
        "retention": ("half_life_days",),
        "importance": ("importance_weight",),
        "presence": ("mmr_lambda", "mmr_candidates"),
    }
    names = (name for part in changed for name in uses.get(part, ()))
    return any(getattr(then, name) != getattr(now, name) for name in names)


def _others(item: ItemId, between: Between) -> Iterable[Cause]:
    """Those that were behind it and are before it, or the other way round."""
    before_then, before_now = _before(item, between.then), _before(item, between.now)
    overtook = [each for each in before_now if each not in before_then]
    fell = [each for each in before_then if each not in before_now]
    if overtook:
        words = f"{len(overtook):,} more before it than then"
        yield Cause(what="overtaken", words=words, by=tuple(overtook[:_NAMED_MAX]))
    elif fell:
        words = f"{len(fell):,} less before it than then"
        yield Cause(what="passed", words=words, by=tuple(fell[:_NAMED_MAX]))


def _time(micros: int) -> str:
    """In the largest unit of which there is one at least."""
    for unit, size in (("days", DAY), ("hours", DAY // 24), ("minutes", DAY // 1_440)):
        if abs(micros) >= size:
            return f"{micros / size:,.1f} {unit}"
    return "less than a minute"


def _before(item: ItemId, side: Side) -> dict[ItemId, None]:
    """All that stand before an item; all there are where it has no place."""
    place = side.places.get(item)
    return {
        other: None
        for other, each in side.places.items()
        if place is None or each.rank < place.rank
    }
