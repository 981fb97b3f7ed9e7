"""Namespaces: stores that know nothing of each other, by the names that they have."""

from __future__ import annotations

import re
from typing import Final

from .errors import InvalidInput

DEFAULT: Final = "default"
"""The store itself, which every other namespace lies beside."""

SHARED: Final = "shared"
"""The one that others may read, where it is visible to them."""

EVERYBODY: Final = "*"
VISIBLE_TO_BYTES_MAX: Final = 65_536

# One case, no dot and no separator: a name is a folder on every system and leads nowhere else.
_NAME: Final = re.compile(r"[a-z0-9][a-z0-9_-]{0,63}")
_TAKEN: Final = re.compile(r"con|prn|aux|nul|(com|lpt)[0-9]")  # names of devices on Windows


def check_namespace(name: str) -> str:
    """The name; InvalidInput unless it can be one."""
    if not _NAME.fullmatch(name) or _TAKEN.fullmatch(name):
        raise InvalidInput(
            f"{name!r} is no name of a namespace; it has from 1 to 64 of a-z, 0-9, - and _,"
            " and begins with a letter or a digit"
        )
    return name


def names_in(visible_to: str) -> set[str]:
    """The names in the text of a file `visible-to`, which may be that of everybody.

    One name a line; what stands after a # is for people.
    """
    names = {line.partition("#")[0].strip() for line in visible_to.splitlines()}
    return names - {""}


def is_visible(visible_to: str, namespace: str) -> bool:
    """Whether the text of a file `visible-to` names the namespace, or everybody."""
    return bool(names_in(visible_to) & {namespace, EVERYBODY})
