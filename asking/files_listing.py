"""Which files there are, with the text of each as its newest version has it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

import msgspec

from ..domain.files import FILES, RENAMED
from ..domain.identity import ItemId

if TYPE_CHECKING:
    from ..projections.view import View  # it loads DuckDB

IS_VERSION: Final = f"(starts_with(item.path, '{FILES}/') AND item.path = '{FILES}/' || item.title)"
"""Of an item: the title of a version is its place, which nothing else below a file has."""

# The newest version of each file, unless that was taken away, or has another name by now. What
# something else took the place of is still what the file says.
_NEWEST: Final = """
SELECT item.title, item.item, item.d, strlen(item.text), item.recorded_at{text}
FROM item
JOIN (
    SELECT max(item.d) AS d
    FROM item
    WHERE {is_version} AND {which}
    GROUP BY item.title
) AS newest USING (d)
LEFT JOIN supersession AS step USING (d)
WHERE step.d IS NULL OR (step.successor IS NOT NULL AND step.note <> '{renamed}')
ORDER BY item.title
LIMIT $most
"""
_AT: Final = "list_contains($places::VARCHAR[], item.title)"
_BELOW: Final = "starts_with(item.title, $folder)"
_ALL: Final = 2**31


class FileLine(msgspec.Struct, frozen=True, kw_only=True):
    """One file, by its place below the folder of all files, and its newest version."""

    place: str
    item: ItemId
    position: int  # of the event that brought this version
    bytes: int
    written_at: int


class FileText(FileLine, frozen=True, kw_only=True):
    """The same with what it says."""

    text: str


class Files:
    """The files as one view tells of them."""

    def __init__(self, view: View) -> None:
        self.view = view

    def at(self, places: Sequence[str]) -> tuple[FileLine, ...]:
        """Those of the places that are files."""
        return tuple(self._lines(_AT, {"places": [*places]}))

    def below(self, folder: str, *, most: int = _ALL) -> tuple[FileLine, ...]:
        """Files in a folder at any depth, by their place; all there are for an empty name."""
        return tuple(self._lines(_BELOW, {"folder": f"{folder}/" if folder else "", "most": most}))

    def text_at(self, place: str) -> FileText | None:
        """The file at a place; None where there is none."""
        return next(iter(self.texts_at([place])), None)

    def texts_at(self, places: Sequence[str]) -> tuple[FileText, ...]:
        """As `at`, with what they say."""
        return tuple(self._texts(_AT, {"places": [*places]}))

    def texts_below(self, folder: str) -> tuple[FileText, ...]:
        """As `below`, with what they say."""
        return tuple(self._texts(_BELOW, {"folder": f"{folder}/" if folder else ""}))

    def _lines(self, which: str, given: dict[str, Any]) -> list[FileLine]:
        rows = self.view.rows(_sql(which), {"most": _ALL} | given)
        return [FileLine(**_named(FileLine, row)) for row in rows]

    def _texts(self, which: str, given: dict[str, Any]) -> list[FileText]:
        rows = self.view.rows(_sql(which, ", item.text"), {"most": _ALL} | given)
        return [FileText(**_named(FileText, row)) for row in rows]


def _sql(which: str, text: str = "") -> str:
    return _NEWEST.format(is_version=IS_VERSION, which=which, renamed=RENAMED, text=text)


def _named(kind: type[FileLine], row: Sequence[Any]) -> dict[str, Any]:
    return dict(zip(kind.__struct_fields__, row, strict=True))
