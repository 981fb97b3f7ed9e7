"""Which paths name a file: `/memories` and what lies below it, and nothing that could mean more."""

from __future__ import annotations

from typing import Final
from urllib.parse import unquote

from ..domain.errors import InvalidInput
from ..domain.files import source_of
from ..domain.hygiene import visible
from ..domain.identity import squeeze
from ..domain.secrets import redacted

ROOT: Final = "/memories"

PATH_CHARS_MAX: Final = 900
"""A source may be named by 1,000, of which its kind takes a few."""

NAME_BYTES_MAX: Final = 255
"""As most file systems have it, so that each file can be exported."""

LEVELS_MAX: Final = 32
"""Each is a source that can be forgotten, with a key of its own. Ours."""

_ROUNDS_MAX: Final = 4  # a name may be encoded several times over


def place_named(path: str) -> str:
    """The path below `/memories` in its plain spelling, empty for that itself; else InvalidInput.

    Doubled and trailing slashes and single dots are left out, as a file system does.
    """
    if path != ROOT and not path.startswith(f"{ROOT}/"):
        raise InvalidInput(f"Path must start with {ROOT}, got: {path}")
    _check_characters(path)
    if any(name == ".." for name in _decoded(path).split("/")):
        raise InvalidInput(f"Path {path} would escape {ROOT} directory")
    names = [name for name in path.removeprefix(ROOT).split("/") if name not in {"", "."}]
    _check_names(path, names)
    place = "/".join(names)
    if redacted(source_of(place)).kinds:
        raise InvalidInput(
            "The path holds what looks like a key or a password, which is not kept; choose another"
        )
    return place


def path_of(place: str) -> str:
    """The path that names a place."""
    return f"{ROOT}/{place}" if place else ROOT


def folders_of(place: str) -> list[str]:
    """The folders that a place lies in, the outermost first; without `/memories` itself."""
    names = place.split("/")
    return ["/".join(names[:depth]) for depth in range(1, len(names))]


def _check_characters(path: str) -> None:
    if len(path) > PATH_CHARS_MAX:
        raise InvalidInput(
            f"The path has {len(path):,} characters; {PATH_CHARS_MAX} are allowed: shorten it"
        )
    decoded = _decoded(path)
    if visible(decoded) != decoded or any(each.isspace() and each != " " for each in decoded):
        raise InvalidInput(f"Path holds characters that cannot be seen, got: {path!r}")
    if "\\" in decoded:
        raise InvalidInput(f"Path parts are separated by /, and hold no backslash, got: {path}")


def _check_names(path: str, names: list[str]) -> None:
    if len(names) > LEVELS_MAX:
        raise InvalidInput(f"Path has {len(names)} levels; {LEVELS_MAX} are allowed, got: {path}")
    for name in names:
        if len(name.encode()) > NAME_BYTES_MAX:
            raise InvalidInput(
                f"A name has {len(name.encode())} bytes; {NAME_BYTES_MAX} are allowed, got: {path}"
            )
        if not squeeze(name):
            raise InvalidInput(f"A name needs letters or digits, got: {path}")


def _decoded(path: str) -> str:
    """What whoever decodes percent signs would take it for; we never do."""
    for _ in range(_ROUNDS_MAX):
        path, before = unquote(path), path
        if path == before:
            break
    return path
