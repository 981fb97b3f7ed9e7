"""Takes sources and all that rests on them out of every table, until nothing more falls.

The rules are those of `domain.lineage.prune`: what stands afterwards is what a replay of the
pruned journal gives.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Final

import duckdb
import msgspec

from ..domain.identity import QueryHash, SourceUid
from ..domain.policy import PromotionPolicy
from ..domain.promotion import Evidence, is_still_earned
from .neighbours import join_anew
from .parts import PARTS_MAX
from .projection import Row, rows_of

_GO_WITH_AN_ITEM: Final = (
    ("item", "d"),
    ("item_source", "d"),
    ("derivation", "d"),
    ("document", "d"),
    ("post", f"u // {PARTS_MAX}"),
    ("post_new", f"u // {PARTS_MAX}"),
    ("hit", "d"),
    ("suppressed", "d"),
    ("promotion", "d"),
    ("supersession", "d"),
    ("supersession", "successor"),
    ("contradiction", "d"),
    ("contradiction", "opponent"),
    ("revision", "d"),
    ("revision", "witness"),
    ("release", "d"),
)

_GO_WITH_A_RECALL: Final = (
    ("hit", "recall"),
    ("suppressed", "recall"),
    ("recall_source", "recall"),
    ("recall", "position"),
)

_SESSIONS_OF: Final = """
SELECT DISTINCT session FROM document WHERE d IN (SELECT unnest($gone::BIGINT[]))
"""

_INPUTS_GONE: Final = """
SELECT DISTINCT derivation.d
FROM derivation
WHERE NOT EXISTS (SELECT 1 FROM item WHERE item.item = derivation.input)
"""

_WITHOUT_GROUND: Final = """
DELETE FROM evidence
WHERE NOT EXISTS (
    SELECT 1
    FROM promotion_subject AS subject
    JOIN ground ON ground.d = subject.d AND ground.recall = evidence.recall
    WHERE subject.promotion = evidence.promotion
)
"""

# Promotions by rule that have lost a part of what they rested on, with what is left of it.
_WEAKENED: Final = """
WITH weak AS MATERIALIZED (
    SELECT position, d, is_new, policy, recorded_at, rests_on
    FROM promotion
    LEFT JOIN (SELECT promotion, count(*) AS left_over FROM evidence GROUP BY promotion) AS counted
    ON counted.promotion = promotion.position
    WHERE judge = 'rule'
    AND rests_on > coalesce(left_over, 0)
),
subject AS (
    SELECT position AS promotion, d FROM weak WHERE NOT is_new
    UNION ALL
    SELECT weak.position, input.d
    FROM weak
    JOIN derivation ON derivation.d = weak.d
    JOIN item AS input ON input.item = derivation.input
    WHERE weak.is_new
)
SELECT
    weak.position, weak.d, weak.is_new, weak.policy, weak.recorded_at, weak.rests_on,
    recall.position, recall.query_hash, max(ground.relevance), any_value(recall.recorded_at)
FROM weak
LEFT JOIN evidence ON evidence.promotion = weak.position
LEFT JOIN recall ON recall.position = evidence.recall
LEFT JOIN subject ON subject.promotion = weak.position
LEFT JOIN ground ON ground.recall = evidence.recall AND ground.d = subject.d
GROUP BY ALL
ORDER BY weak.position, recall.position
"""


class Rehearsal(msgspec.Struct, frozen=True, kw_only=True):
    """What a forgetting takes away and gives back, as places in the tables before it."""

    items: tuple[int, ...]  # d of all that goes
    recalls: tuple[int, ...]  # asked from the sources
    promotions: tuple[int, ...]  # undone, though their items stay
    weakened: tuple[int, ...]  # promotions that stand with less than they had
    revived: tuple[int, ...]  # d of items that are current again


_REMEMBER: Final = (
    "CREATE TEMP TABLE had AS SELECT d FROM item",
    "CREATE TEMP TABLE had_recall AS SELECT position FROM recall",
    "CREATE TEMP TABLE had_promotion AS SELECT position, d FROM promotion",
    "CREATE TEMP TABLE had_supersession AS SELECT d FROM supersession",
    "CREATE TEMP TABLE had_evidence AS SELECT promotion, recall FROM evidence",
)

_DIFFERENCES: Final = {
    "items": "SELECT d FROM had EXCEPT SELECT d FROM item",
    "recalls": "SELECT position FROM had_recall EXCEPT SELECT position FROM recall",
    "promotions": """
        SELECT position FROM had_promotion WHERE d IN (SELECT d FROM item)
        EXCEPT SELECT position FROM promotion
    """,
    "weakened": """
        SELECT DISTINCT promotion FROM had_evidence
        WHERE promotion IN (SELECT position FROM promotion)
        AND (promotion, recall) NOT IN (SELECT (promotion, recall) FROM evidence)
    """,
    "revived": """
        SELECT d FROM had_supersession WHERE d IN (SELECT d FROM item)
        EXCEPT SELECT d FROM supersession
    """,
}


def rehearse(db: duckdb.DuckDBPyConnection, sources: Sequence[SourceUid]) -> Rehearsal:
    """Forgets inside a transaction that the caller takes back, and tells what that changed."""
    for statement in _REMEMBER:
        db.execute(statement)
    forget_sources(db, sources)
    found = {
        name: tuple(sorted(key for (key,) in rows_of(db, sql)))
        for name, sql in _DIFFERENCES.items()
    }
    return Rehearsal(**found)


def forget_sources(db: duckdb.DuckDBPyConnection, sources: Sequence[SourceUid]) -> None:
    """Every item from the sources, every recall asked from them, and what rested on either.

    Together or one after the other is the same: what falls does not depend on the order.
    """
    by_source = "SELECT DISTINCT {} FROM {} WHERE source IN (SELECT unnest($sources::VARCHAR[]))"
    asked = {"sources": list(sources)}
    recalls = rows_of(db, by_source.format("recall", "recall_source"), asked)
    items = rows_of(db, by_source.format("d", "item_source"), asked)
    _remove(db, "recall", recalls)
    _remove(db, "item", items)
    settle(db)


def settle(db: duckdb.DuckDBPyConnection) -> None:
    """Undo promotions that are no longer earned, and take out what was made by them."""
    while True:
        db.execute(_WITHOUT_GROUND)
        unearned = _unearned(db)
        _delete(db, "promotion", "position", [position for position, _, _ in unearned])
        fallen = [(d,) for _, d, is_new in unearned if is_new] + rows_of(db, _INPUTS_GONE)
        if not fallen and not unearned:
            return
        _remove(db, "item", fallen)


def _unearned(db: duckdb.DuckDBPyConnection) -> list[tuple[int, int, bool]]:
    found: list[tuple[int, int, bool]] = []
    for (position, d, is_new, policy, decided_at, rested_on), rows in groupby(
        rows_of(db, _WEAKENED), key=lambda row: row[:6]
    ):
        then = msgspec.json.decode(policy, type=PromotionPolicy)
        if not is_still_earned(_evidence(rows), decided_at, then, rested_on=rested_on):
            found.append((position, d, is_new))
    return found


def _evidence(rows: Iterable[Row]) -> list[Evidence]:
    return [
        Evidence(recall, QueryHash(query_hash), relevance, recalled_at)
        for *_, recall, query_hash, relevance, recalled_at in rows
        if recall is not None
    ]


def _remove(db: duckdb.DuckDBPyConnection, what: str, keys: list[Row]) -> None:
    """Deletes items or recalls with all rows about them; what stood beside them closes up."""
    if not keys:
        return
    gone = [key for (key,) in keys]
    left_by = rows_of(db, _SESSIONS_OF, {"gone": gone}) if what == "item" else []
    for table, column in _GO_WITH_AN_ITEM if what == "item" else _GO_WITH_A_RECALL:
        _delete(db, table, column, gone)
    if left_by:
        join_anew(db, [session for (session,) in left_by])


def _delete(db: duckdb.DuckDBPyConnection, table: str, column: str, gone: list[int]) -> None:
    db.execute(
        f"DELETE FROM {table} WHERE {column} IN (SELECT unnest($gone::BIGINT[]))", {"gone": gone}
    )
