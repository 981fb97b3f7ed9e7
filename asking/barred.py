"""Which filters of a question an item does not pass, in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

import msgspec

from ..domain.identity import ItemId
from ..domain.kinds import Kind
from ..domain.query import Query
from ..domain.times import iso
from .drawing import shortened
from .story import Because, Reason

if TYPE_CHECKING:
    from ..projections.view import View  # it loads DuckDB

_GAVE_WAY: Final = """
SELECT next.item, next.text, last.item, last.text
FROM supersession
JOIN chain_end ON chain_end.d = supersession.d
LEFT JOIN item AS next ON next.d = supersession.successor
LEFT JOIN item AS last ON last.d = chain_end.last
WHERE supersession.d = $d
ORDER BY supersession.position
LIMIT 1
"""
_IS_WITHIN: Final = """
SELECT EXISTS (
    SELECT 1 FROM item_source WHERE d = $d AND list_contains($sources::VARCHAR[], source)
)
"""
_OWN_SOURCES: Final = """
SELECT DISTINCT source.path
FROM item_source
JOIN source USING (source)
WHERE item_source.d = $d AND is_own
ORDER BY source.path
"""
_NAMES_SHOWN_MAX: Final = 3
TEXT_CHARS_MAX: Final = 120


class Bearings(msgspec.Struct, frozen=True):
    """All of an item that a question looks at."""

    d: int
    kind: Kind
    dated_at: int | None
    author: str
    title: str
    text: str
    is_evergreen: bool
    is_superseded: bool
    true_from: int | None
    true_until: int | None


def barred(view: View, bearings: Bearings, query: Query) -> Iterator[Reason]:
    """A reason for each filter that keeps the item out."""
    if query.valid is not None:
        yield from _untrue(bearings, query.valid)
    elif bearings.is_superseded and not query.with_superseded:
        yield _superseded(view, bearings)
    yield from _outside(bearings, query)
    tier = "semantic" if bearings.is_evergreen else "episodic"
    if query.tier not in (None, tier):
        fades = "never fades" if bearings.is_evergreen else "fades"
        yield _reason("tier", f"it {fades}, so it is {tier}; asked for is what is {query.tier}")
    if query.kinds and bearings.kind not in query.kinds:
        kinds = " or ".join(query.kinds)
        yield _reason("kind", f"its kind is {bearings.kind}; asked for is {kinds}")
    if query.sources:
        yield from _elsewhere(view, bearings, query)


def _untrue(bearings: Bearings, valid: int) -> Iterator[Reason]:
    if bearings.true_from is not None and bearings.true_from > valid:
        yield _reason(
            "not-true",
            f"it was not true yet at {iso(valid)}, but from {iso(bearings.true_from)} on",
        )
    if bearings.true_until is not None and bearings.true_until <= valid:
        yield _reason(
            "not-true",
            f"it was no longer true at {iso(valid)}, but until {iso(bearings.true_until)}",
        )


def _superseded(view: View, bearings: Bearings) -> Reason:
    [(by, by_text, last, last_text)] = view.rows(_GAVE_WAY, {"d": bearings.d})
    if by is None:
        return _reason("superseded", "its source no longer says it")
    told = f"it gave way to {_named(by, by_text)}"
    if last is None:
        told += ", and nothing of that chain holds any more"
    elif last != by:
        told += f", and in the end to {_named(last, last_text)}"
    return Reason(because="superseded", told=told, item=last or by)


def _outside(bearings: Bearings, query: Query) -> Iterator[Reason]:
    """What never fades passes every window."""
    if bearings.is_evergreen:
        return
    assert bearings.dated_at is not None, bearings
    dated = f"it is dated {iso(bearings.dated_at)}"
    if query.after is not None and bearings.dated_at < query.after:
        yield _reason("window", f"{dated}; the window begins at {iso(query.after)}")
    if query.before is not None and bearings.dated_at >= query.before:
        yield _reason("window", f"{dated}; the window ends at {iso(query.before)}")


def _elsewhere(view: View, bearings: Bearings, query: Query) -> Iterator[Reason]:
    wanted = {"sources": list(query.sources)}
    [(is_within,)] = view.rows(_IS_WITHIN, {"d": bearings.d} | wanted)
    if is_within:
        return
    own = view.rows(_OWN_SOURCES, {"d": bearings.d})
    asked = view.rows(
        "SELECT path FROM source WHERE list_contains($sources::VARCHAR[], source) ORDER BY path",
        wanted,
    )
    yield _reason(
        "source", f"it comes from {_listed(own)}; asked for is what comes from {_listed(asked)}"
    )


def _listed(paths: list[tuple[str]]) -> str:
    """The first of them; a source that nothing comes from has no name here."""
    names = [path for (path,) in paths]
    more = f" and {len(names) - _NAMES_SHOWN_MAX} more" if len(names) > _NAMES_SHOWN_MAX else ""
    return ", ".join(names[:_NAMES_SHOWN_MAX]) + more if names else "a source that is not here"


def _named(item: ItemId, text: str) -> str:
    return f"{item} “{shortened(text, TEXT_CHARS_MAX)}”"


def _reason(because: Because, told: str) -> Reason:
    return Reason(because=because, told=told)
