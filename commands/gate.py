"""What is held in quarantine changes nothing that is trusted more: looked at in each decision."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NoReturn

import msgspec

from ..domain.errors import Refused
from ..domain.events import (
    ConfidenceRevised,
    Contradicted,
    Event,
    Origin,
    Promoted,
    Recorded,
    Superseded,
)
from ..domain.identity import ItemId
from ..domain.mind_policy import TrustPolicy
from ..domain.origin_trust import is_doubted, trust_in
from .item_state import ItemState, ItemStates, evolve

_LATER = 2**62  # what is decided comes after all that is known


_WHAT: Final[dict[type[Event], str]] = {
    Promoted: "promotes nothing",
    Superseded: "takes no place of what is trusted more",
    Contradicted: "speaks against nothing that is trusted more",
    ConfidenceRevised: "is no evidence about what is trusted more",
}


class InQuarantine(Refused):
    """Items that would have changed what is trusted more than they are."""

    def __init__(self, what: str, items: Iterable[ItemId]) -> None:
        super().__init__(what)
        self.items = tuple(items)


class Gate(msgspec.Struct, frozen=True, kw_only=True):
    """Under which trust an order is decided, and through which channel it was given.

    `vouched` are items that enough others speak for, which whoever has a read model knows.
    """

    trust: TrustPolicy = TrustPolicy()
    channel: Origin = "person"
    vouched: frozenset[ItemId] = frozenset()

    def check(
        self, states: ItemStates, decided: Sequence[Event], *, read: Iterable[ItemId] = ()
    ) -> None:
        """InQuarantine for the first event that may not be; `states` tell of all it is about.

        What was `read` for it counts as what it was made from.
        """
        states = _with(states, decided)
        for event in decided:
            for witness in (*_witnesses(event), *(read if isinstance(event, Promoted) else ())):
                if self.is_quarantined(states, witness) and not self._may(states, witness, event):
                    _refuse_item(states[witness], event)
            if is_doubted(self.channel, self.trust) and not self._may_order(states, event):
                _refuse_channel(self.channel, event)

    def let_through(self, states: ItemStates, decided: Sequence[Event]) -> list[Event]:
        """Those of the events that may be; for rules, which nobody has to be told of."""
        states = _with(states, decided)
        return [
            event
            for event in decided
            if all(
                self._may(states, witness, event)
                for witness in _witnesses(event)
                if self.is_quarantined(states, witness)
            )
            and (not is_doubted(self.channel, self.trust) or self._may_order(states, event))
        ]

    def is_quarantined(self, states: ItemStates, item: ItemId) -> bool:
        """Whether it is in quarantine; a derived item is if one of its inputs is."""
        state = states.get(item)
        if state is None or state.is_released or item in self.vouched:
            return False
        if state.origin is not None:
            return is_doubted(state.origin, self.trust)
        return any(self.is_quarantined(states, each) for each in state.derived_from)

    def trust_of(self, states: ItemStates, item: ItemId) -> float:
        """How far its channel is trusted; a derived item as its least trusted input."""
        state = states.get(item)
        if state is None:
            return 1.0
        if state.origin is not None:
            return trust_in(state.origin, self.trust)
        return min((self.trust_of(states, each) for each in state.derived_from), default=1.0)

    def _may(self, states: ItemStates, witness: ItemId, event: Event) -> bool:
        """Whether something in quarantine may do that: only to what is trusted no more."""
        if isinstance(event, Promoted):
            return False
        assert isinstance(event, Superseded | Contradicted | ConfidenceRevised), event
        return self.trust_of(states, witness) >= self.trust_of(states, event.item)

    def _may_order(self, states: ItemStates, event: Event) -> bool:
        """Whether whoever came by a channel of little trust may have it so."""
        if isinstance(event, Superseded | Contradicted | ConfidenceRevised):
            return trust_in(self.channel, self.trust) >= self.trust_of(states, event.item)
        return not isinstance(event, Promoted)


def _with(states: ItemStates, decided: Sequence[Event]) -> ItemStates:
    """The items as they are known, and those that come with the decision."""
    known = dict(states)
    for event in decided:
        known = evolve(known, Recorded(_LATER, event)) if _brings(event) else known
    return known


def _brings(event: Event) -> bool:
    return not isinstance(event, Superseded | Contradicted | ConfidenceRevised)


def _witnesses(event: Event) -> tuple[ItemId, ...]:
    """The items for whose sake it is so."""
    match event:
        case Promoted():
            return event.derived_from or (event.item,)
        case Superseded() | Contradicted() | ConfidenceRevised():
            return () if event.by is None else (event.by,)
        case _:
            return ()


def _refuse_item(state: ItemState, event: Event) -> NoReturn:
    came = f"it came by {state.origin}" if state.origin else "something it was made of is"
    raise InQuarantine(
        f"item {state.item!r} is in quarantine, as {came}, so it {_WHAT[type(event)]}. A person who"
        f" has looked at it can let it count: `lethelog release {state.item}`",
        [state.item],
    )


def _refuse_channel(channel: Origin, event: Event) -> NoReturn:
    raise InQuarantine(
        f"what comes by {channel} is held in quarantine, so it {_WHAT[type(event)]}; a person can"
        " do that",
        (),
    )
