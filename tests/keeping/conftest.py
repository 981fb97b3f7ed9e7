"""What the stories about keeping a store start from."""

from __future__ import annotations

from pathlib import Path

import pytest

from lethelog.tests.keeping.stores import make_store
from lethelog.tests.originals import Originals


@pytest.fixture
def keys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the master keys of this test alone."""
    folder = tmp_path / "keys"
    monkeypatch.setenv("LETHELOG_KEYS", str(folder))
    return folder


@pytest.fixture
def store(tmp_path: Path, keys: Path, originals: Originals) -> Path:
    """A store with a secret and a harmless text."""
    del keys
    folder = tmp_path / "store"
    originals.copy(make_store, folder)
    return folder
