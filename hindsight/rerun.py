"""A recall that can be asked again: how it was asked, and what it returned."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from ..asking.absence import Posed
from ..asking.as_of import policy_in_force
from ..asking.question import query_again
from ..domain.errors import NotFound
from ..domain.events import Asked, Hit
from ..domain.identity import ItemId
from ..domain.query import LIMIT_DEFAULT, Query
from ..projections.answer import Answer
from ..projections.search import search

if TYPE_CHECKING:
    from ..projections.view import View  # it loads DuckDB

LAST: Final = "last"
"""Names the newest recall."""

# A snapshot also tells what nobody asked for, so it is no answer that could be given again.
_IS_ASKED: Final = "purpose <> 'context'"

# What else may be at a position, in the words of whoever took it for a recall.
_OTHERS: Final = """
SELECT 'an item came in' FROM item
WHERE d = $position AND d NOT IN (SELECT position FROM promotion)
UNION ALL SELECT 'an item was promoted' FROM promotion WHERE position = $position
UNION ALL SELECT 'an item was superseded' FROM supersession WHERE position = $position
UNION ALL SELECT 'an item was contradicted' FROM contradiction WHERE position = $position
UNION ALL SELECT 'an item was held more or less sure' FROM revision WHERE position = $position
UNION ALL SELECT 'a policy was adopted' FROM policy WHERE position = $position
UNION ALL SELECT 'a snapshot was taken, which is no search' FROM recall
WHERE position = $position
"""


class Rerun(msgspec.Struct, frozen=True, kw_only=True):
    """One recall with what is still here of all that it returned."""

    position: int
    query: str
    recorded_at: int
    asked_from: str | None
    how: Asked
    is_how_kept: bool  # else the journal is of the first version, and `how` is assumed
    hits: tuple[Hit, ...]
    suppressed: tuple[ItemId, ...]

    def question(self) -> Query:
        """The same question once more."""
        return query_again(self.query, self.how)

    def posed(self) -> Posed:
        """The question with all that decided its answer."""
        return Posed(
            query=self.question(),
            now=self.recorded_at,
            ranking=self.how.ranking,
            recall=self.position,
            seen_at=self.how.seen_at,
            beside=self.how.beside,
            hits=self.hits,
        )

    def answered(self, view: View) -> Answer:
        """What it gives by the clock and the constants of then, in the state of the view."""
        return search(view, self.question(), self.recorded_at, self.how.ranking)


def names_a_recall(said: str) -> bool:
    """Whether it is a position or `last`; anything else can only be the id of an item."""
    return said == LAST or said.isdecimal()


def find_recall(view: View, said: str) -> Rerun:
    """The recall at a position, or the `last` one; NotFound where there is none."""
    position = _position(view, said.strip().lower())
    [(query, recorded_at, how)] = view.rows(
        "SELECT query, recorded_at, asked FROM recall WHERE position = $position",
        {"position": position},
    )
    hits, suppressed = _hits(view, position), _suppressed(view, position)
    return Rerun(
        position=position,
        query=query,
        recorded_at=recorded_at,
        asked_from=_asked_from(view, position),
        how=msgspec.json.decode(how, type=Asked) if how else _assumed(view, position, hits),
        is_how_kept=how is not None,
        hits=hits,
        suppressed=suppressed,
    )


def _position(view: View, said: str) -> int:
    [(last,)] = view.rows(f"SELECT max(position) FROM recall WHERE {_IS_ASKED}")
    if last is None:
        raise NotFound("there is no recall here yet; `lethelog search` leaves one")
    if said == LAST:
        return int(last)
    if not said.isdecimal():
        raise NotFound(
            f"{said!r} is no recall; give its position, which `lethelog why ITEM` shows, or `last`"
        )
    asked = {"position": min(int(said), 2**62)}
    if view.rows(f"SELECT 1 FROM recall WHERE position = $position AND {_IS_ASKED}", asked):
        return int(said)
    others = view.rows(_OTHERS, asked)
    raise NotFound(
        f"there is no recall at {said}: {_what_is_there(view, int(said), others)};"
        f" the newest is at {last}, or say `last`"
    )


def _what_is_there(view: View, position: int, others: list[tuple[str]]) -> str:
    if others:
        return others[0][0]
    if not 0 < position <= view.position:
        return f"the journal goes from 1 to {view.position}"
    return "what was there is forgotten, or tells of a forgetting"


def _asked_from(view: View, position: int) -> str | None:
    """The smallest source whose name is known here."""
    path: str | None
    [(path,)] = view.rows(
        "SELECT max(path) FROM recall_source JOIN source USING (source) WHERE recall = $position",
        {"position": position},
    )
    return path


def _hits(view: View, position: int) -> tuple[Hit, ...]:
    rows = view.rows(
        """
        SELECT item.item, rank, score, relevance, retention, hit.importance, trust, counts
        FROM hit
        JOIN item USING (d)
        WHERE recall = $position
        ORDER BY rank
        """,
        {"position": position},
    )
    return tuple(Hit(**dict(zip(Hit.__struct_fields__, row, strict=True))) for row in rows)


def _suppressed(view: View, position: int) -> tuple[ItemId, ...]:
    rows = view.rows(
        "SELECT item.item FROM suppressed JOIN item USING (d) WHERE recall = $position ORDER BY d",
        {"position": position},
    )
    return tuple(ItemId(item) for (item,) in rows)


def _assumed(view: View, position: int, hits: tuple[Hit, ...]) -> Asked:
    """Without filters, by the policy in force, and knowing all that came before."""
    with view.at(position - 1):
        ranking = policy_in_force(view).ranking
    last = max((hit.rank for hit in hits), default=0)
    return Asked(limit=max(last, LIMIT_DEFAULT), seen_at=position - 1, ranking=ranking)
