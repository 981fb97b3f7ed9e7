"""The files as folders hold them: what lies where, and where there is room for another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from ..asking.files_listing import FileLine, Files, FileText
from ..domain.errors import InvalidInput, NotFound, Refused
from ..domain.files import source_of
from ..domain.identity import ItemId
from .file_paths import ROOT, folders_of
from .file_text import FOLDER_BYTES


class Room(msgspec.Struct, frozen=True, kw_only=True):
    """A place where nothing is, and what must stay so for it to be free.

    Nothing may come into a source, and a file in the innermost folder must stay what it is: while
    that is there, none of the folders can become a file.
    """

    closed: str
    watched: tuple[ItemId, ...] = ()


class Tree:
    """Files and the folders that they lie in; a folder is there as long as a file is in it."""

    def __init__(self, files: Files) -> None:
        self.files = files

    def file(self, path: str, place: str) -> FileText:
        """The file that a path names; NotFound or InvalidInput where it names none."""
        found = self.files.text_at(place) if place else None
        if found is not None:
            return found
        if self.is_folder(place):
            raise InvalidInput(f"The path {path} is not a file.")
        raise NotFound(f"The path {path} does not exist. Please provide a valid path.")

    def is_file(self, place: str) -> bool:
        """Whether a file lies there."""
        return bool(self.files.at([place]))

    def is_folder(self, place: str) -> bool:
        """Whether files lie below; `/memories` is there without any."""
        return not place or bool(self.files.below(place, most=1))

    def lines_at(self, place: str) -> tuple[FileLine, ...]:
        """The file at a place, or all in the folder; none where there is nothing."""
        return self.files.at([place]) or self.files.below(place)

    def texts_at(self, place: str) -> tuple[FileText, ...]:
        """The same with what they say."""
        found = self.files.text_at(place)
        return self.files.texts_below(place) if found is None else (found,)

    def check_is_free(self, place: str, taken: str) -> None:
        """Refused in these words where there is something."""
        if not place or self.is_file(place) or self.is_folder(place):
            raise Refused(taken)

    def room_at(self, path: str, place: str) -> Room:
        """Room for a file or folder where nothing is; InvalidInput where it would be in a file."""
        folders = folders_of(place)
        if blocking := self.files.at(folders):
            raise InvalidInput(
                f"The path {path} cannot be made, since {ROOT}/{blocking[0].place} is a file."
            )
        highest = place
        for folder in reversed(folders):
            if found := self.files.below(folder, most=1):
                return Room(closed=source_of(highest), watched=(found[0].item,))
            highest = folder
        return Room(closed=source_of(highest))


def entries_of(folder: str, files: Sequence[FileLine]) -> Iterator[tuple[str, int]]:
    """What lies in a folder and in the folders in it, each with its size; nothing hidden."""
    for name, inner in _children(folder, files):
        if isinstance(inner, FileLine):
            yield name, inner.bytes
            continue
        yield f"{name}/", FOLDER_BYTES
        for deeper, what in _children(f"{folder}/{name}" if folder else name, inner):
            is_file = isinstance(what, FileLine)
            path = f"{name}/{deeper}" if is_file else f"{name}/{deeper}/"
            yield path, what.bytes if isinstance(what, FileLine) else FOLDER_BYTES


def _children(
    folder: str, files: Sequence[FileLine]
) -> Iterator[tuple[str, FileLine | list[FileLine]]]:
    """The names right in a folder, in order: of a file, or of a folder with what is in it."""
    start = len(folder) + 1 if folder else 0
    found: dict[str, FileLine | list[FileLine]] = {}
    for each in files:
        name, _, rest = each.place[start:].partition("/")
        if not rest:
            found[name] = each
        else:
            inner = found.setdefault(name, [])
            assert isinstance(inner, list), each.place
            inner.append(each)
    return ((name, found[name]) for name in sorted(found) if not name.startswith("."))
