"""Brings a read model up to the journal; the only way that events ever reach one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Final

from ..domain.events import Recorded
from ..journal.journal import Journal
from ..projections.view import View

BATCH_EVENTS: Final = 5_000


def catch_up(journal: Journal, view: View, *, batch_events: int = BATCH_EVENTS) -> int:
    """Applies all that the view has not seen and returns how many events that were."""
    with view.lock:
        start = view.position
        seen = 0
        for batch in _batches(journal.read(after=start), batch_events):
            view.apply(batch)
            seen += len(batch)
        return seen


def _batches(events: Iterable[Recorded], size: int) -> Iterator[list[Recorded]]:
    left = iter(events)
    while batch := list(islice(left, size)):
        yield batch
