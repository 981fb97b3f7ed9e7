"""The bench on replay, run whole on a small life."""

from __future__ import annotations

import json
import subprocess
import sys
from itertools import islice
from pathlib import Path
from typing import Any, Final

import pytest

from lethelog import Memory
from lethelog.benchmarks.long_life import LongLife
from lethelog.tests.architecture.house import ROOT
from lethelog.vault.open_vault import KEYS_FOLDER_VARIABLE

BENCH: Final = ROOT / "benchmarks" / "replay.py"


def test_the_bench_takes_every_step_on_a_store_that_is_filled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It measures what is there, adds nothing but what its steps append, and ends with JSON."""
    monkeypatch.setenv(KEYS_FOLDER_VARIABLE, str(tmp_path / "keys"))
    with Memory.open(tmp_path / "store") as memory:
        memory.journal.append(list(islice(LongLife(memory.identity).events(), 300)))
    ran = subprocess.run(
        [sys.executable, str(BENCH), "500", "--store", str(tmp_path)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    figures: dict[str, Any] = json.loads(ran.stdout.splitlines()[-1])
    assert figures["events"] == 300
    for step in ("limit", "read", "rebuild"):
        assert figures[step]["events_per_cpu_second"] > 0
    assert figures["rebuild"]["peak_memory_mb"] > 10
    assert figures["rebuild"]["file_mb"] > 0
    for step in ("one_behind", "many_behind", "wake"):
        assert 0 < figures[step]["p50_ms"] <= figures[step]["p95_ms"]
    assert figures["cold"]["process_ms"] > figures["cold"]["open_to_answer_ms"] > 0
    assert figures["searches"]["ratio"] > 0
