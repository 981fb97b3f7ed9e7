"""What was derived and is gone is made again from what stays, where that takes no new thought."""

from __future__ import annotations

from collections.abc import Sequence

from ..domain.errors import MemoryStoreError
from ..domain.forgetting import Remake
from ..domain.identity import ItemId
from .deciding_desk import DecidingDesk
from .plans import Redo


def remake(
    desk: DecidingDesk, remakes: Sequence[Remake]
) -> tuple[tuple[ItemId, ...], tuple[Redo, ...]]:
    """The items that were made again, and what is left for an agent to think about.

    Only what one surviving input says word for word is made again: from that input alone and in
    its words, with the former judge, since it is the same judgement about the same words; a rule
    must find it earned by the recalls that are left. The former reason may quote what is
    forgotten, so it is not repeated.
    """
    made: list[ItemId] = []
    left: list[Redo] = []
    for each in remakes:
        items = _promoted_again(desk, each)
        made += items
        if not items:
            left.append(Redo(item=each.item, inputs=each.inputs))
    return tuple(made), tuple(left)


def _promoted_again(desk: DecidingDesk, lost: Remake) -> tuple[ItemId, ...]:
    if lost.twin is None:
        return ()
    try:
        again = desk.promote(
            lost.twin,
            text=lost.text,
            kind=lost.kind,
            confidence=lost.confidence,
            judge=lost.judge,
        )
    except MemoryStoreError:
        return ()  # it is not current any more, or gone meanwhile
    return again.items if again.is_news else ()
