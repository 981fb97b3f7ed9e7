"""Reads and replaces a configuration that belongs to another program, never half of it."""

from __future__ import annotations

import os
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from ..domain.errors import InvalidInput, Refused

FILE_BYTES_MAX: Final = 32 * 1024 * 1024  # far above any that a person or a client wrote
_PRIVATE: Final = 0o600
_SUFFIX: Final = ".before-lethelog"


def backup_of(file: Path) -> Path:
    """Where the text is kept as it was, beside the file."""
    return file.with_name(file.name + _SUFFIX)


def read(file: Path) -> str | None:
    """The text, None where there is no file; InvalidInput for what no client reads either."""
    with _told(file, "read"):
        if not file.exists():
            return None
        if not file.is_file():
            raise InvalidInput("it is no file")
        with file.open("rb") as opened:
            content = opened.read(FILE_BYTES_MAX + 1)
    if len(content) > FILE_BYTES_MAX:
        raise InvalidInput(f"it is larger than {FILE_BYTES_MAX:,} bytes")
    try:
        return content.decode()
    except UnicodeDecodeError:
        raise InvalidInput("it is not written in UTF-8") from None


def check_can_be_written(file: Path) -> None:
    """Refused for a file that somebody has made read-only: that is a decision."""
    if file.exists() and not file.stat().st_mode & stat.S_IWUSR:
        raise Refused(f"{file} is read-only; make it writable, then repeat")


def write(file: Path, text: str, *, mode_of: Path | None = None) -> None:
    """All of the text or none of it; a link stays a link, and the file keeps its mode."""
    target = file.resolve()
    like = (mode_of or file).resolve()
    mode = stat.S_IMODE(like.stat().st_mode) if like.exists() else _PRIVATE
    with _told(file, "write"):
        target.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    with _told(file, "write"), _removed_at_last(Path(name)):
        with open(handle, "wb") as stream:  # noqa: PTH123 - it is open already
            stream.write(text.encode())
            stream.flush()
            os.fsync(stream.fileno())
        Path(name).chmod(mode)
        Path(name).replace(target)


def remove(file: Path) -> None:
    """The file, or what the link leads to, is gone."""
    with _told(file, "remove"):
        file.resolve().unlink(missing_ok=True)


@contextmanager
def _removed_at_last(path: Path) -> Iterator[None]:
    try:
        yield
    finally:
        path.unlink(missing_ok=True)


@contextmanager
def _told(file: Path, what: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        reason = error.strerror or str(error)
        raise Refused(f"cannot {what} {file}: {reason}; set that right, then repeat") from None
