"""The secret by which a client over HTTP is known: drawn once, in a file of its owner alone."""

from __future__ import annotations

import os
import secrets
import sys
from pathlib import Path
from typing import Final

from ..domain.errors import InvalidInput, Refused, StoreUnwritable

TOKEN: Final = "mcp-token"  # noqa: S105 - the name of its file
"""The file in the folder of a store, unless another is told."""

_BYTES: Final = 32
_CHARS_MIN: Final = 32
_CHARS_MAX: Final = 1_000
_OTHERS: Final = 0o077
_NO_LINKS: Final = getattr(os, "O_NOFOLLOW", 0)  # Windows has none


def bearer_token(path: Path) -> str:
    """The token in a file, which is made where it is missing.

    Refused where others can read it; InvalidInput where it holds none that is long enough.
    """
    try:
        return _made(path)
    except FileExistsError:
        return _read(path)
    except OSError as error:
        raise StoreUnwritable(
            f"{path} cannot be made ({error.strerror}); name another with --token-file"
        ) from None


def _made(path: Path) -> str:
    token = secrets.token_urlsafe(_BYTES)
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _NO_LINKS, 0o600)
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        file.write(f"{token}\n")
    return token


def _read(path: Path) -> str:
    try:
        descriptor = os.open(path, os.O_RDONLY | _NO_LINKS)
    except OSError as error:
        raise Refused(f"{path} cannot be read ({error.strerror}); it has to be a file") from None
    with os.fdopen(descriptor, encoding="ascii", errors="replace") as file:
        mode = os.fstat(file.fileno()).st_mode
        token = file.read(_CHARS_MAX).strip()
    if sys.platform != "win32" and mode & _OTHERS:
        raise Refused(f"others can read {path}; `chmod 600` it, or remove it for a new token")
    if len(token) < _CHARS_MIN or not token.isascii() or not token.isprintable() or " " in token:
        raise InvalidInput(
            f"{path} holds no token of {_CHARS_MIN} characters or more; remove it for a new one"
        )
    return token
