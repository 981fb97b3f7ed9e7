"""Texts that an agent keeps as files: how each is named as a source, and how it is known again."""

from __future__ import annotations

from typing import Final

from .kinds import Kind

FILES: Final = "file"
"""The kind of the sources that are files; the path of the file follows."""

FILE_KIND: Final[Kind] = "summary"
"""Of the item that a version is: what an agent wrote down of what it knows."""

RENAMED: Final = "renamed"
"""The note of a supersession by which a file has another name, and is no longer under this one."""


def source_of(place: str) -> str:
    """The source that a file is, or a folder with all that lies in it, by its path."""
    return f"{FILES}/{place}"


def place_of(source: str) -> str:
    """The other way around."""
    return source.removeprefix(f"{FILES}/")
