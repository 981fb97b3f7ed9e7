"""Other Pythons on this machine that have what the program needs, and what they say."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Final

from lethelog.tests.architecture.house import PACKAGE, ROOT

SUPPORTED: Final = ("3.11", "3.12", "3.13", "3.14")
PATIENCE_SECONDS: Final = 300

_NEEDS: Final = (
    "import sys, cryptography, duckdb, eventsourcing, msgspec, platformdirs, selectolax,"
    " snowballstemmer; print('%d.%d' % sys.version_info[:2])"
)


@cache
def other_pythons() -> dict[str, Path]:
    """Each by its version; those that `make proof-replay PYTHONS=...` has made come first."""
    found: dict[str, Path] = {}
    for path in _candidates():
        done = subprocess.run([path, "-c", _NEEDS], capture_output=True, text=True, check=False)
        if done.returncode == 0:
            found.setdefault(done.stdout.strip(), path)
    own = f"{sys.version_info[0]}.{sys.version_info[1]}"
    return {version: path for version, path in sorted(found.items()) if version != own}


def said_by(python: Path, program: Sequence[str], place: Path) -> str:
    """What a program prints there, which finds this package and no other of ours."""
    link = place / PACKAGE
    if not link.is_symlink():
        link.symlink_to(ROOT)
    environment = os.environ | {"PYTHONPATH": str(place), "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(
        [python, *program],
        env=environment,
        cwd=place,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
        timeout=PATIENCE_SECONDS,
    ).stdout


def _candidates() -> Iterator[Path]:
    for version in SUPPORTED:
        made = ROOT / ".cache" / f"python-{version}" / "bin" / "python"
        if made.exists():
            yield made
        on_path = shutil.which(f"python{version}")
        if on_path is not None:
            yield Path(on_path)
