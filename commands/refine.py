"""What was recalled just now is said more exactly, as long as its window is open."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import msgspec

from ..domain.errors import Refused
from ..domain.events import Event, Recalled, Recorded
from ..domain.identity import Identity, ItemId
from ..domain.lability import Retrieval, labile, window_end
from ..domain.mind_policy import ConsolidationPolicy
from ..domain.times import iso
from ..journal.journal import Journal, Selection
from .correct import Correct, decide_correction, read_correction
from .item_state import ItemStates, current, fold
from .situation import Situation, situation_of_items, united

_LOOKED_AT: Final = 5  # times as many other items as may be labile: some may be forgotten


class Refine(msgspec.Struct, frozen=True, kw_only=True):
    """Carry out a correction, if its item can be refined now."""

    correct: Correct
    policy: ConsolidationPolicy = ConsolidationPolicy()


def read_refinement(journal: Journal, order: Refine, identity: Identity) -> Situation:
    """What the correction is about, and all that was recalled since its item was.

    New recalls are not minded: they take nothing away that was there when it was decided.
    """
    item = order.correct.item
    own = situation_of_items(journal, [item], with_recalls=True)
    last = _last_recalled(fold(own.events), item)
    later = [] if last is None else journal.select([Selection((Recalled,))], after=last - 1)[0]
    others = dict.fromkeys(
        each.item for each in sorted(_retrievals(later), key=_latest_first) if each.item != item
    )
    some = list(others)[: _LOOKED_AT * order.policy.labile_items_max]
    parts = [
        own,
        read_correction(journal, order.correct, identity),
        situation_of_items(journal, some),
    ]
    there = united(*parts)
    events = {each.position: each for each in (*later, *there.events)}
    return Situation(tuple(events[position] for position in sorted(events)), there.boundary)


def decide_refinement(events: Sequence[Recorded], order: Refine, identity: Identity) -> list[Event]:
    """No event if the text took its place before; Refused, saying since when, if it is fixed."""
    states, item, now = fold(events), order.correct.item, order.correct.ingest.now
    if _last_recalled(states, item) is None:
        current(states, item)
        raise Refused(
            f"item {item!r} was never recalled, so nothing opened it; search for it first, or"
            f" `lethelog correct {item}` puts another text in its place"
        )
    retrievals = [each for each in _retrievals(events) if each.item in states]
    decided = decide_correction(events, order.correct, identity)
    if decided and item not in {each.item for each in labile(retrievals, now, order.policy)}:
        raise Refused(_fixed(item, retrievals, now, order.policy))
    return decided


def _fixed(
    item: ItemId, retrievals: Iterable[Retrieval], now: int, policy: ConsolidationPolicy
) -> str:
    recalled_at = max(each.at for each in retrievals if each.item == item)
    end = window_end(recalled_at, policy)
    since = f"it was last recalled {iso(recalled_at)}"
    why = (
        f"and could be refined until {iso(end)}"
        if end <= now
        else f"and {policy.labile_items_max} other items were recalled since"
    )
    return (
        f"item {item!r} is fixed: {since}, {why}; recall it again, or `lethelog correct {item}`"
        " puts another text in its place"
    )


def _last_recalled(states: ItemStates, item: ItemId) -> int | None:
    """The position of the last recall that counts."""
    recalls = states[item].recalls if item in states else ()
    return max((each.position for each in recalls), default=None)


def _retrievals(events: Iterable[Recorded]) -> Iterator[Retrieval]:
    for recorded in events:
        event = recorded.event
        if isinstance(event, Recalled):
            for hit in event.hits:
                if hit.counts:
                    yield Retrieval(hit.item, event.recorded_at, recorded.position, hit.rank)


def _latest_first(each: Retrieval) -> tuple[int, int, int]:
    return (-each.at, -each.position, each.rank)
