"""The one loop of every order: read the situation, decide, append, and decide again on conflict."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

import msgspec

from ..domain.errors import Conflict
from ..domain.events import Event, Recorded
from ..domain.progress import begins
from ..journal.journal import Journal
from .situation import Situation

ATTEMPTS_MAX: Final = 20
LOOKING: Final = "looking up what is known"
DECIDING: Final = "deciding"
RECORDING: Final = "recording"

Reader: TypeAlias = Callable[[Journal], Situation]
Decider: TypeAlias = Callable[[Sequence[Recorded]], list[Event]]


class Handled(msgspec.Struct, frozen=True):
    """What was decided, and the position of its last event; no events when there was no news."""

    events: tuple[Event, ...]
    position: int


def handle(journal: Journal, read: Reader, decide: Decider) -> Handled:
    """Records a decision on a situation that did not change meanwhile.

    Conflict after `ATTEMPTS_MAX` tries; whatever the decider raises ends it at once.
    """
    for _ in range(ATTEMPTS_MAX):
        begins(LOOKING)
        situation = read(journal)
        begins(DECIDING)
        events = decide(situation.events)
        if not events:
            return Handled((), situation.boundary.after)
        begins(RECORDING)
        try:
            position = journal.append(events, unless=situation.boundary)
        except Conflict:
            continue
        return Handled(tuple(events), position)
    raise Conflict(f"others changed the same items {ATTEMPTS_MAX} times in a row; try again later")
