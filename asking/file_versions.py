"""The life of a file: every version that it had, under whichever name, and what became of each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

import msgspec

from ..domain.events import Judge
from ..domain.files import RENAMED
from ..domain.identity import ItemId
from .files_listing import IS_VERSION

if TYPE_CHECKING:
    from ..projections.view import View  # it loads DuckDB

Came: TypeAlias = Literal["created", "changed", "renamed", "undone"]
Went: TypeAlias = Literal["", "changed", "removed", "renamed", "replaced"]

# A version comes after one of the same place, or of another that the file had before.
_VERSIONS: Final = f"""
WITH version AS (
    SELECT item.d, item.item, item.title AS place, item.text, item.recorded_at, item.origin
    FROM item
    WHERE {IS_VERSION}
),
step AS (
    SELECT supersession.successor AS d, supersession.reason, supersession.note, before.place,
        before.d AS before
    FROM supersession
    JOIN version AS before ON before.d = supersession.d
    JOIN version AS after ON after.d = supersession.successor
    WHERE before.place = after.place OR supersession.note = '{RENAMED}'
)
SELECT
    version.d, version.item, version.place, strlen(version.text), version.recorded_at,
    version.origin,
    CASE
        WHEN step.reason = 'reversed' THEN 'undone'
        WHEN step.note = '{RENAMED}' THEN 'renamed'
        WHEN step.d IS NOT NULL THEN 'changed'
        ELSE 'created'
    END,
    coalesce(step.place, version.place),
    step.before,
    CASE
        WHEN went.d IS NULL THEN ''
        WHEN went.successor IS NULL THEN 'removed'
        WHEN went.note = '{RENAMED}' THEN 'renamed'
        WHEN next.place = version.place THEN 'changed'
        ELSE 'replaced'
    END,
    went.recorded_at, went.judge, next.place, went.successor, hash(version.text)
FROM version
LEFT JOIN step ON step.d = version.d
LEFT JOIN supersession AS went ON went.d = version.d
LEFT JOIN version AS next ON next.d = went.successor
WHERE {{which}}
ORDER BY version.d DESC
"""
_UP_TO: Final = "version.place = $place AND version.d <= $up_to"
_SINCE: Final = "version.place = $place AND version.d >= $since"
_NEWEST: Final = """
list_contains($places::VARCHAR[], version.place)
QUALIFY row_number() OVER (PARTITION BY version.place ORDER BY version.d DESC) = 1
"""
# The files whose newest version went last, all of them at one moment.
_LAST_GONE: Final = f"""
WITH newest AS (
    SELECT item.title AS place, max(item.d) AS d
    FROM item
    WHERE {IS_VERSION} AND starts_with(item.title, $folder)
    GROUP BY item.title
),
gone AS (
    SELECT newest.place, supersession.recorded_at
    FROM newest
    JOIN supersession USING (d)
    WHERE supersession.successor IS NULL OR supersession.note = '{RENAMED}'
)
SELECT place, recorded_at
FROM gone
WHERE recorded_at = (SELECT max(recorded_at) FROM gone)
ORDER BY place
"""
_LATEST: Final = 2**62


class FileVersion(msgspec.Struct, frozen=True, kw_only=True):
    """One version; `came_from` and `went_to` are places, and differ where its file was renamed.

    What was `replaced` gave way to something that is no file, as by a correction, and is still
    what the file says.
    """

    position: int
    item: ItemId
    place: str
    bytes: int
    written_at: int
    origin: str
    came: Came
    came_from: str
    after: int | None  # position of the version whose place it took
    went: Went
    went_at: int | None
    went_by: Judge | None
    went_to: str | None
    before: int | None  # position of the version that took its place
    sameness: int  # equal for equal texts

    @property
    def is_gone(self) -> bool:
        """Whether there is no such file since then."""
        return self.went in {"removed", "renamed"}


def versions_of(view: View, place: str) -> tuple[FileVersion, ...]:
    """All that the file at a place ever was, the newest first; none where there never was one.

    A file that was removed and made again is one file; one that was renamed takes its life along.
    """
    found: list[FileVersion] = []
    up_to = _LATEST
    while True:
        life = _life_at(view, place, up_to)
        found += life
        if not life or life[-1].came_from == place:
            return tuple(found)
        assert life[-1].after is not None, life[-1]
        place, up_to = life[-1].came_from, life[-1].after


def newest_versions(view: View, places: Sequence[str]) -> tuple[FileVersion, ...]:
    """The last version of each file that is at one of the places, or was, by their places."""
    found = _versions(view, _NEWEST, {"places": [*places]})
    return tuple(sorted(found, key=lambda version: version.place))


def end_of(view: View, version: FileVersion) -> FileVersion:
    """The last version of the file that a renamed one became, whatever it is called by then."""
    while version.went == "renamed":
        given = {"place": version.went_to, "since": version.before}
        later = _versions(view, _SINCE, given)[::-1]
        version = next((each for each in later if each.went == "renamed"), later[-1])
    return version


def last_gone_below(view: View, folder: str) -> tuple[int, tuple[str, ...]]:
    """When files went from a folder last, and which, all at once; 0 where none ever did."""
    rows = view.rows(_LAST_GONE, {"folder": f"{folder}/"})
    return (rows[0][1] if rows else 0), tuple(place for place, _ in rows)


def _life_at(view: View, place: str, up_to: int) -> list[FileVersion]:
    """The versions at a place, the newest first, back to where the file came from another."""
    life: list[FileVersion] = []
    for version in _versions(view, _UP_TO, {"place": place, "up_to": up_to}):
        if life and version.went == "renamed":
            break  # that was another file, which lives on elsewhere
        life.append(version)
        if version.came_from != place:
            break
    return life


def _versions(view: View, which: str, given: dict[str, Any]) -> list[FileVersion]:
    names = FileVersion.__struct_fields__
    rows = view.rows(_VERSIONS.format(which=which), given)
    return [FileVersion(**dict(zip(names, row, strict=True))) for row in rows]
