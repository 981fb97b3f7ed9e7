"""What is told of the server needs the library of its protocol, which is an extra."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from lethelog.memory import Memory
from lethelog.tests.entrypoints.terminal import Terminal


class NeedsTheExtra(pytest.Module):
    """A file of tests that cannot even be read without it."""

    def collect(self) -> list[pytest.Item]:
        """None of them, for this reason."""
        pytest.skip("needs the extra: pip install 'lethelog[mcp]'", allow_module_level=True)


def pytest_pycollect_makemodule(
    module_path: Path, parent: pytest.Collector
) -> NeedsTheExtra | None:
    """Files that begin with `test_mcp_` are skipped where the library is not installed."""
    if module_path.name.startswith("test_mcp_") and find_spec("mcp") is None:
        made: NeedsTheExtra = NeedsTheExtra.from_parent(parent, path=module_path)  # pyright: ignore[reportUnknownMemberType]
        return made
    return None


@pytest.fixture
def memory() -> Iterator[Memory]:
    """An empty one."""
    with Memory.in_memory() as made:
        yield made


@pytest.fixture
def terminal(tmp_path: Path) -> Terminal:
    """A user without a store yet."""
    return Terminal(tmp_path / "store")
