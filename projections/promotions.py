"""What was promoted, with the score and the recalls that each promotion rests on."""

from __future__ import annotations

from collections.abc import Sequence

import duckdb
import msgspec

from ..domain.events import Promoted, Recorded
from .forgetting import settle
from .projection import Projection, Row, append_rows, rows_of

_SCHEMA = """
CREATE TABLE promotion (
    position BIGINT NOT NULL,
    d BIGINT NOT NULL,  -- the item that is evergreen since
    is_new BOOLEAN NOT NULL,  -- it made a new item
    judge VARCHAR NOT NULL,
    reason VARCHAR NOT NULL,
    confidence DOUBLE NOT NULL,
    recalls INTEGER NOT NULL,
    queries INTEGER NOT NULL,
    frequency DOUBLE NOT NULL,
    relevance DOUBLE NOT NULL,
    diversity DOUBLE NOT NULL,
    recency DOUBLE NOT NULL,
    total DOUBLE NOT NULL,
    rests_on INTEGER NOT NULL,  -- recalls named when it was decided
    policy VARCHAR NOT NULL,  -- that of then as far as it is not as declared, as JSON
    recorded_at BIGINT NOT NULL
);
-- The recalls that it rests on and that still speak for what it is about.
CREATE TABLE evidence (promotion BIGINT NOT NULL, recall BIGINT NOT NULL);
CREATE VIEW promotion_subject AS
SELECT promotion.position AS promotion, input.d
FROM promotion
JOIN derivation ON derivation.d = promotion.d
JOIN item AS input ON input.item = derivation.input
WHERE promotion.is_new
UNION ALL
SELECT position, d FROM promotion WHERE NOT is_new;
-- How each item stands at the time of one search, where the policy asks for more than its date.
CREATE TEMP TABLE standing (
    d BIGINT, retention DOUBLE, trust DOUBLE, is_hidden BOOLEAN, graph DOUBLE, joins BOOLEAN
);
CREATE TEMP TABLE staged_promotion AS
SELECT *, ''::VARCHAR AS item FROM promotion WITH NO DATA;
CREATE TEMP TABLE staged_subject (promotion BIGINT, item VARCHAR);
CREATE TEMP TABLE staged_evidence AS SELECT * FROM evidence WITH NO DATA;
CREATE TEMP TABLE staged_place (item VARCHAR, d BIGINT);
"""

_KEEP = (
    # Where all that is named stands: to look through the items once is what costs most.
    """
    INSERT INTO staged_place
    SELECT item, d
    FROM item
    WHERE item IN (SELECT item FROM staged_promotion UNION SELECT item FROM staged_subject)
    """,
    """
    INSERT INTO promotion
    SELECT staged.* EXCLUDE (item) REPLACE (place.d AS d)
    FROM staged_promotion AS staged
    JOIN staged_place AS place ON place.item = staged.item AND place.d <= staged.position
    """,
    """
    INSERT INTO evidence
    SELECT DISTINCT staged.promotion, staged.recall
    FROM staged_evidence AS staged
    JOIN promotion ON promotion.position = staged.promotion
    JOIN staged_subject AS subject ON subject.promotion = staged.promotion
    JOIN staged_place AS place ON place.item = subject.item
    JOIN ground ON ground.recall = staged.recall AND ground.d = place.d
    """,
)

# Only in a journal from which something was forgotten.
_WEAK = """
SELECT EXISTS (
    SELECT 1
    FROM promotion
    WHERE position >= $first
    AND rests_on > (
        SELECT count(*) FROM evidence
        WHERE promotion >= $first AND evidence.promotion = promotion.position
    )
) OR EXISTS (
    SELECT 1
    FROM staged_subject AS subject
    ANTI JOIN staged_place AS place ON place.item = subject.item
)
"""
_STAGED = ("staged_promotion", "staged_subject", "staged_evidence", "staged_place")


def _apply(db: duckdb.DuckDBPyConnection, run: Sequence[Recorded]) -> None:
    promotions: list[Row] = []
    subjects: list[Row] = []
    evidence: list[Row] = []
    for recorded in run:
        event = recorded.event
        assert isinstance(event, Promoted), event
        promotions.append(_promotion(recorded.position, event))
        named = event.derived_from if event.text else (event.item,)
        subjects += [(recorded.position, item) for item in named]
        evidence += [(recorded.position, recall) for recall in event.recalls]
    append_rows(db, "staged_promotion", promotions)
    append_rows(db, "staged_subject", subjects)
    append_rows(db, "staged_evidence", evidence)
    for statement in _KEEP:
        db.execute(statement)
    [(is_weak,)] = rows_of(db, _WEAK, {"first": run[0].position})
    for table in _STAGED:
        db.execute(f"DELETE FROM {table}")
    if is_weak:
        settle(db)


def _promotion(position: int, event: Promoted) -> Row:
    score = event.score
    return (
        position,
        position,
        bool(event.text),
        event.judge,
        event.reason,
        event.confidence,
        score.recalls,
        score.queries,
        score.frequency,
        score.relevance,
        score.diversity,
        score.recency,
        score.total,
        len(event.recalls),
        msgspec.json.encode(event.policy).decode(),
        event.recorded_at,
        event.item,
    )


PROMOTIONS = Projection(
    name="promotions",
    version=3,
    tables=("promotion", "evidence"),
    placed_by={"promotion": "position", "evidence": "promotion"},
    schema=_SCHEMA,
    handles=(Promoted,),
    apply=_apply,
)
