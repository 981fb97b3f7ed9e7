"""The knowledge graph as it stands in a read model: what each of its items says now."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import TYPE_CHECKING, Final, Literal, TypeAlias, cast

import msgspec

if TYPE_CHECKING:
    from ..projections.view import View  # it loads DuckDB

Part: TypeAlias = Literal["type", "observation", "relation"]
"""What an item tells of an entity: that there is one, something about it, or what it is to another.

The source of an item is called so, below that of the entity.
"""

ENTITY: Final = "entity"
"""The kind of source that an entity is."""

_PATH: Final = f"{ENTITY}/[^/]+/(type|(observation|relation)-[a-z2-7]+)"
_IS_PART: Final = re.compile(_PATH)
# What gave way to something else says what that says now, wherever that came from.
_LINES: Final = f"""
WITH RECURSIVE part AS (
    SELECT d, path, subject, attribute, value
    FROM item
    WHERE starts_with(path, '{ENTITY}/')
    AND regexp_full_match(path, '{_PATH}')
    AND (
        $names IS NULL
        OR list_contains($names::VARCHAR[], subject)
        OR list_contains($names::VARCHAR[], value)
    )
),
followed AS (
    SELECT d, d AS place FROM part
    UNION
    SELECT followed.d, supersession.successor
    FROM followed
    JOIN supersession ON supersession.d = followed.place
    WHERE supersession.successor IS NOT NULL
)
SELECT part.path, part.subject, part.attribute, part.value, said.text, said.d, said.d = part.d
FROM part
JOIN followed ON followed.d = part.d
JOIN item AS said ON said.d = followed.place
WHERE said.d NOT IN (SELECT d FROM supersession)
ORDER BY part.d, said.d
"""


class GraphLine(msgspec.Struct, frozen=True):
    """One item of the graph with the text that holds now, which the item at `place` says.

    That is itself where the words are its own; else something took its place.
    """

    path: str
    subject: str
    attribute: str
    value: str
    text: str
    place: int
    is_own: bool


def part_of(path: str) -> Part | None:
    """What the items of a source tell of an entity; None where it is no part of a graph."""
    if _IS_PART.fullmatch(path) is None:
        return None
    return cast("Part", path.rpartition("/")[2].partition("-")[0])  # the pattern knows no others


def graph_lines(view: View, names: Collection[str] | None = None) -> tuple[GraphLine, ...]:
    """What the graph holds, in the order in which it came in: all, or at least what names these.

    All of it is the very same object as long as nothing has changed.
    """
    with view.lock:
        kept = view.kept.get(__name__) if view.learned_at is not None else None
        if kept is not None:
            return cast("tuple[GraphLine, ...]", kept)  # under this name nobody keeps another
        asked = {"names": None if names is None else list(names)}
        found = tuple(GraphLine(*row) for row in view.rows(_LINES, asked))
        if view.learned_at is not None and names is None:
            view.kept[__name__] = found
        return found
