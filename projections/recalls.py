"""Every search and every hit, and what they add up to for an item."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import duckdb
import msgspec

from ..domain.events import Recalled, Recorded
from .projection import Projection, Row, append_rows

_SCHEMA = """
CREATE TABLE recall (
    position BIGINT NOT NULL,
    query VARCHAR NOT NULL,
    query_hash VARCHAR NOT NULL,
    purpose VARCHAR NOT NULL,
    policy VARCHAR NOT NULL,
    asked VARCHAR,  -- how it was asked besides its words, as JSON; NULL where that was not kept
    recorded_at BIGINT NOT NULL
);
-- The conversation that a search was asked from, and all that hold it.
CREATE TABLE recall_source (recall BIGINT NOT NULL, source VARCHAR NOT NULL);
CREATE TABLE hit (
    recall BIGINT NOT NULL,
    d BIGINT NOT NULL,
    rank INTEGER NOT NULL,
    score DOUBLE NOT NULL,
    relevance DOUBLE NOT NULL,
    retention DOUBLE NOT NULL,
    importance DOUBLE NOT NULL,
    trust DOUBLE NOT NULL,
    counts BOOLEAN NOT NULL  -- towards a promotion
);
CREATE TABLE suppressed (recall BIGINT NOT NULL, d BIGINT NOT NULL);
-- The hits that a promotion may rest on.
CREATE VIEW ground AS
SELECT recall, d, relevance
FROM hit
WHERE counts;
CREATE VIEW recall_stats AS
SELECT
    ground.d,
    count(*) AS recalls,
    count(DISTINCT recall.query_hash) AS queries,
    avg(ground.relevance) AS relevance,
    max(recall.recorded_at) AS last_recalled_at
FROM ground
JOIN recall ON recall.position = ground.recall
GROUP BY ground.d;
CREATE TEMP TABLE staged_hit (
    recall BIGINT, item VARCHAR, rank INTEGER, score DOUBLE,
    relevance DOUBLE, retention DOUBLE, importance DOUBLE, trust DOUBLE, counts BOOLEAN
);
CREATE TEMP TABLE staged_suppressed (recall BIGINT, item VARCHAR);
"""

# An item that is not here, or only came after the recall, was not what the recall returned.
_KEEP_HITS = """
INSERT INTO hit
SELECT recall, item.d, rank, score, relevance, retention, staged.importance, trust, counts
FROM staged_hit AS staged
JOIN item ON item.item = staged.item AND item.d < staged.recall
"""
_KEEP_SUPPRESSED = """
INSERT INTO suppressed
SELECT recall, item.d
FROM staged_suppressed AS staged
JOIN item ON item.item = staged.item AND item.d < staged.recall
"""


def _apply(db: duckdb.DuckDBPyConnection, run: Sequence[Recorded]) -> None:
    recalls: list[Row] = []
    sources: list[Row] = []
    hits: list[Row] = []
    suppressed: list[Row] = []
    for recorded in run:
        event = recorded.event
        assert isinstance(event, Recalled), event
        recalls.append(_recall(recorded.position, event))
        uids = sorted({uid for lineage in event.roots for uid in lineage})
        sources += [(recorded.position, uid) for uid in uids]
        hits += _hits(recorded.position, event)
        suppressed += [(recorded.position, item) for item in event.suppressed]
    append_rows(db, "recall", recalls)
    append_rows(db, "recall_source", sources)
    _keep(db, "staged_hit", hits, _KEEP_HITS)
    _keep(db, "staged_suppressed", suppressed, _KEEP_SUPPRESSED)


def _keep(db: duckdb.DuckDBPyConnection, staging: str, rows: Sequence[Row], statement: str) -> None:
    if rows:
        append_rows(db, staging, rows)
        db.execute(statement)
        db.execute(f"DELETE FROM {staging}")


def _recall(position: int, event: Recalled) -> Row:
    return (
        position,
        event.query,
        event.query_hash,
        event.purpose,
        event.policy,
        None if event.asked is None else msgspec.json.encode(event.asked).decode(),
        event.recorded_at,
    )


def _hits(position: int, event: Recalled) -> Iterable[Row]:
    for hit in event.hits:
        parts = (hit.relevance, hit.retention, hit.importance, hit.trust, hit.counts)
        yield (position, hit.item, hit.rank, hit.score, *parts)


RECALLS = Projection(
    name="recalls",
    version=4,
    tables=("recall", "recall_source", "hit", "suppressed"),
    placed_by={
        "recall": "position",
        "recall_source": "recall",
        "hit": "recall",
        "suppressed": "recall",
    },
    schema=_SCHEMA,
    handles=(Recalled,),
    apply=_apply,
)
