"""What the stories about keys start from."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from lethelog.tests.vault.vaults import vault_in
from lethelog.vault.vault import Vault


@pytest.fixture
def vault(tmp_path: Path) -> Iterator[Vault]:
    """An empty vault on disk."""
    with vault_in(tmp_path) as opened:
        yield opened
