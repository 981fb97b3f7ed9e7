"""Stores that many tests start from: each is made once, and every test gets a copy of its own."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Final, TypeAlias

import pytest

Make: TypeAlias = Callable[[Path], object]
"""Makes a store in a folder that is not there yet."""

KEYS: Final = "LETHELOG_KEYS"


class Originals:
    """Keeps what was made, and the master keys of it, as long as the tests of one process run."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._made: dict[Make, Path] = {}

    def copy(self, make: Make, store: Path) -> None:
        """Puts a store as `make` makes it into a folder, and its keys to those of this test.

        Each copy needs keys of its own, since whatever is forgotten in one makes them anew.
        """
        original = self._made.get(make)
        if original is None:
            original = self._made[make] = self._original(make)
        shutil.copytree(original / "store", store)
        keys = Path(os.environ[KEYS])
        keys.mkdir(mode=0o700, parents=True, exist_ok=True)
        for key in (original / "keys").iterdir():
            assert not (keys / key.name).exists(), "a copy of the same store has its keys here"
            shutil.copy2(key, keys)

    def _original(self, make: Make) -> Path:
        original = self._folder / str(len(self._made))
        original.mkdir()
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv(KEYS, str(original / "keys"))
            make(original / "store")
        return original
