"""Tells events to all tables, with the position that the tables then tell of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

import duckdb

from ..domain.events import Recorded, SourceForgotten
from .database import PROJECTIONS
from .forgetting import forget_sources


def apply_events(db: duckdb.DuckDBPyConnection, events: Sequence[Recorded]) -> None:
    """One event at least, in order, within a transaction of the caller."""
    for run in _runs(events):
        _apply(db, run)
    db.execute("UPDATE state SET position = $position", {"position": events[-1].position})


def _apply(db: duckdb.DuckDBPyConnection, run: Sequence[Recorded]) -> None:
    if isinstance(run[0].event, SourceForgotten):
        gone = [r.event.source for r in run if isinstance(r.event, SourceForgotten)]
        forget_sources(db, gone)
        return
    kinds = {type(recorded.event) for recorded in run}
    for projection in PROJECTIONS:
        handled = kinds.intersection(projection.handles)
        if handled:
            projection.apply(db, [r for r in run if type(r.event) in handled])


def _runs(events: Sequence[Recorded]) -> Iterator[list[Recorded]]:
    """Stretches between forgettings, which must find all that came before them in the tables."""
    for _, run in groupby(events, key=lambda r: isinstance(r.event, SourceForgotten)):
        yield list(run)
