"""One search over several stores by command line: `--store` more than once."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec
import pytest

from lethelog.tests.entrypoints.terminal import Terminal
from lethelog.tests.originals import Originals


def talk_of_the_attic(store: Path) -> None:
    """Of another tea than the first."""
    Terminal(store).says("remember", "The black tea is in the attic.")


@pytest.fixture
def other(tmp_path: Path, originals: Originals) -> Terminal:
    """Another user, who knows of another tea."""
    originals.copy(talk_of_the_attic, tmp_path / "other")
    return Terminal(tmp_path / "other")


def both(tea: Terminal, other: Terminal) -> tuple[str, ...]:
    """The options that name two stores."""
    return ("--store", str(tea.store), "--store", str(other.store))


def test_an_answer_shows_the_store_that_it_is_in(tea: Terminal, other: Terminal) -> None:
    """At the end of its first line, after the source."""
    shown = tea.says(*both(tea, other), "search", "black tea in the attic")
    first = shown.splitlines()[0]
    assert first.endswith(f" in {other.store}")
    assert f" in {tea.store}" in shown


def test_json_names_the_store_of_each_answer(tea: Terminal, other: Terminal) -> None:
    """Beside all that an answer of one store has."""
    alone = tea.json("search", "tea")
    together = tea.json("search", "tea", *both(tea, other))
    assert set(together) == set(alone)
    assert {each["store"] for each in together["found"]} == {str(tea.store), str(other.store)}
    assert set(together["found"][0]) == {*alone["found"][0], "store"}


def test_stores_may_be_named_before_or_after_the_verb(tea: Terminal, other: Terminal) -> None:
    """Those after it count, as for one store."""
    quiet = ("search", "--no-record", "tea")
    after = tea.says(*quiet, *both(tea, other))
    assert tea.says(*both(tea, other), *quiet) == after
    assert tea.says("--store", str(tea.store), *quiet, *both(tea, other)) == after


def test_each_store_records_the_search(tea: Terminal, other: Terminal) -> None:
    """Unless told not to."""
    before = tea.journal(), other.journal()
    tea.says("search", "--no-record", "tea", *both(tea, other))
    assert (tea.journal(), other.journal()) == before
    tea.says("search", "tea", *both(tea, other))
    assert tea.journal()[1] == before[0][1] + 1
    assert other.journal()[1] == before[1][1] + 1


def test_a_day_is_asked_of_all_stores(tea: Terminal, other: Terminal) -> None:
    """Before anything was learned there is nothing, and nobody records that it was asked."""
    before = tea.journal(), other.journal()
    then = tea.says("search", "tea", "--as-of", "2020-01-01", *both(tea, other))
    assert then.startswith("nothing in any of them answers that")
    assert "attic" in tea.says("search", "tea", "--valid", "2100-01-01", *both(tea, other))
    assert (tea.journal(), other.journal()) == before


def test_a_position_is_no_place_in_several_stores(tea: Terminal, other: Terminal) -> None:
    """Only a moment is the same in all of them."""
    result = tea.run("search", "tea", "--as-of", "2", *both(tea, other))
    assert result.exit_code == 2
    assert "position 2 is a different moment in each store" in result.stderr


def test_diversity_tells_what_it_kept_out_and_where(tea: Terminal, other: Terminal) -> None:
    """As for one store, with the store."""
    other.says("remember", "The green tea is in the cellar.")
    words = ("search", "green tea cellar", "--limit", "2", "--diverse", "--no-record")
    assert f" in {tea.store}" in tea.says(*words, *both(tea, other)).splitlines()[-1]
    assert {"store", "item"} == set(tea.json(*words, *both(tea, other))["suppressed"][0])


@pytest.mark.parametrize(
    "words",
    [
        ("facts",),
        ("status",),
        ("remember", "tea"),
        ("why", "a"),
        ("forget", "conversation/tea", "--yes"),
        ("verify",),
        ("views",),
        ("restore", "nowhere"),
        ("doctor",),
        ("keys", "rotate"),
    ],
)
def test_every_other_command_takes_one_store(
    tea: Terminal, other: Terminal, words: tuple[str, ...]
) -> None:
    """Which is wrong usage, and changes nothing."""
    before = tea.journal(), other.journal()
    result = tea.run(*both(tea, other), *words)
    assert result.exit_code == 2
    assert "2 stores were named with --store, and this takes one" in " ".join(result.stderr.split())
    assert (tea.journal(), other.journal()) == before


def test_two_spellings_of_one_folder_are_refused(tea: Terminal) -> None:
    """Whatever it holds would count twice."""
    other = tea.store / ".." / tea.store.name
    result = tea.run("search", "tea", "--store", str(tea.store), "--store", str(other))
    assert result.exit_code == 2
    assert "are one folder" in " ".join(result.stderr.split())


def test_a_copy_of_a_store_is_refused(tea: Terminal, tmp_path: Path) -> None:
    """It has the same items under the same ids."""
    tea.says("backup", str(tmp_path / "copy"))
    new = tmp_path / "new"
    tea.says("restore", str(tmp_path / "copy"), "--store", str(new))
    result = tea.run("search", "tea", "--store", str(tea.store), "--store", str(new))
    assert result.exit_code == 1
    assert "are one store, or copies of one" in result.stderr


def test_a_store_that_is_not_there_is_named(tea: Terminal, tmp_path: Path) -> None:
    """No answer without it."""
    missing = tmp_path / "missing"
    result = tea.run("search", "tea", "--store", str(tea.store), "--store", str(missing))
    assert (result.exit_code, result.stdout) == (1, "")
    assert f"there is no store in {missing} yet" in result.stderr


def test_a_damaged_store_is_named(tea: Terminal, other: Terminal) -> None:
    """With the exit code of a damaged store."""
    (other.store / "journal.sqlite").write_bytes(b"no journal at all" * 1_000)
    result = tea.run("search", "tea", *both(tea, other))
    assert (result.exit_code, result.stdout) == (3, "")
    assert f"in the store {other.store}: " in result.stderr


def test_the_variable_names_one_store_whatever_is_in_its_name(tmp_path: Path) -> None:
    """A path may hold what separates paths elsewhere."""
    terminal = Terminal(tmp_path / f"one{os.pathsep}two")
    terminal.says("remember", "tea")
    assert msgspec.json.decode(terminal.says("facts", "--json"))["result"]["facts"]
