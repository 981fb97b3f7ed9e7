"""Prints what the proofs have counted; the sum over all histories stands in the last line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Final, TypeAlias

import pytest

Figure: TypeAlias = Callable[[str, int], None]
"""Takes the name of a figure and how much a test adds to it."""

_MARK: Final = "figure "
_LAST: Final = ("histories", "differences")
_counts: Final[Counter[str]] = Counter()


@pytest.fixture
def figure(record_property: Callable[[str, object], None]) -> Figure:
    """Adds to a figure that is printed at the end, from whichever process."""
    return lambda name, count: record_property(_MARK + name, count)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Adds up what each test has counted."""
    if report.when == "call":
        for name, count in report.user_properties:
            if name.startswith(_MARK):
                _counts[name.removeprefix(_MARK)] += int(str(count))


def pytest_unconfigure(config: pytest.Config) -> None:
    """After everything else that is printed."""
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    if reporter is None or not _counts:
        return
    for name in sorted(_counts.keys() - {*_LAST}):
        reporter.write_line(f"{name}: {_counts[name]}")
    if all(name in _counts for name in _LAST):
        reporter.write_line(" ".join(f"{name} {_counts[name]}" for name in _LAST))
