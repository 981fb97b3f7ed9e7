"""A folder of files as a memory tool left it on disk: what of it can be taken in, and that."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from ..domain.errors import InvalidInput
from .file_paths import LEVELS_MAX, path_of, place_named
from .file_plans import CHARS_TOGETHER_MAX, FILES_TOGETHER_MAX
from .file_text import check_length

ENTRIES_MAX: Final = 100_000
"""Looked at in one folder, with all that is skipped. Ours."""

_NO_FILE: Final = "it is no regular file"
_BYTES_A_CHAR_MAX: Final = 4
_BYTES_MAX: Final = CHARS_TOGETHER_MAX * _BYTES_A_CHAR_MAX
_ONLY_A_FILE: Final = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)


class NotTaken(NamedTuple):
    """A file that is not taken in, and why."""

    file: str
    why: str


class FolderRead(msgspec.Struct, frozen=True, kw_only=True):
    """The texts of a folder by their places, and what is none."""

    texts: Mapping[str, str]
    not_taken: tuple[NotTaken, ...]


def read_folder(folder: Path) -> FolderRead:
    """All texts in a folder at any depth; InvalidInput where that is too much for one step.

    Nothing is read before the limits are held. No link is followed, wherever it leads.
    """
    if not folder.is_dir():
        raise InvalidInput(f"{folder} is no folder; name the one that holds the files")
    top = folder.resolve()
    entries = _listed(top)
    not_taken = [
        NotTaken(_name(top, path), "it is a link, and none is followed" if is_link else _NO_FILE)
        for path, is_link, size in entries
        if size is None
    ]
    files = [(path, size) for path, _, size in entries if size is not None]
    _check_limits(folder, [size for _, size in files])
    texts: dict[str, str] = {}
    for path, _ in files:
        name = _name(top, path)
        try:
            place = place_named(path_of(name))
            texts[place] = _text(path, top)
            check_length(name, texts[place])
        except InvalidInput as error:
            not_taken.append(NotTaken(name, str(error)))
            texts.pop(name, None)
    return FolderRead(texts=texts, not_taken=tuple(sorted(not_taken)))


def _listed(top: Path) -> list[tuple[Path, bool, int | None]]:
    try:
        return list(_entries(top))
    except OSError as error:
        raise InvalidInput(
            f"{error.filename} cannot be read ({error.strerror}); check the permissions"
        ) from error


def _entries(top: Path) -> Iterator[tuple[Path, bool, int | None]]:
    """Each file with whether it is a link, and its size where it can be read."""
    waiting, seen = [(top, 1)], 0
    while waiting:
        folder, level = waiting.pop()
        with os.scandir(folder) as found:
            for entry in found:
                seen += 1
                if seen > ENTRIES_MAX:
                    raise InvalidInput(
                        f"{top} holds more than {ENTRIES_MAX:,} entries; name a part of it"
                    )
                if entry.is_dir(follow_symlinks=False):
                    if level > LEVELS_MAX:
                        raise InvalidInput(f"{entry.path} lies deeper than {LEVELS_MAX} levels")
                    waiting.append((Path(entry.path), level + 1))
                    continue
                is_file = entry.is_file(follow_symlinks=False)
                size = entry.stat(follow_symlinks=False).st_size if is_file else None
                yield Path(entry.path), entry.is_symlink(), size


def _check_limits(folder: Path, sizes: list[int]) -> None:
    if len(sizes) > FILES_TOGETHER_MAX or sum(sizes) > _BYTES_MAX:
        raise InvalidInput(
            f"{folder} holds {len(sizes):,} files with {sum(sizes):,} bytes; at most"
            f" {FILES_TOGETHER_MAX:,} files with {_BYTES_MAX:,} bytes are taken in one step: name a"
            " part of it"
        )


def _text(path: Path, top: Path) -> str:
    """The text of a file that lies in the folder, whatever has become of its name meanwhile."""
    try:
        file = os.open(path, os.O_RDONLY | _ONLY_A_FILE)
        with os.fdopen(file, "rb") as opened:
            if not stat.S_ISREG(os.fstat(file).st_mode) or not path.resolve().is_relative_to(top):
                raise InvalidInput(_NO_FILE)
            content = opened.read(_BYTES_MAX)
    except OSError as error:
        raise InvalidInput(f"it cannot be read ({error.strerror})") from error
    try:
        return content.decode()
    except UnicodeDecodeError as error:
        raise InvalidInput(f"it is not UTF-8: byte {error.start} cannot be read") from None


def _name(top: Path, path: Path) -> str:
    return path.relative_to(top).as_posix()
