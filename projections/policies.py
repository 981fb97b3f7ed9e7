"""Which constants were in force from when on."""

from __future__ import annotations

from collections.abc import Sequence

import duckdb
import msgspec

from ..domain.events import PolicyAdopted, Recorded
from .projection import Projection, Row, append_rows

_SCHEMA = """
CREATE TABLE policy (
    position BIGINT NOT NULL,  -- in force after it, until the next
    name VARCHAR NOT NULL,
    document VARCHAR NOT NULL,  -- all of it that is not as declared, as JSON
    judge VARCHAR NOT NULL,
    reason VARCHAR NOT NULL,
    recorded_at BIGINT NOT NULL
);
"""


def _apply(db: duckdb.DuckDBPyConnection, run: Sequence[Recorded]) -> None:
    rows = [_row(r.position, r.event) for r in run if isinstance(r.event, PolicyAdopted)]
    append_rows(db, "policy", rows)


def _row(position: int, event: PolicyAdopted) -> Row:
    return (
        position,
        event.policy.name,
        msgspec.json.encode(event.policy).decode(),
        event.judge,
        event.reason,
        event.recorded_at,
    )


POLICIES = Projection(
    name="policies",
    version=3,
    tables=("policy",),
    placed_by={"policy": "position"},
    schema=_SCHEMA,
    handles=(PolicyAdopted,),
    apply=_apply,
)
