"""The bench on search, run whole on a small corpus, and its parts."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from statistics import fmean
from typing import Any, Final

import pytest

from lethelog.benchmarks.search import FILLED
from lethelog.benchmarks.search_corpus import (
    ASKED_AT,
    BEGAN_AT,
    KINDS,
    SENTENCE,
    Corpus,
    Question,
    as_json_lines,
)
from lethelog.benchmarks.search_fts5 import SqliteFts5
from lethelog.benchmarks.search_measures import added
from lethelog.benchmarks.search_steps import fill
from lethelog.benchmarks.search_table import OURS, Row, Spread, ratios, spread, table
from lethelog.projections.analyser import terms
from lethelog.sources.text import CHUNK_CHARS_MAX
from lethelog.tests.architecture.house import ROOT
from lethelog.vault.open_vault import KEYS_FOLDER_VARIABLE

BENCH: Final = ROOT / "benchmarks" / "search.py"
LIBRARIES: Final = {"tantivy": "tantivy", "bm25s": "bm25s"}


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    """The one that is measured."""
    return Corpus()


def row(name: str, *, build: float, search: float) -> Row:
    """A way of searching that is as fast as told, and otherwise like any other."""
    took = dict.fromkeys(KINDS, Spread(search, search))
    return Row(
        name=name,
        build_seconds=build,
        update_ms=Spread(2.0, 3.0),
        search_ms=took,
        search_cpu_ms=took,
        found=dict.fromkeys(KINDS, 10.0),
        disk_mb=1.0,
        resident_mb=50.0,
    )


def test_the_bench_measures_every_search_and_names_those_that_are_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It uses a store that is filled, and a peer is measured or said to be missing."""
    monkeypatch.setenv(KEYS_FOLDER_VARIABLE, str(tmp_path / "keys"))
    filled = fill(tmp_path / "60", 60, 0)
    (tmp_path / "60" / FILLED).write_text(json.dumps(filled), encoding="utf-8")
    order = [sys.executable, str(BENCH), "--items", "60", "--questions", "4"]
    ran = subprocess.run(
        [*order, "--store", str(tmp_path)], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr
    told: dict[str, Any] = json.loads(ran.stdout.splitlines()[-1])
    [size] = told["sizes"]
    assert size["ours"]["append_seconds"] == filled["append_seconds"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["60", "keys"]
    ours, *peers = size["rows"]
    assert (ours["name"], size["items"]) == (OURS, 60)
    assert ours["search_ms"][SENTENCE]["p95"] >= ours["search_ms"][SENTENCE]["p50"] > 0
    assert ours["resident_mb"] > 10
    assert size["ours"]["items_per_second_searchable"] > 0
    assert size["ours"]["cold_process_ms"] > size["ours"]["cold_open_to_answer_ms"] > 0
    measured = {each["name"].split()[0] for each in peers}
    for peer, library in LIBRARIES.items():
        assert (peer in measured) == (find_spec(library) is not None)
        assert (peer in measured) != (peer in size["missing"])
        assert (
            peer in measured
            or f"missing: ModuleNotFoundError: No module named '{library}'" in ran.stdout
        )
    assert set(size["ratios"]) == {each["name"] for each in peers}
    assert "SQLite" in measured


def test_the_same_seed_makes_the_same_turns_and_questions(corpus: Corpus) -> None:
    """Whoever asks: in another process, and however many are taken."""
    again = Corpus()
    assert list(again.turns(600)) == list(corpus.turns(700))[:600]
    assert [turn for turns in again.conversations(700) for turn in turns] == list(corpus.turns(700))
    for kind in KINDS:
        assert again.questions(kind, 5) == corpus.questions(kind, 9)[:5]
    assert list(Corpus(seed=2).turns(1)) != list(corpus.turns(1))


def test_a_turn_is_as_long_as_people_write_and_never_longer_than_a_chunk(corpus: Corpus) -> None:
    """About 215 characters in 33 words, nearly half of which are stop words."""
    turns = list(corpus.turns(4_000))
    words = [turn.text.split() for turn in turns]
    assert 205 < fmean(len(turn.text) for turn in turns) < 225
    assert 32 < fmean(map(len, words)) < 34
    said = fmean(len(terms(turn.text)) for turn in turns)
    assert 0.5 < said / fmean(map(len, words)) < 0.6
    assert max(len(turn.text) for turn in turns) <= CHUNK_CHARS_MAX


def test_a_conversation_has_two_authors_and_sessions_in_their_order(corpus: Corpus) -> None:
    """Sessions have about 25 turns and lie anywhere in two years before the question."""
    turns = next(corpus.conversations(1_000))
    assert len({turn.author for turn in turns}) == 2
    assert 15 < len(turns) / len({turn.session for turn in turns}) < 35
    assert min(turn.dated_at for turn in turns) >= BEGAN_AT
    assert max(turn.dated_at for turn in turns) < ASKED_AT
    assert len(as_json_lines(turns).splitlines()) == len(turns) == 500


def test_a_sentence_is_narrowed_down_and_a_term_is_not(corpus: Corpus) -> None:
    """Eight words, of which five say something, within a window that is not empty."""
    for question in corpus.questions(SENTENCE, 20):
        assert (len(question.text.split()), len(question.words)) == (8, 5)
        assert terms(question.text) != []
        after, before = question.window()
        assert after < before <= ASKED_AT
    for kind in list(KINDS)[:2]:
        assert {question.after for question in corpus.questions(kind, 20)} == {None}


def test_what_is_newer_stands_higher_where_a_peer_lets_age_count(tmp_path: Path) -> None:
    """SQLite finds by words alone, by words and age, and within the window alone."""
    peer = SqliteFts5(tmp_path, list)
    old = added(1, "lighthouse")
    new = old._replace(number=2, dated_at=ASKED_AT - 1, text=f"{old.text} It is far away.")
    peer.add(
        [
            old,
            new,
        ]
    )
    peer.finish()
    question = Question("lighthouses", ("lighthouses",))
    assert list(peer.searches["rank alone"](question)) == [old.text, new.text]
    assert list(peer.searches["bm25 x decay"](question)) == [new.text, old.text]
    narrowed = question._replace(after=BEGAN_AT, before=BEGAN_AT + 1)
    assert list(peer.searches["bm25 x decay"](narrowed)) == [old.text]


def test_a_ratio_below_one_is_in_our_favour() -> None:
    """Ours by theirs; the table says in words where a peer is better, and names who is missing."""
    ours, peer = row(OURS, build=10.0, search=1.0), row("other", build=5.0, search=4.0)
    found = ratios(ours, peer)
    assert (found["build s"], found["1 term ms"], found["disk MB"]) == (2.0, 0.25, 1.0)
    told = table(1_000, [ours, peer], {"third": "No module named 'third'"})
    assert "other is better at: build s (5 against 10)." in told
    assert "| third | missing: No module named 'third' |" in told


def test_a_spread_is_the_median_and_the_slowest_of_twenty() -> None:
    """Both are values that were measured."""
    assert spread([float(value) for value in range(1, 21)]) == Spread(10.0, 19.0)
    assert str(Spread(0.1234, 1234.5)) == "0.123 / 1,234"
