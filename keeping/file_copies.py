"""Writes texts that are kept as files into a folder, each as a file of its own."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

import msgspec

from ..domain.errors import Refused, StoreUnwritable
from ..journal.journal import Journal
from ..vault.private_file import sync_folder
from .copies import PRIVATE_FOLDER, make_empty_folder, write_new

FILES: Final = "files"
"""The kind of note, one a folder, by which the plan of a later forgetting knows of them."""


class FileCopies(msgspec.Struct, frozen=True, kw_only=True):
    """Where to so many files were written, and the position up to which they are told."""

    to: str
    files: int
    bytes: int
    position: int
    made_at: int


def export_files(
    journal: Journal,
    store: Path | None,
    to: Path,
    texts: Mapping[str, str],
    *,
    now: int,
) -> FileCopies:
    """Writes each text to its place in a new or empty folder, for its owner alone.

    A place has no `..` and does not begin with a slash. Nothing that is there is written over, so
    no link is followed. The folder is noted before anything is in it.
    """
    folder = to.expanduser().absolute()
    if store is not None and folder.resolve().is_relative_to(store.resolve()):
        raise Refused(f"{folder} lies inside the store; what is exported belongs elsewhere")
    make_empty_folder(folder)
    made = FileCopies(to=str(folder), files=0, bytes=0, position=journal.head(), made_at=now)
    journal.note(FILES, str(folder), msgspec.json.encode(made))
    files = size = 0
    for place, text in sorted(texts.items()):
        names = place.split("/")
        assert ".." not in names, place
        assert all(names), place
        content = text.encode()
        _make_folders(folder, names[:-1])
        write_new(folder.joinpath(*names), content)
        files, size = files + 1, size + len(content)
    return msgspec.structs.replace(made, files=files, bytes=size)


def _make_folders(folder: Path, names: list[str]) -> None:
    try:
        for name in names:
            folder /= name
            folder.mkdir(mode=PRIVATE_FOLDER, exist_ok=True)
            sync_folder(folder.parent)
    except OSError as error:
        raise StoreUnwritable(
            f"{folder} cannot be made ({error.strerror}); choose another folder"
        ) from error
