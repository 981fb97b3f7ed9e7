"""The bench on LongMemEval, run whole on a small file of the same shape."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pytest

from lethelog.benchmarks.longmemeval_file import read_questions
from lethelog.tests.architecture.house import ROOT

BENCH: Final = ROOT / "benchmarks" / "longmemeval.py"


def turn(role: str, content: str, **more: bool) -> dict[str, object]:
    """One turn as the file spells it."""
    return {"role": role, "content": content, **more}


def instance(number: str, kind: str, question: str, *answers: str) -> dict[str, object]:
    """A question about four sessions, of which one stands twice and one says nothing."""
    boat = [turn("user", "I bought a red canoe.", has_answer=True), turn("assistant", "Lovely!")]
    tea = [turn("user", "I only drink oolong tea."), turn("assistant", "")]
    return {
        "question_id": number,
        "question_type": kind,
        "question": question,
        "answer": "never read",
        "question_date": "2023/06/01 (Thu) 09:30",
        "haystack_session_ids": ["answer_boat", "tea_1", "tea_1", "silent"],
        "haystack_dates": ["2023/05/20 (Sat) 02:21"] * 4,
        "haystack_sessions": [boat, tea, tea, [turn("user", " ")]],
        "answer_session_ids": list(answers),
    }


@pytest.fixture
def small_file(tmp_path: Path) -> Path:
    """Two questions that can be answered and one that cannot."""
    path = tmp_path / "longmemeval_s.json"
    asked = [
        instance("q1", "single-session-user", "What colour is my canoe?", "answer_boat"),
        instance("q2", "multi-session", "Which tea, which canoe?", "answer_boat", "tea_1"),
        instance("q3_abs", "multi-session", "What colour is my kayak?", "gone"),
    ]
    path.write_text(json.dumps(asked, indent=1), encoding="utf-8")
    return path


def run_bench(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """The bench in a process of its own, as `make bench-longmemeval` starts it."""
    command = [sys.executable, str(BENCH), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_the_bench_finds_sessions_by_type_and_ends_with_one_line_of_json(small_file: Path) -> None:
    """Each question is asked of its own past, and what cannot be answered stands alone."""
    ran = run_bench(small_file)
    assert ran.returncode == 0, ran.stderr
    figures: dict[str, Any] = json.loads(ran.stdout.splitlines()[-1])
    assert (figures["searches"], figures["items"]) == (2 * 3, 3 * 4)
    groups = figures["relevance_alone"]
    assert groups["single-session-user"]["hit@5"] == 100.0
    assert groups["multi-session"]["recall@5"] == 100.0
    assert groups["abstention"]["questions"] == 1
    assert groups["without abstention"]["questions"] == 2
    assert groups["all"]["hit@10"] == pytest.approx(66.67)
    assert "MemPalace raw" in ran.stdout


def test_a_session_is_given_without_its_id_and_with_its_time(small_file: Path) -> None:
    """An id that begins with `answer` would tell the store what to find."""
    first = next(read_questions(small_file))
    sessions = list(first.sessions())
    assert [session for session, _ in sessions] == ["answer_boat", "tea_1", "tea_1"]
    lines = [json.loads(line) for line in sessions[0][1].splitlines()]
    assert lines[0] == {
        "id": "1",
        "author": "user",
        "time": "2023-05-20T02:21:00+00:00",
        "session": "1",
        "text": "I bought a red canoe.",
    }
    assert all(b"answer" not in lines for _, lines in sessions)
    assert first.asked_at().isoformat() == "2023-06-01T09:30:00+00:00"


def test_a_file_is_read_piece_by_piece(small_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However the pieces fall, the questions are the same."""
    whole = list(read_questions(small_file))
    for chars in (7, 100, 1_000):
        monkeypatch.setattr("lethelog.benchmarks.longmemeval_file._PIECE_CHARS", chars)
        assert list(read_questions(small_file)) == whole


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"question": 1}', "does not begin with a list"),
        ('[{"question_id": "q1"}]', "missing required field"),
        ('[{"question_id": "q1"', "cannot be read as LongMemEval"),
        ("[]", "holds no question"),
    ],
)
def test_a_file_of_another_shape_is_named(tmp_path: Path, text: str, said: str) -> None:
    """Nobody reads a traceback because of a wrong file."""
    path = tmp_path / "other.json"
    path.write_text(text, encoding="utf-8")
    ran = run_bench(path)
    assert ran.returncode == 1
    assert said in ran.stderr
    assert "Traceback" not in ran.stderr


def test_a_file_that_is_missing_is_named(tmp_path: Path) -> None:
    """The message says which file is meant."""
    ran = run_bench(tmp_path / "gone.json")
    assert ran.returncode == 1
    assert "is not a file" in ran.stderr
