"""A recall that can be asked again: how it was asked, and what it returned."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec.structs import asdict

from ..asking.absence import Posed
from ..asking.adoption import policy_in_force
from ..asking.question import query_again
from ..domain.errors import NotFound
from ..domain.events import Asked, Hit
from ..domain.identity import ItemId
from ..domain.query import LIMIT_DEFAULT, Query
from ..projections.answer import Answer
from ..projections.search import search
from .past_recalls import PastRecall, recall_at

if TYPE_CHECKING:
    from ..projections.view import View  # it loads DuckDB

LAST: Final = "last"
"""Names the newest search."""

# A snapshot also tells what nobody asked for, so it is no answer that could be given again.
_IS_ASKED: Final = "purpose <> 'context'"
_IS_SNAPSHOT: Final = "purpose = 'context'"

# What else may be at a position, in the words of whoever took it for a recall.
_OTHERS: Final = """
SELECT 'an item came in' FROM item
WHERE d = $position AND d NOT IN (SELECT position FROM promotion)
UNION ALL SELECT 'an item was promoted' FROM promotion WHERE position = $position
UNION ALL SELECT 'an item was superseded' FROM supersession WHERE position = $position
UNION ALL SELECT 'an item was contradicted' FROM contradiction WHERE position = $position
UNION ALL SELECT 'an item was held more or less sure' FROM revision WHERE position = $position
UNION ALL SELECT 'a policy was adopted' FROM policy WHERE position = $position
UNION ALL SELECT if(
    purpose = 'context',
    'a snapshot was taken, which is no search; `lethelog explain ' || position || '` tells of it',
    'something was asked, which is no snapshot'
)
FROM recall WHERE position = $position
"""


class Rerun(PastRecall, frozen=True, kw_only=True):
    """One recall with all that it takes to ask it again."""

    asked_from: str | None
    how: Asked  # as it was asked, else what is assumed
    suppressed: tuple[ItemId, ...]

    @property
    def is_how_kept(self) -> bool:
        """Whether the journal tells how it was asked, which one of the first version does not."""
        return self.asked is not None

    @property
    def hits(self) -> tuple[Hit, ...]:
        """What it returned, as far as it is still here."""
        return self.returned.hits

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
    """The search at a position, or the `last` one; NotFound where there is none."""
    return _read(view, _position(view, said.strip().lower()))


def is_snapshot(view: View, said: str) -> bool:
    """Whether a snapshot was taken at the position."""
    asked = {"position": _as_position(said)}
    sql = f"SELECT 1 FROM recall WHERE position = $position AND {_IS_SNAPSHOT}"
    return said.strip().isdecimal() and bool(view.rows(sql, asked))


def find_snapshot(view: View, said: str) -> Rerun:
    """The snapshot that was taken at a position; NotFound where there is none."""
    if is_snapshot(view, said):
        return _read(view, int(said))
    there = ""
    if said.strip().isdecimal():
        others = view.rows(_OTHERS, {"position": _as_position(said)})
        there = f": {_what_is_there(view, int(said), others)}"
    raise NotFound(f"there is no snapshot at {said}{there}; `lethelog log --type recalled` has all")


def _read(view: View, position: int) -> Rerun:
    past = recall_at(view, position)
    return Rerun(
        **asdict(past),
        asked_from=_asked_from(view, position),
        how=past.asked or _assumed(view, past),
        suppressed=_suppressed(view, position),
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
    asked = {"position": _as_position(said)}
    if view.rows(f"SELECT 1 FROM recall WHERE position = $position AND {_IS_ASKED}", asked):
        return int(said)
    others = view.rows(_OTHERS, asked)
    raise NotFound(
        f"there is no recall at {said}: {_what_is_there(view, int(said), others)};"
        f" the newest is at {last}, or say `last`"
    )


def _as_position(said: str) -> int:
    """One that DuckDB can look for; 0, where nothing is, for what is none."""
    digits = said.strip()
    return min(int(digits), 2**62) if digits.isdecimal() else 0


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


def _suppressed(view: View, position: int) -> tuple[ItemId, ...]:
    rows = view.rows(
        "SELECT item.item FROM suppressed JOIN item USING (d) WHERE recall = $position ORDER BY d",
        {"position": position},
    )
    return tuple(ItemId(item) for (item,) in rows)


def _assumed(view: View, past: PastRecall) -> Asked:
    """Without filters, by the policy in force, and knowing all that came before."""
    seen_at = past.position - 1
    with view.at(seen_at):
        ranking = policy_in_force(view).ranking
    last = max((hit.rank for hit in past.returned.hits), default=0)
    return Asked(limit=max(last, LIMIT_DEFAULT), seen_at=seen_at, ranking=ranking)
