"""Learning by command line: files, standard input, and single texts."""

from __future__ import annotations

from pathlib import Path

import pytest

from lethelog.tests.entrypoints.terminal import TURNS, Terminal, write


@pytest.fixture
def learned(terminal: Terminal, tmp_path: Path) -> Terminal:
    """A user whose store has learned a file that still lies where it was."""
    terminal.says("ingest", write(tmp_path, "tea.jsonl", TURNS))
    return terminal


def test_the_first_file_makes_the_store(terminal: Terminal, tmp_path: Path) -> None:
    """Nobody has to set anything up."""
    said = terminal.says("ingest", write(tmp_path, "tea.jsonl", TURNS))
    assert "2 new items  conversation/tea" in said
    assert said.endswith("1 file learned: 2 new items\n")
    assert terminal.journal() == (2, 2)


def test_the_same_file_again_is_unchanged(learned: Terminal, tmp_path: Path) -> None:
    """A script may learn a folder every night."""
    before = learned.journal()
    said = learned.says("ingest", str(tmp_path / "tea.jsonl"))
    assert said == "0 files learned, 1 unchanged: 0 new items\n"
    assert learned.journal() == before


def test_a_changed_file_tells_what_it_replaced(learned: Terminal, tmp_path: Path) -> None:
    """One turn that was edited is one new item and one superseded."""
    file = write(tmp_path, "tea.jsonl", TURNS.replace("cellar", "kitchen"))
    assert learned.says("ingest", file).endswith("1 file learned: 1 new item, 1 superseded\n")


def test_one_bad_file_does_not_keep_the_good_ones_out(terminal: Terminal, tmp_path: Path) -> None:
    """The good ones are learned, the bad one is told with its reason, and the code says so."""
    good = write(tmp_path, "tea.jsonl", TURNS)
    bad = write(tmp_path, "broken.json", '{"merchant": ')
    facts = write(tmp_path, "facts.txt", "Ben drinks no coffee.\n")
    result = terminal.run("ingest", good, bad, facts)
    assert result.exit_code == 1
    assert result.stdout.endswith("2 files learned, 1 refused: 3 new items\n")
    assert "broken.json" in result.stderr
    assert result.stderr.count("error: ") == 1


def test_with_json_the_refused_files_are_in_the_document(
    terminal: Terminal, tmp_path: Path
) -> None:
    """A program reads the reasons where it reads the results."""
    result = terminal.run("ingest", "--json", str(tmp_path / "missing.txt"))
    assert result.exit_code == 1
    assert '"learned":[],"refused":[{"file":' in result.stdout
    assert '"error":"InvalidInput"' in result.stdout


def test_standard_input_is_learned_as_a_dash(terminal: Terminal) -> None:
    """A pipe may bring the bytes of one document."""
    said = terminal.says("ingest", "-", "--as", "conversation", "--name", "t", stdin=TURNS)
    assert "-  2 new items  conversation/t" in said


def test_a_name_for_several_files_is_wrong_usage(terminal: Terminal) -> None:
    """Two files of one name would replace each other."""
    result = terminal.run("ingest", "a.txt", "b.txt", "--name", "x")
    assert (result.exit_code, result.stdout) == (2, "")
    assert not terminal.store.exists()


def test_what_was_forgotten_is_counted_as_blocked(learned: Terminal, tmp_path: Path) -> None:
    """The rest of a file is learned, and the user is told that something was left out."""
    learned.says("forget", "conversation/tea/1", "--yes")
    more = TURNS + '{"id": "3", "author": "Ana", "time": "2026-03-01", "text": "More tea."}\n'
    said = learned.says("ingest", write(tmp_path, "tea.jsonl", more))
    assert said.endswith("1 file learned: 1 new item, 1 blocked\n")


def test_a_text_is_remembered_with_or_without_quotes(terminal: Terminal) -> None:
    """Words are joined, so quotes are only needed for what the shell would change."""
    terminal.says("remember", "The", "key", "is", "under", "the", "mat.")
    assert terminal.says("remember", "The key is under the mat.").startswith("known already")


def test_a_text_is_remembered_with_all_that_is_told_of_it(terminal: Terminal) -> None:
    """Its kind, date, author and source are those that were given."""
    options = ("--kind", "preference", "--date", "2026-03-01", "--author", "Ana")
    terminal.says("remember", "I like tea.", "--within", "conversation/c1", *options)
    [found] = terminal.json("search", "tea")["found"]
    assert found["source"].startswith("conversation/c1/")
    assert (found["kind"], found["author"]) == ("preference", "Ana")
    assert found["dated_at"] == "2026-03-01T00:00:00Z"


def test_a_correction_takes_the_place_of_an_item(tea: Terminal) -> None:
    """The old text is no longer found, the new one is."""
    item = tea.id_of("hazelnuts")
    said = tea.says("correct", item[:6], "Ana is allergic to walnuts.", "--note", "misheard")
    assert f"in place of {item[:8]}" in said
    assert "walnuts" in tea.says("search", "allergic")
    assert "hazelnuts" not in tea.says("search", "allergic")
    assert "misheard" in tea.says("why", item)


def test_secrets_are_left_out_and_told(terminal: Terminal, tmp_path: Path) -> None:
    """By kind, on a line of their own; --allow-secrets keeps them."""
    notes = write(tmp_path, "notes.txt", "password: tea4two\nthe wifi password is Tea4Two!\n")
    assert terminal.says("ingest", notes).endswith("\n2 secrets left out: 2 x password\n")
    assert "1 secret left out: password" in terminal.says("remember", "password: tea4two")
    kept = terminal.says("remember", "--allow-secrets", "password: milk4two")
    assert "secret" not in kept
    assert "milk4two" in terminal.says("search", "milk4two")
