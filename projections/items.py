"""The items and the sources they came from, one row for each, with every source above."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import blake2b

import duckdb

from ..domain.events import IMPORTANCE_DEFAULT, ChunkIngested, Promoted, Recorded
from ..domain.identity import path_above, squeeze
from ..domain.keyed import key_of
from .projection import Projection, Row, append_rows, secret_of

_SCHEMA = """
CREATE TABLE item (
    d BIGINT NOT NULL,  -- position of the event that brought it
    item VARCHAR USING COMPRESSION uncompressed NOT NULL,  -- packed ids take longer to compare
    path VARCHAR,  -- of its source; NULL where it was made from several
    kind VARCHAR NOT NULL,
    text VARCHAR NOT NULL,
    title VARCHAR NOT NULL,
    author VARCHAR NOT NULL,
    session VARCHAR NOT NULL,
    sequence INTEGER NOT NULL,
    dated_at BIGINT,  -- microseconds since 1970; NULL never fades
    valid_from BIGINT,  -- since when it is true in the world; NULL where that was not told
    valid_until BIGINT,
    importance DOUBLE NOT NULL,
    origin VARCHAR,  -- NULL where it was derived
    subject VARCHAR NOT NULL,
    attribute VARCHAR NOT NULL,
    value VARCHAR NOT NULL,
    scope VARCHAR NOT NULL,
    reasoning VARCHAR NOT NULL,
    confidence DOUBLE NOT NULL,  -- as it came in
    recorded_at BIGINT NOT NULL,
    statement BIGINT NOT NULL,  -- equal for texts that say the same
    key BIGINT,  -- equal where subject, attribute and scope are; NULL where no value is told
    claim BIGINT  -- equal where the value is too
);
CREATE TABLE item_source (
    d BIGINT NOT NULL,
    source VARCHAR NOT NULL,
    path VARCHAR,
    is_own BOOLEAN NOT NULL  -- FALSE for the sources that hold its own
);
CREATE TABLE derivation (
    d BIGINT NOT NULL,
    input VARCHAR NOT NULL,
    nearness DOUBLE  -- of the input to the middle of all of them; NULL where they are no cluster
);
CREATE VIEW source AS
SELECT
    item_source.source,
    min(item_source.path) AS path,
    count(*) AS items,
    min(item.dated_at) AS first_dated_at,
    max(item.dated_at) AS last_dated_at,
    max(item.recorded_at) AS last_recorded_at
FROM item_source
JOIN item ON item.d = item_source.d
GROUP BY item_source.source
HAVING min(item_source.path) IS NOT NULL;
"""


def statement_of(text: str, key: bytes) -> int:
    """A number that is equal for texts with the same words in the same order."""
    digest = blake2b(squeeze(text).encode(), digest_size=8, key=key).digest()
    return int.from_bytes(digest, "big", signed=True)


def claim_of(event: ChunkIngested | Promoted, secret: bytes) -> tuple[int, int] | tuple[None, None]:
    """Numbers that are equal for facts about the same, and for those that also say the same."""
    key = key_of(event.subject, event.attribute, event.value, event.scope)
    if key is None:
        return None, None
    about = "\0".join(key)
    return statement_of(about, secret), statement_of(f"{about}\0{event.value}", secret)


def _apply(db: duckdb.DuckDBPyConnection, run: Sequence[Recorded]) -> None:
    items: list[Row] = []
    sources: list[Row] = []
    derivations: list[Row] = []
    key = secret_of(db)
    for recorded in run:
        event = recorded.event
        if isinstance(event, ChunkIngested):
            items.append(_chunk(recorded.position, event, key))
            sources += _levels(recorded.position, event)
        elif isinstance(event, Promoted) and event.text:
            items.append(_derived(recorded.position, event, key))
            sources += _roots(recorded.position, event)
            derivations += _inputs(recorded.position, event)
    append_rows(db, "item", items)
    append_rows(db, "item_source", sources)
    append_rows(db, "derivation", derivations)


def _chunk(d: int, event: ChunkIngested, key: bytes) -> Row:
    return (
        d,
        event.item,
        event.source,
        event.kind,
        event.text,
        event.title,
        event.author,
        event.session,
        event.sequence,
        event.dated_at,
        event.valid_from,
        event.valid_until,
        event.importance,
        event.origin,
        event.subject,
        event.attribute,
        event.value,
        event.scope,
        event.reasoning,
        event.confidence,
        event.recorded_at,
        statement_of(event.text, key),
        *claim_of(event, key),
    )


def _derived(d: int, event: Promoted, key: bytes) -> Row:
    return (
        *(d, event.item, None, event.kind, event.text),
        *("", "", "", 0, None, event.valid_from, None, IMPORTANCE_DEFAULT, None),
        *(event.subject, event.attribute, event.value, event.scope, ""),
        *(event.confidence, event.recorded_at, statement_of(event.text, key)),
        *claim_of(event, key),
    )


def _levels(d: int, event: ChunkIngested) -> Iterable[Row]:
    """The source of a chunk and all above it, each with its part of the path.

    What else it came from holds it too, and none of that is its own.
    """
    lineage, *others = event.roots
    path: str | None = event.source
    for depth, uid in enumerate(reversed(lineage)):
        yield (d, uid, path, depth == 0)
        path = path_above(path) if path else None
    for uid in sorted({uid for other in others for uid in other}.difference(lineage)):
        yield (d, uid, None, False)


def _roots(d: int, event: Promoted) -> Iterable[Row]:
    own = {lineage[-1] for lineage in event.roots}
    for uid in sorted({uid for lineage in event.roots for uid in lineage}):
        yield (d, uid, None, uid in own)


def _inputs(d: int, event: Promoted) -> Iterable[Row]:
    for place, each in enumerate(event.derived_from):
        yield (d, each, event.nearness[place] if place < len(event.nearness) else None)


ITEMS = Projection(
    name="items",
    version=3,
    tables=("item", "item_source", "derivation"),
    placed_by={"item": "d", "item_source": "d", "derivation": "d"},
    schema=_SCHEMA,
    handles=(ChunkIngested, Promoted),
    apply=_apply,
)
