"""Who may read the shared namespace: the file that says so, read and changed line by line."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Collection
from pathlib import Path

import msgspec

from ..domain.errors import InvalidInput, NotFound, Refused, StoreUnwritable
from ..domain.namespaces import (
    EVERYBODY,
    SHARED,
    VISIBLE_TO_BYTES_MAX,
    check_namespace,
    names_in,
)
from .stores import VISIBLE_TO, namespace_folder


class Readers(msgspec.Struct, frozen=True, kw_only=True):
    """The namespaces that are named, in their order; with `everybody` all others may read too."""

    namespaces: tuple[str, ...]
    everybody: bool
    is_news: bool = False  # whether the order changed anything


def readers(store: Path) -> Readers:
    """Who may read what is shared beside a store; NotFound where nothing is."""
    return _told(_read(_file(store)))


def share(store: Path, names: Collection[str]) -> Readers:
    """Lets namespaces read, or `EVERYBODY`; what stands in the file stays as it is."""
    wanted = [_checked(name) for name in names]
    file = _file(store)
    before = _read(file)
    missing = [name for name in dict.fromkeys(wanted) if name not in names_in(before)]
    joint = "" if before.endswith("\n") or not before else "\n"
    after = before + joint + "".join(f"{name}\n" for name in missing)
    return _changed(file, before, after if missing else before)


def unshare(store: Path, names: Collection[str]) -> Readers:
    """Takes namespaces out, each with its line; Refused where they may read with everybody."""
    file = _file(store)
    before = _read(file)
    named = names_in(before)
    for name in map(_checked, names):
        if name not in named and EVERYBODY in named and EVERYBODY not in names:
            raise Refused(
                f"{name} may read the shared namespace since everybody may; take that out with"
                " `lethelog unshare --everybody`, and then name who may"
            )
    kept = (line for line in before.splitlines(keepends=True) if not names_in(line) & {*names})
    return _changed(file, before, "".join(kept))


def _checked(name: str) -> str:
    if name == SHARED:
        raise InvalidInput(f"{SHARED} can always read itself; name the others")
    return name if name == EVERYBODY else check_namespace(name)


def _file(store: Path) -> Path:
    folder = namespace_folder(store, SHARED)
    if not folder.is_dir():
        raise NotFound(
            f"there is no namespace {SHARED} beside {store} yet;"
            f" `lethelog --namespace {SHARED} remember TEXT` makes it"
        )
    return folder / VISIBLE_TO


def _read(file: Path) -> str:
    try:
        with file.open("rb") as opened:
            content = opened.read(VISIBLE_TO_BYTES_MAX + 1)
    except FileNotFoundError:
        return ""
    except OSError as error:
        raise Refused(f"{file} cannot be read ({error.strerror}); set that right") from None
    if len(content) > VISIBLE_TO_BYTES_MAX:
        raise InvalidInput(
            f"{file} has more than {VISIBLE_TO_BYTES_MAX} bytes; shorten it, or let everybody read"
        )
    try:
        return content.decode()
    except UnicodeDecodeError:
        raise InvalidInput(f"{file} is not written in UTF-8; correct or remove it") from None


def _changed(file: Path, before: str, after: str) -> Readers:
    if after != before:
        if len(after.encode()) > VISIBLE_TO_BYTES_MAX:
            raise InvalidInput(
                f"{file} would have more than {VISIBLE_TO_BYTES_MAX} bytes; let everybody read"
            )
        _write(file, before, after)
    return msgspec.structs.replace(_told(after), is_news=after != before)


def _write(file: Path, before: str, after: str) -> None:
    """All of it or nothing, for its owner alone; Refused where another has changed it meanwhile."""
    try:
        handle, name = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}.")
        part = Path(name)
        try:
            with os.fdopen(handle, "wb") as opened:
                opened.write(after.encode())
                opened.flush()
                os.fsync(opened.fileno())
            if _read(file) != before:
                raise Refused(f"{file} has changed meanwhile; repeat the command")
            part.replace(file)
        finally:
            part.unlink(missing_ok=True)
    except OSError as error:
        raise StoreUnwritable(f"{file} cannot be written ({error.strerror})") from None


def _told(text: str) -> Readers:
    named = [name for line in text.splitlines() for name in names_in(line)]
    others = tuple(name for name in dict.fromkeys(named) if name != EVERYBODY)
    return Readers(namespaces=others, everybody=EVERYBODY in named)
