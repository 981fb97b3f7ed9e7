"""What moved between two answers to one question, and what moved it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from ..domain.identity import ItemId
from ..domain.times import DAY
from .sides import About, Between, Cause, Place, Side, What
from .signal_causes import counting, signal_causes
from .touch_causes import hiding_causes, share_causes, touch_causes

SAME: Final = 1e-9
"""Numbers that are closer than this are equal, as they are in a digest."""

_NAMED_MAX: Final = 5
EVENTS: Final[dict[About, str]] = {
    "arrived": "it was not there before",
    "promoted": "it no longer fades",
    "contradicted": "something speaks against it",
    "superseded": "something else took its place",
    "released": "somebody let it out of quarantine",
}
"""What each of them means, in words."""
_ACTS_ON: Final[dict[What, frozenset[str]]] = {
    "arrived": frozenset({"presence"}),
    "promoted": frozenset({"retention", "presence"}),
    "contradicted": frozenset({"trust"}),
    "superseded": frozenset({"presence"}),
}
_USED_BY: Final = {
    "relevance": ("k1", "b", "half_score_at", "context_weight"),
    "retention": ("half_life_days", "retention_floor", "decay"),
    "importance": ("importance_weight", "blend"),
    "trust": ("trust",),
    "score": ("blend",),
    "presence": ("context_weight", "author_weight", "vector_weight", "decay", "blend"),
    "diversity": ("mmr_lambda", "mmr_candidates"),
}


def causes(item: ItemId, between: Between) -> tuple[Cause, ...]:
    """Why an item does not stand where it stood; empty where it does, with an equal score."""
    then, now = between.then.places.get(item), between.now.places.get(item)
    changed = _changed_parts(then, now)
    own = [
        *_events(item, changed, between),
        *_kept_out(item, changed, between),
        *hiding_causes(item, changed, between),
    ]
    if any(each.what == "promoted" for each in own) and _fades_by_half_life(between.now):
        changed -= {"retention"}  # it does not fade any more, so neither clock nor half-life count
    if any(each.what in _ACTS_ON for each in own):
        changed -= {"presence", "diversity"}
    elif own:
        changed -= {"presence"}
    shared = [
        *_parts(item, changed, between),
        *touch_causes(item, changed, between),
        *signal_causes(item, changed, between),
        *share_causes(item, changed, between),
    ]
    has_moved = (then and then.rank) != (now and now.rank)
    others = _others(item, between) if has_moved and not own else ()
    return (*own, *shared, *others)


def _changed_parts(then: Place | None, now: Place | None) -> frozenset[str]:
    """The parts of the score that differ; `presence` where it has one only on one side."""
    if then is None or now is None:
        return frozenset() if then is now else frozenset({"presence", "diversity"})
    names = ("score", "relevance", "retention", "importance", "trust")
    return frozenset(n for n in names if abs(getattr(then, n) - getattr(now, n)) > SAME)


def _fades_by_half_life(side: Side) -> bool:
    return side.policy.decay.curve == "half-life"


def _events(item: ItemId, changed: frozenset[str], between: Between) -> Iterable[Cause]:
    """The events about the item alone that can have made such a change."""
    for each in between.happened:
        if each.item == item and changed & _ACTS_ON.get(each.what, frozenset()):
            by = () if each.by is None else (each.by,)
            yield Cause(what=each.what, words=EVENTS[each.what], position=each.position, by=by)


def _kept_out(item: ItemId, changed: frozenset[str], between: Between) -> Iterable[Cause]:
    if "presence" in changed and item in between.now.suppressed:
        yield Cause(what="suppressed", words="another answer says nearly the same")
    if "presence" in changed and item in between.then.suppressed:
        yield Cause(what="let in", words="then another answer said nearly the same")


def _parts(item: ItemId, changed: frozenset[str], between: Between) -> Iterable[Cause]:
    """What changes the scores of many items: the clock, the constants, and what came in."""
    then, now = between.then, between.now
    if _has_new_constants(item, changed, between):
        yield Cause(what="policy", words=_ranked_by(then, now), position=between.adopted)
    if "retention" in changed and then.now != now.now:
        yield Cause(what="aged", words=f"{time_of(now.now - then.now)} went by")
    if "relevance" in changed and now.items != then.items:
        words = f"from {then.items:,} to {now.items:,} items, so words weigh otherwise"
        yield Cause(what="corpus", words=words)


def _ranked_by(then: Side, now: Side) -> str:
    if then.policy.name == now.policy.name:
        return f"policy {now.policy.name!r} has other constants than it had then"
    return f"policy {now.policy.name!r} ranks now, then it was {then.policy.name!r}"


def _has_new_constants(item: ItemId, changed: frozenset[str], between: Between) -> bool:
    names = {name for part in changed for name in _USED_BY.get(part, ())}
    if "relevance" in changed:
        names.update(f"{signal}_weight" for signal in counting(item, between))
    then, now = between.then.policy, between.now.policy
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


def time_of(micros: int) -> str:
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
