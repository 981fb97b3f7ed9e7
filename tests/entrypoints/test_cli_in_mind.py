"""What is in mind, and the days as files, by command line."""

from __future__ import annotations

import json
from pathlib import Path

from lethelog.tests.entrypoints.terminal import Terminal


def test_a_snapshot_is_printed_for_a_prompt(tea: Terminal) -> None:
    """The text alone; what the words ask for comes first."""
    tea.says("remember", "I am Vela.", "--within", "self/name")
    told = tea.says("context", "where", "is", "green", "tea")
    assert told.startswith("# Memory at 20")
    assert "\n## Who you are\n- “I am Vela.” [" in told
    assert "\n## What you know\n- 2026-01-05 “Ana”: “The green tea is in the cellar.” [" in told
    assert "hazelnuts" in told.partition("\n## What happened lately\n")[2]


def test_a_snapshot_for_programs(tea: Terminal) -> None:
    """Each part by its name, and the same text, within the tokens that were asked for."""
    told = tea.json("context", "tea", "--tokens", "150", "--no-record")
    assert told["query"] == "tea"
    assert told["tokens"] <= told["tokens_max"] == 150
    parts = ("identity", "owner", "constraints", "top", "index", "recent")
    ranks = [each["rank"] for part in parts for each in told[part]]
    assert ranks == list(range(1, told["text"].count("\n- ") + 1))


def test_the_log_tells_of_snapshots(tea: Terminal) -> None:
    """With a question and without."""
    tea.says("context", "tea", "--asked-from", "conversation/tea")
    tea.says("context")
    tea.says("context", "tea", "--no-record")
    for_tea, unasked = tea.says("log", "--type", "recalled").splitlines()
    assert for_tea.endswith("“tea”  3 hits  in a snapshot  from conversation/tea")
    assert unasked.endswith("a snapshot of 3 items")
    assert "told in a snapshot" in tea.says("why", tea.id_of("hazelnuts"))


def test_a_snapshot_of_an_earlier_day_is_not_recorded(tea: Terminal) -> None:
    """Without what came in since, by position and by date."""
    tea.says("remember", "The black tea is gone.")
    before = tea.journal()
    then = tea.says("context", "tea", "--as-of", "3")
    assert "green tea" in then
    assert "black tea" not in then
    assert "black tea" in tea.says("context", "--as-of", "2100-01-01")
    assert tea.json("context", "--as-of", "2020-01-01", "--tokens", "99")["tokens_max"] == 99
    assert tea.journal() == before
    assert tea.run("context", "--as-of", "3", "--asked-from", "run/1").exit_code == 2


def test_drift_is_told(tea: Terminal) -> None:
    """Nothing can be said of a store that is a day old."""
    assert tea.says("drift").startswith("too little happened before or after 20")
    assert tea.json("drift", "--days", "7")["measured_by"] == "nothing"
    assert tea.run("drift", "--days", "0").exit_code == 2


def test_days_are_exported(tea: Terminal, tmp_path: Path) -> None:
    """As the log prints them, and named by the plan of a forgetting."""
    folder = tmp_path / "days"
    assert tea.says("export", str(folder)).startswith(f"wrote 1 day with 3 events to {folder}")
    [day] = tea.json("export", str(folder))["days"]
    lines = (folder / f"{day}.jsonl").read_text(encoding="utf-8")
    assert lines == tea.says("log", "--jsonl")
    assert [json.loads(line)["position"] for line in lines.splitlines()] == [1, 2, 3]
    assert f"day files of {day}  {folder}" in tea.says("forget", "plan", "conversation/tea")
    assert "nothing happened" in tea.says("export", str(folder), "--to", "2020-01-01")
