"""The bench on BEAM, run whole on two small chats in the same folders."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pytest

from lethelog.benchmarks.beam_file import chat_folders, read_chat
from lethelog.tests.architecture.house import ROOT

BENCH: Final = ROOT / "benchmarks" / "beam.py"


def message(number: int, role: str, content: str, **more: str) -> dict[str, object]:
    """One message as the file spells it."""
    return {"role": role, "id": number, "content": content, **more}


def chat() -> list[dict[str, object]]:
    """Two sessions, of which the second does not say when it was."""
    first = [
        [
            message(
                0,
                "user",
                "I planted tomatoes on the balcony. ->-> 1,1",
                time_anchor="March-15-2024",
                index="1,1",
            ),
            message(1, "assistant", "Water them daily. " * 200),
        ],
        [message(2, "user", "My sister keeps bees in Tromsø.")],
    ]
    second = [[message(3, "user", "I planted pumpkins instead."), message(4, "assistant", " ")]]
    return [
        {"batch_number": 1, "turns": first},
        {"batch_number": 2, "turns": second},
    ]


def questions() -> dict[str, list[dict[str, object]]]:
    """A question of each shape that names its messages, and one that names none."""
    return {
        "abstention": [{"question": "What does my brother keep?"}],
        "contradiction_resolution": [
            {
                "question": "Did I plant tomatoes or pumpkins?",
                "source_chat_ids": {"first_statement": [0], "second_statement": [3]},
            }
        ],
        "event_ordering": [{"question": "Tomatoes or bees first?", "source_chat_ids": [0, 2, 2]}],
        "information_extraction": [
            {"question": "Where does my sister keep bees?", "source_chat_ids": [[2]]}
        ],
    }


def written(folder: Path, text: object, *, name: str = "chat.json") -> Path:
    """A chat in its folder, with the questions above."""
    (folder / "probing_questions").mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(json.dumps(text), encoding="utf-8")
    asked = folder / "probing_questions" / "probing_questions.json"
    asked.write_text(json.dumps(questions()), encoding="utf-8")
    return folder


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout with one chat of either size."""
    for size in ("100K", "500K"):
        written(tmp_path / "chats" / size / "1", chat())
    return tmp_path


def run_bench(folder: Path) -> subprocess.CompletedProcess[str]:
    """The bench in a process of its own, as `make bench-beam` starts it."""
    command = [sys.executable, str(BENCH), str(folder)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_the_bench_finds_messages_of_both_sizes_and_ends_with_one_line_of_json(
    checkout: Path,
) -> None:
    """A long message is several items and counts once; who cannot answer is not asked."""
    ran = run_bench(checkout)
    assert ran.returncode == 0, ran.stderr
    figures: dict[str, Any] = json.loads(ran.stdout.splitlines()[-1])
    assert figures["chats"] == {"100K": 1, "500K": 1}
    assert figures["items"] > 2 * 4
    for size in ("100K", "500K"):
        groups = figures["relevance_alone"][size]
        assert groups["all"]["questions"] == 3
        assert groups["facts"]["questions"] == 2
        assert groups["facts"]["recall@5"] == 100.0
        assert groups["information_extraction"]["mrr"] == 100.0
        assert "abstention" not in groups
    assert "script: BM25 of whole messages" in ran.stdout


def test_a_message_becomes_one_line_with_its_role_session_and_day(checkout: Path) -> None:
    """What the makers noted behind it goes, and so does a message that says nothing."""
    read = read_chat(checkout / "chats" / "100K" / "1")
    lines = [json.loads(line) for line in read.as_json_lines().splitlines()]
    assert [(line["id"], line["author"], line["session"]) for line in lines] == [
        ("0", "user", "1"),
        ("1", "assistant", "1"),
        ("2", "user", "1"),
        ("3", "user", "2"),
    ]
    assert lines[0]["text"] == "I planted tomatoes on the balcony."
    assert {line["time"] for line in lines} == {"2024-03-15T00:00:00+00:00"}


def test_the_messages_of_a_question_are_read_from_every_shape(checkout: Path) -> None:
    """Lists, lists under names, lists in lists; each message once."""
    read = read_chat(checkout / "chats" / "100K" / "1")
    found = {kind: each[0].messages() for kind, each in read.questions.items()}
    assert found == {
        "abstention": frozenset(),
        "contradiction_resolution": {"0", "3"},
        "event_ordering": {"0", "2"},
        "information_extraction": {"2"},
    }


def test_the_shortened_chat_is_read_where_there_is_one(tmp_path: Path) -> None:
    """The questions are about it; chats come in the order of their numbers."""
    for name in ("2", "10"):
        written(tmp_path / "chats" / "100K" / name, chat())
    (tmp_path / "chats" / "100K" / "3" / "probing_questions").mkdir(parents=True)
    shortened = written(tmp_path / "chats" / "100K" / "2", chat()[:1], name="chat_trunecated.json")
    assert [each.name for each in chat_folders(tmp_path)] == ["2", "10"]
    assert chat_folders(tmp_path / "chats") == chat_folders(tmp_path)
    assert len(read_chat(shortened).sessions) == 1


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ({"turns": []}, "cannot be read as BEAM"),
        ([{"batch_number": 1, "turns": [[message(0, "user", "No day.")]]}], "no message has a"),
        (
            [
                {
                    "batch_number": 1,
                    "turns": [[message(0, "user", "Odd day.", time_anchor="the Ides")]],
                }
            ],
            "like March-15-2024",
        ),
    ],
)
def test_a_chat_of_another_shape_is_named(tmp_path: Path, text: object, said: str) -> None:
    """Nobody reads a traceback because of a wrong folder."""
    folder = written(tmp_path / "chats" / "100K" / "1", text)
    with pytest.raises(SystemExit, match=said):
        read_chat(folder)


def test_a_folder_without_chats_is_named(tmp_path: Path) -> None:
    """The message says which folder is meant."""
    ran = run_bench(tmp_path)
    assert ran.returncode == 1
    assert "holds no chat of BEAM" in ran.stderr
    assert "Traceback" not in ran.stderr
