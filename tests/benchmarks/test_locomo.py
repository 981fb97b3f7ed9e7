"""The bench on LoCoMo, run whole on a small data set of the same shape."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pytest

from lethelog.benchmarks.locomo_file import read_conversations
from lethelog.tests.architecture.house import ROOT

BENCH: Final = ROOT / "benchmarks" / "locomo.py"


def turn(dia_id: str, speaker: str, text: str, **more: str) -> dict[str, str]:
    """One turn as the file spells it."""
    return {"speaker": speaker, "dia_id": dia_id, "text": text, **more}


def question(text: str, category: int, *evidence: str) -> dict[str, object]:
    """One question; its answer is never read."""
    return {"question": text, "answer": "", "category": category, "evidence": list(evidence)}


def small_set() -> list[dict[str, object]]:
    """Two short conversations with every oddity that the file has."""
    harbour = {
        "speaker_a": "Ines",
        "speaker_b": "Odd",
        "session_1_date_time": "9:05 am on 3 March, 2024",
        "session_1": [
            turn("D1:1", "Ines", "The ferry to the island leaves from the old harbour."),
            turn("D1:2", "Odd", "Look at this!", blip_caption="a lighthouse in the snow"),
        ],
        "session_2_date_time": "12:00 pm on 9 July, 2024",
        "session_2": [turn("D2:1", "Odd", "I sold my bicycle to a neighbour.")],
        "session_3_date_time": "1:00 pm on 10 July, 2024",
    }
    bakery = {
        "speaker_a": "Bo",
        "speaker_b": "Ana",
        "session_1_date_time": "11:59 pm on 31 December, 2023",
        "session_1": [
            turn("D1:1", "Bo", "Rye bread needs a sourdough starter."),
            turn("D1:2", "Ana", "My starter is called Gustav."),
        ],
    }
    return [
        {
            "sample_id": "conv-26",
            "conversation": harbour,
            "qa": [
                question("Where does the ferry leave from?", 4, "D1:01"),
                question("Who saw a lighthouse, and who sold a bicycle?", 1, "D1:2; D:2:1"),
                question("Which turn is not there?", 2, "D9:9"),
                question("What has no evidence?", 3),
            ],
        },
        {
            "sample_id": "conv-44",
            "conversation": bakery,
            "qa": [
                question("What is the starter called?", 4, "D1:2"),
                question("Which bread does Ana need a starter for?", 5, "D1:1"),
            ],
        },
    ]


@pytest.fixture
def small_file(tmp_path: Path) -> Path:
    """The small set as a file."""
    path = tmp_path / "small.json"
    path.write_text(json.dumps(small_set()), encoding="utf-8")
    return path


def run_bench(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """The bench in a process of its own, as `make bench-locomo` starts it."""
    command = [sys.executable, str(BENCH), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_the_bench_measures_the_shipped_path_and_ends_with_one_line_of_json(
    small_file: Path,
) -> None:
    """Every turn is one event, and every question with evidence is asked as shipped and by age."""
    ran = run_bench(small_file)
    assert ran.returncode == 0, ran.stderr
    assert "is not the published file" in ran.stderr
    figures: dict[str, Any] = json.loads(ran.stdout.splitlines()[-1])
    assert (figures["items"], figures["searches"]) == (5, 2 * 5)
    assert figures["ranking"]["name"] == "default"
    assert figures["peak_memory_mb"] > 10
    alone = figures["relevance_alone"]
    turns = alone["turns"]
    assert turns["all"]["questions"] == 5
    assert turns["single-hop"]["recall@5"] == 100.0
    assert turns["multi-hop"]["recall@5"] == 100.0
    assert turns["temporal"]["recall@50"] == 0.0
    assert turns["adversarial"]["questions"] == 1
    assert "open-domain" not in turns
    assert turns["development, categories 1-4"]["questions"] == 3
    assert turns["held out, categories 1-4"]["questions"] == 1
    assert alone["sessions"]["all"]["hit@5"] == 80.0
    assert figures["default"]["turns"].keys() == turns.keys()
    assert "LoCoMo paper, DRAGON" in ran.stdout


def test_a_question_without_evidence_counts_only_where_others_count_it(small_file: Path) -> None:
    """It is found where all questions count, and no question where only those with evidence do."""
    figures: dict[str, Any] = json.loads(run_bench(small_file).stdout.splitlines()[-1])
    protocols = figures["relevance_alone"]["protocols"]
    assert protocols["turns, all 1,986"]["questions"] == 6
    assert protocols["turns, all 1,986"]["recall@5"] == pytest.approx(83.33)
    assert protocols["sessions, with evidence"]["questions"] == 5
    assert protocols["turns, without adversarial"]["questions"] == 4
    assert protocols["turns as spelled, all 1,986"]["recall@5"] == 50.0


def test_an_embedder_that_this_version_does_not_have_is_said_at_once(small_file: Path) -> None:
    """Nothing is measured without what was asked for."""
    ran = run_bench(small_file, "--embedder", "no-such-embedder")
    assert ran.returncode == 1
    assert "--embedder" in ran.stderr
    assert "Traceback" not in ran.stderr


def test_a_file_that_is_missing_or_of_another_shape_is_named(tmp_path: Path) -> None:
    """Nobody reads a traceback because of a wrong path."""
    other = tmp_path / "other.json"
    other.write_text('{"turns": []}', encoding="utf-8")
    for path, said in ((tmp_path / "gone.json", "is not a file"), (other, "cannot be read as")):
        ran = run_bench(path)
        assert ran.returncode == 1
        assert said in ran.stderr
        assert "Traceback" not in ran.stderr


def test_a_conversation_becomes_one_line_a_turn_with_its_session_and_time(
    small_file: Path,
) -> None:
    """A picture is told in words, and a session that did not take place leaves nothing."""
    harbour, _ = read_conversations(small_file)
    lines = [json.loads(line) for line in harbour.as_json_lines().splitlines()]
    assert [line["id"] for line in lines] == ["D1:1", "D1:2", "D2:1"]
    assert lines[1] == {
        "id": "D1:2",
        "author": "Odd",
        "time": "2024-03-03T09:05:00+00:00",
        "session": "1",
        "text": "Look at this! [shares a lighthouse in the snow]",
    }
    assert harbour.ended_at().isoformat() == "2024-07-09T12:00:00+00:00"
