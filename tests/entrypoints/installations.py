"""Installations of the program, as an installer leaves them."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest


def installed(
    folder: Path, monkeypatch: pytest.MonkeyPatch, *, noted: Mapping[str, object] | None
) -> None:
    """From an index, or from the place that is `noted`; it is found before any other."""
    about = folder / "lethelog-9.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.4\nName: lethelog\nVersion: 9\n")
    if noted is not None:
        (about / "direct_url.json").write_text(json.dumps(noted))
    monkeypatch.setattr(sys, "path", [str(folder), *sys.path])
