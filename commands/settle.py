"""Facts of one key are put in order by rule: the later value holds, and equals stay in dispute."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Final

import msgspec
from msgspec.structs import replace

from ..domain.events import Event, Recorded, Superseded
from ..domain.identity import ItemId
from ..domain.keyed import Claim, Pair, Settlement, settlement
from ..domain.lineage import united_roots
from ..domain.policy import ContradictionPolicy
from ..journal.journal import Journal
from .contradict import Contradict, decide_contradiction
from .gate import Gate
from .item_state import ItemState, ItemStates, fold
from .situation import Situation, situation_of_items

SETTLED: Final = "another value holds since then"
"""The note of what gave way by its key, and not to a newer version of its own source."""

_DISPUTED: Final = "another value at the same time"


class Settle(msgspec.Struct, frozen=True, kw_only=True):
    """Put in order what these items say of one and the same."""

    items: tuple[ItemId, ...]
    now: int
    policy: ContradictionPolicy = ContradictionPolicy()
    gate: Gate = Gate()


def read_settlement(journal: Journal, order: Settle) -> Situation:
    """The items and what became of them."""
    with_recalls = order.policy.form == "belief"
    return situation_of_items(journal, order.items, with_recalls=with_recalls)


def decide_settlement(events: Sequence[Recorded], order: Settle) -> list[Event]:
    """No event for what is in order already; what is not current any more is left alone."""
    states = fold(events)
    current = [states[item] for item in order.items if item in states]
    claims = [state.claim for state in current if state.superseded_by is None]
    told = _told([claim for claim in claims if claim is not None], states, order.gate)
    given_way = [
        _given_way(states[older], states[newer], order.now) for older, newer in told.superseded
    ]
    disputed = [
        event
        for item, by in told.contradicted
        for event in decide_contradiction(
            events,
            Contradict(
                item=item,
                by=by,
                now=order.now,
                judge="rule",
                reason=_DISPUTED,
                policy=order.policy,
                gate=order.gate,
            ),
        )
    ]
    return [*given_way, *disputed]


def _told(claims: Sequence[Claim], states: ItemStates, gate: Gate) -> Settlement:
    """What is in quarantine decides nothing about the others, and gives way as they would.

    A channel of little trust orders nothing here: rules do.
    """
    gate = replace(gate, channel="person")
    held = {claim.item for claim in claims if gate.is_quarantined(states, claim.item)}
    free = settlement([claim for claim in claims if claim.item not in held])
    if not held:
        return free
    all_ = settlement(claims)
    return Settlement(
        superseded=(*free.superseded, *_of_held(all_.superseded, held, states, gate)),
        contradicted=(*free.contradicted, *_of_held(all_.contradicted, held, states, gate)),
    )


def _of_held(
    pairs: Sequence[Pair], held: Collection[ItemId], states: ItemStates, gate: Gate
) -> Iterator[Pair]:
    for item, by in pairs:
        is_trusted_less = gate.trust_of(states, item) <= gate.trust_of(states, by)
        if item in held and (by not in held or is_trusted_less):
            yield item, by


def _given_way(older: ItemState, newer: ItemState, now: int) -> Event:
    return Superseded(
        recorded_at=now,
        roots=united_roots(older.roots, newer.roots),
        item=older.item,
        by=newer.item,
        judge="rule",
        note=SETTLED,
    )
