"""Brings a read model up to the journal; the only way that events ever reach one."""

from __future__ import annotations

import gc
from collections.abc import Generator, Iterable, Iterator
from contextlib import closing, contextmanager, nullcontext
from itertools import islice
from typing import Final

from ..domain.events import Recorded
from ..journal.journal import Journal
from ..projections.view import View
from .ahead import ahead

BATCH_EVENTS: Final = 20_000


def catch_up(journal: Journal, view: View, *, batch_events: int = BATCH_EVENTS) -> int:
    """Applies all that the view has not seen and returns how many events that were."""
    with view.lock:
        start, seen = view.position, 0
        batches = _batches(journal.read(after=start), batch_events)
        is_long = journal.head() - start > batch_events
        if is_long:
            batches = ahead(batches)  # DuckDB works while the next batch is opened and decoded
        with closing(batches), _uncollected() if is_long else nullcontext():
            for batch in batches:
                view.apply(batch)
                seen += len(batch)
        if seen:
            view.tidy()
        return seen


@contextmanager
def _uncollected() -> Iterator[None]:
    """Nothing here points in circles, and looking for such takes a tenth of the time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def _batches(events: Iterable[Recorded], size: int) -> Generator[list[Recorded], None, None]:
    left = iter(events)
    while batch := list(islice(left, size)):
        yield batch
