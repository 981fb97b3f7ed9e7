"""The demo shows what it says, proves it, and leaves nothing behind."""

from __future__ import annotations

import os
import re
import tempfile
from io import StringIO
from pathlib import Path

import msgspec
import pytest
from rich.console import Console

from lethelog.demo.forgetting import cells_with
from lethelog.demo.life import Life, Question, read_life
from lethelog.demo.play import play, run_demo
from lethelog.demo.stage import KEYS_FOLDER, Stage, excerpt, keys_in
from lethelog.domain.errors import MemoryStoreError, NotFound
from lethelog.memory import Memory
from lethelog.vault.open_vault import KEYS_FOLDER_VARIABLE

LINES_MAX = 90
COLUMNS = 80
KEYED_NAME = re.compile(r"\b(?:[a-z2-7]{16}|[0-9a-f]{32}|[0-9a-f]{12})\b")


def showing(*, colours: bool = False) -> str:
    """All that the demo prints on a screen of the usual width."""
    paper = StringIO()
    run_demo(Console(file=paper, width=COLUMNS, color_system="standard" if colours else None))
    return paper.getvalue()


@pytest.fixture(scope="module")
def shown() -> str:
    """One showing in plain text, for all that only look at it."""
    return showing()


def with_answer(life: Life, place: int, answer: str) -> Life:
    """The same life, whose question at this place expects another answer."""
    questions = list(life.questions)
    questions[place] = msgspec.structs.replace(questions[place], answer_contains=answer)
    return Life(life.files, tuple(questions))


@pytest.fixture
def folder_for_temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where this test's temporary folders are made."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path


def test_the_demo_shows_its_seven_steps_on_a_few_screens(shown: str) -> None:
    """It is short, fits its width, and reaches the end in plain text."""
    lines = shown.splitlines()
    assert [line[0] for line in lines if line[:1].isdigit()] == list("1234567")
    assert len(lines) <= LINES_MAX
    assert max(map(len, lines)) <= COLUMNS
    assert "\x1b" not in "".join(lines)
    assert any("everything above is replayable" in line for line in lines)


def test_the_demo_is_coloured_on_a_terminal() -> None:
    """A terminal gets styles for the same words."""
    assert "\x1b[" in showing(colours=True)


def test_the_demo_is_the_same_every_day(shown: str) -> None:
    """Only names under the store's own random key differ from one showing to the next."""
    assert KEYED_NAME.sub("name", showing()) == KEYED_NAME.sub("name", shown)


def test_the_demo_shows_the_answers(shown: str) -> None:
    """The words that answer a question are never cut away."""
    answers = {question.answer_contains for question in read_life().questions}
    assert {answer for answer in answers if answer not in shown} == set()


def test_the_demo_leaves_nothing_behind(
    folder_for_temporary: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its store is gone when it ends, and its key was never among those of the user."""
    keys = folder_for_temporary / "keys"
    monkeypatch.setenv("LETHELOG_KEYS", str(keys))
    run_demo(Console(file=StringIO()))
    assert list(folder_for_temporary.iterdir()) == []
    assert os.environ["LETHELOG_KEYS"] == str(keys)
    monkeypatch.delenv("LETHELOG_KEYS")
    with keys_in(keys):
        assert os.environ["LETHELOG_KEYS"] == str(keys)
    assert "LETHELOG_KEYS" not in os.environ
    assert KEYS_FOLDER == KEYS_FOLDER_VARIABLE  # the demo may not import the vault


def test_a_wrong_answer_ends_the_demo(folder_for_temporary: Path) -> None:
    """A claim that does not hold is an error, and the store goes all the same."""
    life = with_answer(read_life(), 0, "purple polka dots")
    with pytest.raises(MemoryStoreError, match="'purple polka dots', which is not so"):
        play(Console(file=StringIO()), life)
    assert list(folder_for_temporary.iterdir()) == []


def test_an_answer_that_outlives_the_forgetting_ends_the_demo() -> None:
    """Claiming that a word is gone which another source still says is found out."""
    life = read_life()
    only_here = msgspec.structs.replace(life.kept, also_in=(), answer_contains="for Velmora")
    with pytest.raises(MemoryStoreError, match="any more, which is not so"):
        play(Console(file=StringIO()), Life(life.files, (*life.questions, only_here)))


def test_the_questions_are_no_part_of_the_life() -> None:
    """Three conversations, eight e-mails, four receipts and one file of facts are learned."""
    life = read_life()
    assert len(life.files) == 16
    assert [file for file in life.files if "questions" in file.name] == []
    assert len(life.questions) == 5


def test_missing_examples_are_said_to_be_missing(tmp_path: Path) -> None:
    """An incomplete installation is told apart from an empty life."""
    with pytest.raises(NotFound, match="no examples"):
        read_life(tmp_path)


def test_a_text_is_seen_in_the_tables_of_a_closed_store(tmp_path: Path) -> None:
    """The look into the files finds what is there, and its stem in the index."""
    with Memory.open(tmp_path) as memory:
        memory.remember("The lighthouse keeper likes gooseberries.")
        memory.search("nothing of this")
    needle = Question(question="", answer_contains="gooseberries", source="", file="").needle
    having, everything = cells_with(tmp_path, needle)
    assert 2 <= having < everything
    assert cells_with(tmp_path, "walrus") == (0, everything)


def test_an_excerpt_holds_the_words_that_it_is_about() -> None:
    """However long the text is, the words are inside and the length is kept."""
    text = f"{'before ' * 30}the needle{' after' * 30}"
    piece = excerpt(text, "the needle", chars_max=40)
    assert "the needle" in piece.plain
    assert len(piece) <= 40
    assert excerpt("short", "short").plain == "short"


def test_a_claim_that_holds_is_counted() -> None:
    """The number of claims that the demo names is the number that it checked."""
    paper = StringIO()
    stage = Stage(Console(file=paper))
    stage.prove_aloud("one is one", holds=True)
    stage.prove("two is two", holds=True)
    assert stage.claims == 2
    assert "✓ one is one" in paper.getvalue()
