"""From what somebody wants forgotten to the fewest and smallest sources that hold it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Final, TypedDict

import msgspec

from ..asking.listing import find_item
from ..domain.errors import InvalidInput, NotFound
from ..domain.events import Lineage
from ..domain.identity import Identity, squeeze
from ..domain.times import Moment, moment

if TYPE_CHECKING:
    from ..projections.view import View  # it loads DuckDB

_HERE: Final = """
SELECT source FROM item_source WHERE source IN (SELECT unnest($uids::VARCHAR[]))
UNION
SELECT source FROM recall_source WHERE source IN (SELECT unnest($uids::VARCHAR[]))
"""
_FITTING: Final = """
SELECT DISTINCT own.path
FROM item_source AS own
JOIN item ON item.d = own.d
WHERE own.is_own
AND own.path IS NOT NULL
AND ($since::BIGINT IS NULL OR item.dated_at >= $since)
AND ($author::VARCHAR IS NULL OR item.author IN (SELECT unnest($authors::VARCHAR[])))
AND (
    NOT $within
    OR own.d IN (
        SELECT above.d FROM item_source AS above
        WHERE above.source IN (SELECT unnest($uids::VARCHAR[]))
    )
)
ORDER BY own.path
"""
_ROOTS: Final = """
SELECT source.path
FROM item_source
JOIN item ON item.d = item_source.d
JOIN source ON source.source = item_source.source
WHERE item.item = $item AND item_source.is_own
ORDER BY source.path
"""


class Selectors(TypedDict, total=False):
    """By what sources are chosen besides their paths.

    `since`, `kind` and `author` narrow the named sources down, or all there are where none is
    named: to what is dated then or later, to one kind of source such as `email`, to what one
    author says. `items` names all that the items with these ids were made from.
    """

    since: Moment
    kind: str | None
    author: str | None
    items: Sequence[str]


class Target(msgspec.Struct, frozen=True):
    """One source by its name, and by its uids."""

    path: str
    lineage: Lineage


def choose(
    view: View,
    identity: Identity,
    paths: Sequence[str],
    selectors: Selectors,
    *,
    knows: Callable[[Lineage], bool],
) -> list[Target]:
    """The sources that are meant; none lies below another.

    NotFound where one that is named brought nothing and `knows` of no forgetting of it, or where
    nothing fits.
    """
    since, author = moment(selectors.get("since")), selectors.get("author")
    kind, items = selectors.get("kind"), selectors.get("items", ())
    named = [Target(path, identity.lineage(path)) for path in paths]
    _check_here(view, named, knows)
    named += [Target(p, identity.lineage(p)) for each in items for p in _roots(view, each)]
    if since is None and author is None and kind is None:
        if not named:
            raise InvalidInput("name a source to forget, or say which: since, kind, author, items")
        return _outermost(named)
    is_only_kind = since is None and author is None and not named
    fitting = _outermost_paths(view) if is_only_kind else _fitting(view, named, since, author)
    found = [path for path in fitting if kind is None or _kind(path) == squeeze(kind)]
    if not found:
        raise NotFound("no source here fits all of that; `lethelog sources --all` lists them")
    return _outermost(Target(path, identity.lineage(path)) for path in found)


def _check_here(view: View, named: Sequence[Target], knows: Callable[[Lineage], bool]) -> None:
    uids = [target.lineage[-1] for target in named]
    here = {uid for (uid,) in view.rows(_HERE, {"uids": uids})}
    for target in named:
        if target.lineage[-1] not in here and not knows(target.lineage):
            raise NotFound(f"nothing here came from {target.path!r}; `lethelog sources` lists them")


def _roots(view: View, start_of_id: str) -> list[str]:
    item = find_item(view, start_of_id)
    return [path for (path,) in view.rows(_ROOTS, {"item": item})]


def _fitting(
    view: View, named: Sequence[Target], since: int | None, author: str | None
) -> list[str]:
    """The smallest sources that say something of that, by whichever spelling of the author."""
    authors = [name for (name,) in view.rows("SELECT DISTINCT author FROM item")]
    asked = {
        "since": since,
        "author": author,
        "authors": [name for name in authors if squeeze(name) == squeeze(author or "")],
        "within": bool(named),
        "uids": [target.lineage[-1] for target in named],
    }
    return [path for (path,) in view.rows(_FITTING, asked)]


def _outermost_paths(view: View) -> list[str]:
    """All of a kind go with few keys: those of the sources that lie right below it."""
    paths = [path for (path,) in view.rows("SELECT path FROM source ORDER BY path")]
    return [path for path in paths if path.count("/") == 1]


def _kind(path: str) -> str:
    return squeeze(path.partition("/")[0])


def _outermost(targets: Iterable[Target]) -> list[Target]:
    """Each once, without those that another one holds."""
    by_uid = {target.lineage[-1]: target for target in targets}
    return [t for t in by_uid.values() if not any(uid in by_uid for uid in t.lineage[:-1])]
