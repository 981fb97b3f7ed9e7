"""What a person has let out of quarantine, and room for what is in it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import duckdb

from ..domain.events import Recorded, Released
from .projection import Projection, Row, append_rows

_SCHEMA: Final = """
CREATE TABLE release (
    position BIGINT NOT NULL,
    d BIGINT NOT NULL,
    judge VARCHAR NOT NULL,
    reason VARCHAR NOT NULL,
    recorded_at BIGINT NOT NULL
);
CREATE TEMP TABLE staged_release AS SELECT *, ''::VARCHAR AS item FROM release WITH NO DATA;
-- All that is in quarantine, for one question.
CREATE TEMP TABLE held (d BIGINT);
"""

_KEEP: Final = """
INSERT INTO release
SELECT staged.* EXCLUDE (item) REPLACE (item.d AS d)
FROM staged_release AS staged
JOIN item ON item.item = staged.item AND item.d < staged.position
"""


def _apply(db: duckdb.DuckDBPyConnection, run: Sequence[Recorded]) -> None:
    rows = [_row(each.position, each.event) for each in run if isinstance(each.event, Released)]
    append_rows(db, "staged_release", rows)
    db.execute(_KEEP)
    db.execute("DELETE FROM staged_release")


def _row(position: int, event: Released) -> Row:
    return (position, position, event.judge, event.reason, event.recorded_at, event.item)


QUARANTINE: Final = Projection(
    name="quarantine",
    version=1,
    tables=("release",),
    placed_by={"release": "position"},
    schema=_SCHEMA,
    handles=(Released,),
    apply=_apply,
)
