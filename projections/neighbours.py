"""Which parts of a session stand next to each other, and count for what the other is about."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import blake2b
from typing import Final, NamedTuple

import duckdb

from ..domain.events import ChunkIngested, Promoted
from .projection import Row, append_rows, rows_of

CONTEXT_TERMS_MAX: Final = 80
"""Of all neighbours of a part together; more would say what others are about (from LoCoMo)."""

_STAND_ALONE: Final = frozenset({"fact", "belief", "preference", "decision", "schema"})


class Part(NamedTuple):
    """One part of an item as it comes in."""

    u: int
    d: int
    length: int  # in terms
    session: int
    tells_time: bool


class Last(NamedTuple):
    """One of the last two parts of a session, to which the next one is joined."""

    u: int
    length: int
    surroundings: int


class Sessions:
    """Numbers for sessions, made with a secret of the store."""

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._last: tuple[str | None, int] = (None, 0)  # mostly that of the next one too

    def of(self, event: ChunkIngested | Promoted) -> int:
        """A number that is equal for what was said one after the other.

        It is the session of a conversation, or all of an e-mail. What holds by itself, such as a
        fact, has none but its own.
        """
        name: str = event.item
        if isinstance(event, ChunkIngested) and event.kind not in _STAND_ALONE:
            name = f"{event.roots[0][0]}\0{event.session}"
        if name != self._last[0]:
            digest = blake2b(name.encode(), digest_size=8, key=self._key).digest()
            self._last = (name, int.from_bytes(digest, "big", signed=True))
        return self._last[1]


def joined(parts: Iterable[Part], lasts: dict[int, list[Last]]) -> Iterator[Row]:
    """The rows of `document`, in the order in which the parts came in.

    Up to two parts before a part and one after it are its context, as long as all of them have
    `CONTEXT_TERMS_MAX` terms at most. `lasts` holds the last two of each session and is kept so.
    """
    for part in parts:
        known = lasts.setdefault(part.session, [])
        before = before_that = context_of = None
        surroundings = 0
        if known:
            last = known[-1]
            if last.surroundings + part.length <= CONTEXT_TERMS_MAX:
                context_of = last.u
            if last.length <= CONTEXT_TERMS_MAX:
                before, surroundings = last.u, last.length
                if len(known) > 1 and surroundings + known[0].length <= CONTEXT_TERMS_MAX:
                    before_that = known[0].u
                    surroundings += known[0].length
        lasts[part.session] = [*known[-1:], Last(part.u, part.length, surroundings)]
        yield (*part, before, before_that, context_of, surroundings)


def lasts_of(db: duckdb.DuckDBPyConnection, sessions: Iterable[int]) -> dict[int, list[Last]]:
    """The last two parts of each session that is there, the later one last."""
    rows = rows_of(
        db,
        """
        SELECT session, u, length, surroundings
        FROM document
        WHERE session IN (SELECT unnest($sessions::BIGINT[]))
        QUALIFY row_number() OVER (PARTITION BY session ORDER BY u DESC) <= 2
        ORDER BY u
        """,
        {"sessions": list(sessions)},
    )
    lasts: dict[int, list[Last]] = {}
    for session, *last in rows:
        lasts.setdefault(session, []).append(Last(*last))
    return lasts


def join_anew(db: duckdb.DuckDBPyConnection, sessions: Iterable[int]) -> None:
    """After parts of sessions went: the others as if those had never been there."""
    asked = {"sessions": list(sessions)}
    where = "WHERE session IN (SELECT unnest($sessions::BIGINT[]))"
    columns = ", ".join(Part._fields)
    left = rows_of(db, f"SELECT {columns} FROM document {where} ORDER BY u", asked)
    if left:
        db.execute(f"DELETE FROM document {where}", asked)
        append_rows(db, "document", joined((Part(*row) for row in left), {}))
