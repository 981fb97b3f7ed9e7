"""The bench on the speed of presets, run whole on a small corpus."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Final

from lethelog.benchmarks.presets_speed import Speed, table
from lethelog.benchmarks.search_corpus import KINDS
from lethelog.benchmarks.search_table import Spread
from lethelog.tests.architecture.house import ROOT

BENCH: Final = ROOT / "benchmarks" / "presets_speed.py"


def speed(preset: str, search: float) -> Speed:
    """A preset whose searches take so long."""
    return Speed(
        preset=preset,
        search_ms=dict.fromkeys(KINDS, Spread(search, 2 * search)),
        sentence_cpu_ms=Spread(search, search),
        snapshot_ms=Spread(1.0, 2.0),
        dream_cpu_seconds=1.5,
        again_cpu_seconds=0.25,
        changed=3,
    )


def test_each_preset_is_measured_in_a_store_of_its_own() -> None:
    """With vectors where an embedder is named; the last line holds all figures."""
    order = [sys.executable, str(BENCH), "--items", "60", "--questions", "4"]
    order += ["--presets", "default,duduclaw", "--embedder", "ngrams"]
    run = subprocess.run(order, capture_output=True, text=True, check=True)
    told = json.loads(run.stdout.splitlines()[-1])
    assert (told["items"], told["embedder"]) == (60, "ngrams")
    assert [*told["presets"]] == ["default", "duduclaw"]
    for each in told["presets"].values():
        assert all(spread["p50"] > 0.0 for spread in each["search_ms"].values())
        assert each["dream_cpu_seconds"] > 0.0


def test_a_ratio_is_to_the_default_of_the_same_run() -> None:
    """Of the questions that are asked most: sentences."""
    [*_, default, slow] = table(
        {"default": speed("default", 2.0), "slow": speed("slow", 5.0)}
    ).splitlines()
    assert default.split(" | ")[5] == "1.0"
    assert slow.split(" | ")[5] == "2.5"
