"""The bytes of a file that a person names, or the reason why there are none."""

from __future__ import annotations

from pathlib import Path

from ..domain.errors import InvalidInput
from .text import FILE_BYTES_MAX


def read_file(path: Path, *, bytes_max: int = FILE_BYTES_MAX) -> bytes:
    """The bytes of a file; InvalidInput if it is not one that can be read."""
    if path.is_dir():
        raise InvalidInput(f"{path} is a folder; give the files in it, like {path}/*.eml")
    try:
        size = path.stat().st_size
        if size > bytes_max:
            raise InvalidInput(f"{path} has {size} bytes; {bytes_max} are allowed: split it")
        with path.open("rb") as file:
            data = file.read(bytes_max + 1)  # a pipe has no size, and a file may grow
    except OSError as error:
        raise InvalidInput(
            f"{path} cannot be read ({error.strerror}); check the name and the permissions"
        ) from error
    if len(data) > bytes_max:
        raise InvalidInput(f"{path} has more than the {bytes_max} bytes allowed; split it")
    return data
