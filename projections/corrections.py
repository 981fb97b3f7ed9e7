"""What took the place of what, and what speaks against what."""

from __future__ import annotations

from collections.abc import Sequence

import duckdb

from ..domain.events import Contradicted, Recorded, Superseded
from .projection import Projection, Row, append_rows

_SCHEMA = """
CREATE TABLE supersession (
    position BIGINT NOT NULL,
    d BIGINT NOT NULL,
    successor BIGINT,  -- NULL where its source just dropped it
    reason VARCHAR NOT NULL,
    judge VARCHAR NOT NULL,
    note VARCHAR NOT NULL,
    since BIGINT,  -- when that became so in the world; NULL where it was not told
    recorded_at BIGINT NOT NULL
);
CREATE TABLE contradiction (
    position BIGINT NOT NULL,
    d BIGINT NOT NULL,
    opponent BIGINT,  -- NULL where no item but somebody's judgement speaks against it
    strength DOUBLE NOT NULL,
    penalty DOUBLE NOT NULL,
    judge VARCHAR NOT NULL,
    reason VARCHAR NOT NULL,
    recorded_at BIGINT NOT NULL
);
-- Where each superseded item leads in the end; NULL where nothing says it any more.
CREATE VIEW chain_end AS
WITH RECURSIVE walk AS (
    SELECT d, successor AS last FROM supersession
    UNION ALL
    SELECT walk.d, next.successor
    FROM walk
    JOIN supersession AS next ON next.d = walk.last
)
SELECT walk.d, walk.last
FROM walk
LEFT JOIN supersession AS further ON further.d = walk.last
WHERE further.d IS NULL;
-- Since when each item holds in the world, as far as that is known: as it was told, else since its
-- date, or since it was told to have taken the place of another, whichever is earlier. What was
-- made from others and has a key holds since the latest of them, as a fold of the journal has it.
CREATE VIEW beginning AS
WITH RECURSIVE above AS (
    SELECT d, d AS input FROM item
    WHERE key IS NOT NULL AND origin IS NULL AND valid_from IS NULL
    UNION
    SELECT above.d, input.d
    FROM above
    JOIN item AS made ON made.d = above.input AND made.valid_from IS NULL
    JOIN derivation ON derivation.d = made.d
    JOIN item AS input ON input.item = derivation.input
),
drawn AS (
    SELECT above.d, max(coalesce(input.valid_from, input.dated_at)) AS since
    FROM above
    JOIN item AS input ON input.d = above.input
    GROUP BY above.d
)
SELECT
    item.d,
    coalesce(
        item.valid_from, least(coalesce(item.dated_at, drawn.since), took_over.since)
    ) AS since
FROM item
LEFT JOIN drawn USING (d)
LEFT JOIN (
    SELECT successor AS d, min(since) AS since FROM supersession GROUP BY successor
) AS took_over USING (d);
-- When each item gave way, in the world: as it was told, else when its successor begins, else when
-- that was recorded.
CREATE VIEW ending AS
SELECT
    supersession.d,
    supersession.successor,
    coalesce(supersession.since, beginning.since, supersession.recorded_at) AS since
FROM supersession
LEFT JOIN beginning ON beginning.d = supersession.successor;
-- From when to when an item is true in the world; NULL is always. What begins when it took the
-- place of another has no beginning of its own. A late correction reaches back beyond the item
-- that it corrects, to those whose place that one had taken.
CREATE VIEW validity AS
WITH RECURSIVE gone AS (
    SELECT d, since FROM ending
    UNION
    SELECT ending.d, gone.since
    FROM gone
    JOIN ending ON ending.successor = gone.d AND ending.since > gone.since
)
SELECT
    item.d,
    coalesce(beginning.since, took_over.since) AS valid_from,
    least(item.valid_until, gave_way.since) AS valid_until
FROM item
JOIN beginning USING (d)
LEFT JOIN (
    SELECT successor AS d, min(since) AS since FROM ending GROUP BY successor
) AS took_over USING (d)
LEFT JOIN (SELECT d, min(since) AS since FROM gone GROUP BY d) AS gave_way USING (d);
CREATE VIEW distrust AS
SELECT d, product(1e0 - penalty) AS trust FROM contradiction GROUP BY d;
CREATE TEMP TABLE staged_supersession AS
SELECT *, ''::VARCHAR AS item, ''::VARCHAR AS other FROM supersession WITH NO DATA;
CREATE TEMP TABLE staged_contradiction AS
SELECT *, ''::VARCHAR AS item, ''::VARCHAR AS other FROM contradiction WITH NO DATA;
"""

# Both ends must be here and older than the event, else it is about something that is gone.
_KEEP = """
INSERT INTO {table}
SELECT staged.* EXCLUDE (item, other) REPLACE (item.d AS d, other.d AS {end})
FROM staged_{table} AS staged
JOIN item ON item.item = staged.item AND item.d < staged.position
LEFT JOIN item AS other ON other.item = staged.other AND other.d < staged.position
WHERE staged.other IS NULL OR other.d IS NOT NULL
"""


def _apply(db: duckdb.DuckDBPyConnection, run: Sequence[Recorded]) -> None:
    supersessions: list[Row] = []
    contradictions: list[Row] = []
    for recorded in run:
        event = recorded.event
        if isinstance(event, Superseded):
            supersessions.append(_supersession(recorded.position, event))
        elif isinstance(event, Contradicted):
            contradictions.append(_contradiction(recorded.position, event))
    _keep(db, "supersession", "successor", supersessions)
    _keep(db, "contradiction", "opponent", contradictions)


def _keep(db: duckdb.DuckDBPyConnection, table: str, end: str, rows: Sequence[Row]) -> None:
    if rows:
        append_rows(db, f"staged_{table}", rows)
        db.execute(_KEEP.format(table=table, end=end))
        db.execute(f"DELETE FROM staged_{table}")


def _supersession(position: int, event: Superseded) -> Row:
    return (
        position,
        position,
        None,
        event.reason,
        event.judge,
        event.note,
        event.since,
        event.recorded_at,
        event.item,
        event.by,
    )


def _contradiction(position: int, event: Contradicted) -> Row:
    return (
        position,
        position,
        None,
        event.strength,
        event.penalty,
        event.judge,
        event.reason,
        event.recorded_at,
        event.item,
        event.by,
    )


CORRECTIONS = Projection(
    name="corrections",
    version=3,
    tables=("supersession", "contradiction"),
    placed_by={"supersession": "position", "contradiction": "position"},
    schema=_SCHEMA,
    handles=(Contradicted, Superseded),
    apply=_apply,
)
