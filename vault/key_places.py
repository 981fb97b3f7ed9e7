"""Places outside a store where its keys are kept: a private file, the key ring of the system."""

from __future__ import annotations

import importlib
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final, Protocol

from ..domain.errors import KeyMissing, StoreUnwritable
from .private_file import sync_folder, write_private

_SERVICE: Final = "lethelog"


class KeyPlace(Protocol):
    """Holds the keys of one store as bytes; what is overwritten is gone as far as can be."""

    @property
    def name(self) -> str:
        """Where that is, in words."""
        ...

    def read(self) -> bytes | None:
        """What is there, if anything."""
        ...

    def write(self, content: bytes) -> None:
        """Keeps this instead of what was there, safely, before it returns."""
        ...


class PrivateFile:
    """A file that its owner alone can read."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._fresh = path.with_suffix(".new")
        self._old = path.with_suffix(".old")

    @property
    def name(self) -> str:
        """The path."""
        return str(self._path)

    def read(self) -> bytes | None:
        """The content, if the file is there; KeyMissing if it may not be read."""
        try:
            return self._path.read_bytes()
        except FileNotFoundError:
            return None
        except OSError as error:
            raise KeyMissing(
                f"the master key in {self._path} cannot be read ({error.strerror}); make it"
                " readable for whoever uses the store, then repeat"
            ) from error

    def write(self, content: bytes) -> None:
        """A new file takes the place of the old one, whose bytes are overwritten then."""
        with _write_errors(self._path):
            self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._clear_away()
            write_private(self._fresh, content)
            with suppress(FileNotFoundError):
                os.link(self._path, self._old)
            self._fresh.replace(self._path)
            sync_folder(self._path.parent)
            _shred(self._old)

    def _clear_away(self) -> None:
        """What a write that was cut short left: the old one may still be the present file."""
        _shred(self._fresh)
        if self._old.exists() and self._path.exists() and self._old.samefile(self._path):
            self._old.unlink()
        _shred(self._old)


class SystemKeyRing:
    """The key ring of the operating system, through the package `keyring`."""

    def __init__(self, ring: Any, store: str) -> None:  # noqa: ANN401 - it has no types of its own
        self._ring = ring
        self._store = store

    @property
    def name(self) -> str:
        """The entry there."""
        return f"the system's key ring, entry {_SERVICE}/{self._store}"

    def read(self) -> bytes | None:
        """The content of the entry, if there is one."""
        try:
            kept = self._ring.get_password(_SERVICE, self._store)
        except self._ring.errors.KeyringError as error:
            raise KeyMissing(
                f"{self.name} cannot be read ({error}); unlock it, then repeat"
            ) from error
        return None if kept is None else str(kept).encode()

    def write(self, content: bytes) -> None:
        """The system overwrites the entry in its own way."""
        try:
            self._ring.set_password(_SERVICE, self._store, content.decode())
        except self._ring.errors.KeyringError as error:
            raise StoreUnwritable(
                f"{self.name} cannot be written ({error}); unlock it, then repeat"
            ) from error


def system_key_ring(store: str) -> SystemKeyRing | None:
    """The key ring, where the package is installed and the system has one that works."""
    try:
        keyring = importlib.import_module("keyring")
    except ImportError:
        return None
    if getattr(keyring.get_keyring(), "priority", 0) <= 0:
        return None
    return SystemKeyRing(keyring, store)


@contextmanager
def _write_errors(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise StoreUnwritable(
            f"the master key cannot be kept in {path} ({error.strerror}); make its folder writable,"
            " or name another one in LETHELOG_KEYS"
        ) from error


def _shred(path: Path) -> None:
    """Zeros over the bytes, for file systems that write in place, and then no file."""
    if not path.exists():
        return
    with path.open("r+b") as file:
        file.write(bytes(path.stat().st_size))
        file.flush()
        os.fsync(file.fileno())
    path.unlink()
