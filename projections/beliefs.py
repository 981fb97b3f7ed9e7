"""What spoke for an item or against it since it came in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import duckdb

from ..domain.events import ConfidenceRevised, Recorded
from .projection import Projection, Row, append_rows

_SCHEMA: Final = """
CREATE TABLE revision (
    position BIGINT NOT NULL,
    d BIGINT NOT NULL,
    witness BIGINT,  -- NULL where no item but somebody's judgement speaks
    speaks_for BOOLEAN NOT NULL,
    strength DOUBLE NOT NULL,
    step DOUBLE NOT NULL,
    steps VARCHAR NOT NULL,
    least DOUBLE NOT NULL,
    judge VARCHAR NOT NULL,
    reason VARCHAR NOT NULL,
    recorded_at BIGINT NOT NULL
);
CREATE TEMP TABLE staged_revision AS
SELECT *, ''::VARCHAR AS item, ''::VARCHAR AS other FROM revision WITH NO DATA;
"""

# Both ends must be here and older than the event, else it is about something that is gone.
_KEEP: Final = """
INSERT INTO revision
SELECT staged.* EXCLUDE (item, other) REPLACE (item.d AS d, other.d AS witness)
FROM staged_revision AS staged
JOIN item ON item.item = staged.item AND item.d < staged.position
LEFT JOIN item AS other ON other.item = staged.other AND other.d < staged.position
WHERE staged.other IS NULL OR other.d IS NOT NULL
"""


def _apply(db: duckdb.DuckDBPyConnection, run: Sequence[Recorded]) -> None:
    append_rows(
        db,
        "staged_revision",
        [
            _row(recorded.position, recorded.event)
            for recorded in run
            if isinstance(recorded.event, ConfidenceRevised)
        ],
    )
    db.execute(_KEEP)
    db.execute("DELETE FROM staged_revision")


def _row(position: int, event: ConfidenceRevised) -> Row:
    return (
        position,
        position,
        None,
        event.speaks_for,
        event.strength,
        event.step,
        event.steps,
        event.least,
        event.judge,
        event.reason,
        event.recorded_at,
        event.item,
        event.by,
    )


BELIEFS: Final = Projection(
    name="beliefs",
    version=1,
    tables=("revision",),
    placed_by={"revision": "position"},
    schema=_SCHEMA,
    handles=(ConfidenceRevised,),
    apply=_apply,
)
