"""Why an item is relevant otherwise than it was, beside the words that it has itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from ..domain.identity import ItemId
from ..projections.answer import Signals
from .matches import SIGNALS, SignalName
from .sides import Between, Cause, Side, What

_SHIFTS: Final[dict[SignalName, tuple[What, str]]] = {
    "session": (
        "session",
        "its session has {} of the question, held against the one that has most",
    ),
    "date": ("days", "by the clock of now the question names other days"),
    "vector": ("meaning", "it is {} near in meaning"),
}


def counting(item: ItemId, between: Between) -> set[SignalName]:
    """What counts for the item beside its words, then or now; an author also for being no word."""
    then, now = between.then, between.now
    shares = [side.signals[item] for side in (then, now) if item in side.signals]
    found: set[SignalName] = {
        name for name in SIGNALS if any(_share(name, each) for each in shares)
    }
    if then.authors != now.authors:
        found.add("author")
    return found


def signal_causes(item: ItemId, changed: frozenset[str], between: Between) -> Iterable[Cause]:
    """What came to stand beside it, who is named by now, and what else is not as it was."""
    if not changed & {"relevance", "presence"}:
        return
    then, now = between.then, between.now
    if item in now.places and now.policy.context_weight:
        yield from _joined(item, between)
    if then.authors != now.authors and _both_weigh("author", then, now):
        names = " or ".join(now.authors) or "nobody"
        yield Cause(what="named", words=f"of those who have written by now, it names {names}")
    if "relevance" in changed:
        yield from _shifts(item, then, now)
        yield from _better_best(item, then, now)


def _joined(item: ItemId, between: Between) -> Iterator[Cause]:
    for each in between.happened:
        if each.item == item and each.what == "joined":
            by = () if each.by is None else (each.by,)
            words = "something came to stand beside it"
            yield Cause(what="joined", words=words, position=each.position, by=by)


def _shifts(item: ItemId, then: Side, now: Side) -> Iterator[Cause]:
    """The signals that changed by themselves, and not by being counted from now on."""
    before, after = then.signals[item], now.signals[item]
    for name, (what, words) in _SHIFTS.items():
        if _both_weigh(name, then, now) and _share(name, before) != _share(name, after):
            grew = "more" if _share(name, after) > _share(name, before) else "less"
            yield Cause(what=what, words=words.format(grew))


def _better_best(item: ItemId, then: Side, now: Side) -> Iterator[Cause]:
    """What counts beside the words is measured by the best match of words."""
    if now.best is None or then.best == now.best:
        return
    counts = any(
        getattr(side.policy, f"{name}_weight") * _share(name, side.signals[item])
        for side in (then, now)
        for name in SIGNALS
    )
    if counts:
        words = "another text has the words best, by which all else is measured"
        yield Cause(what="best", words=words, by=(now.best,))


def _both_weigh(name: SignalName, then: Side, now: Side) -> bool:
    weight = f"{name}_weight"
    return bool(getattr(then.policy, weight) and getattr(now.policy, weight))


def _share(name: SignalName, signals: Signals) -> float:
    """Without what may differ by the order of a sum."""
    return round(float(getattr(signals, name)), 9)
