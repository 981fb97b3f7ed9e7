"""Under which conditions a figure was measured: the commit, the versions, the machine, the data."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
LIBRARIES: Final = (
    "lethelog",
    "cryptography",
    "duckdb",
    "eventsourcing",
    "msgspec",
    "snowballstemmer",
    "PyStemmer",
)


def commit() -> str:
    """The commit that ran, with `-dirty` where files differ from it; `unknown` without git."""
    git = shutil.which("git")
    if git is None or not (ROOT / ".git").exists():
        return "unknown"
    order = [git, "describe", "--always", "--dirty", "--abbrev=10", "--exclude=*"]
    # Nothing in the order comes from outside.
    run = subprocess.run(order, cwd=ROOT, capture_output=True, text=True, check=False)  # noqa: S603
    return run.stdout.strip() or "unknown"


def versions() -> dict[str, str]:
    """Python and every library that has a part in what is measured."""
    return {"python": platform.python_version()} | {name: version(name) for name in LIBRARIES}


def machine() -> str:
    """The processor, how many of it, and the system."""
    return f"{_processor()}, {os.cpu_count()} cores, {platform.system()} {platform.release()}"


def fingerprint(path: Path) -> str:
    """The SHA-256 of a data set, which tells one release of it from another."""
    return sha256(path.read_bytes()).hexdigest()


def _processor() -> str:
    listed = Path("/proc/cpuinfo")
    lines = listed.read_text("utf-8").splitlines() if listed.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()
