"""`policy` and `backtest` as a user sees them."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from lethelog.domain.presets import PRESETS
from lethelog.tests.entrypoints.terminal import Terminal, write

PATIENT: Final = 'name = "patient"\n[ranking]\nhalf_life_days = 365\n[promotion]\nscore_min = 0.3\n'


@pytest.fixture
def patient(tmp_path: Path) -> str:
    """A file with another policy."""
    return write(tmp_path, "patient.toml", PATIENT)


def test_the_policy_in_force_is_shown_as_a_file_that_sets_it_again(
    tea: Terminal, patient: str, tmp_path: Path
) -> None:
    """Who set it, when and why stands in comments; setting it again is no news."""
    assert tea.says("policy", "show").startswith("# in force from the beginning")
    tea.says("policy", "set", patient, "--reason", "to stay\nlonger")
    shown = tea.says("policy", "show")
    assert "set by a person\n# because: to stay longer\nname = " in shown
    assert "half_life_days = 365.0\n" in shown
    again = write(tmp_path, "again.toml", shown)
    assert "it is in force already" in tea.says("policy", "set", again)


def test_setting_a_policy_tells_what_is_other_than_before(tea: Terminal, patient: str) -> None:
    """Each constant with both values, and nothing that stays."""
    said = tea.says("policy", "set", patient)
    assert "patient is in force from here on" in said
    assert [line.split() for line in said.splitlines()[2:]] == [
        ["ranking.half_life_days", "30", "365"],
        ["promotion.score_min", "0.6", "0.3"],
    ]
    assert tea.json("policy", "set", patient)["is_news"] is False


def test_a_policy_is_shown_as_it_was_on_another_day(tea: Terminal, patient: str) -> None:
    """By position or by date."""
    before, _ = tea.journal()
    tea.says("policy", "set", patient)
    assert tea.json("policy", "show", "--as-of", str(before))["policy"]["name"] == "default"
    now = tea.json("policy", "show", "--as-of", "2999-01-01")
    assert (now["policy"]["name"], now["position"], now["judge"]) == (
        "patient",
        before + 1,
        "person",
    )
    refused = tea.run("policy", "show", "default", "--as-of", "1")
    assert (refused.exit_code, refused.stdout) == (2, "")


def test_a_named_policy_is_shown_without_any_store(terminal: Terminal, patient: str) -> None:
    """A preset or a file, with all that it leaves out."""
    assert terminal.says("policy", "show", "default").startswith('name = "default"\n')
    assert "recalls_min = 3\n" in terminal.says("policy", "show", patient)
    assert not terminal.store.exists()
    assert "there is no store" in terminal.run("policy", "show").stderr
    assert "there is no store" in terminal.run("policy", "set", patient).stderr


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_is_shown_by_its_name(terminal: Terminal, name: str, tmp_path: Path) -> None:
    """With or without the option; what is shown is a file that means the same."""
    shown = terminal.says("policy", "show", "--preset", name)
    assert shown == terminal.says("policy", "show", name)
    again = write(tmp_path, "again.toml", shown)
    assert terminal.says("policy", "diff", again, name) == "no constant differs\n"


def test_a_preset_is_no_file_and_nothing_else_is_asked_with_it(terminal: Terminal) -> None:
    """A misspelt one is said, and so is one too many."""
    refused = terminal.run("policy", "show", "--preset", "ktoa")
    assert (refused.exit_code, "did you mean 'ktao'?" in refused.stderr) == (1, True)
    assert terminal.run("policy", "show", "ktao", "--preset", "ktao").exit_code == 2
    assert terminal.run("policy", "show", "--as-of", "1", "--preset", "ktao").exit_code == 2


def test_words_and_lists_are_compared_as_they_are(terminal: Terminal) -> None:
    """Beside numbers, which are written as people do."""
    said = terminal.says("policy", "diff", "default", "ktao")
    rows = [line.split(maxsplit=1) for line in said.splitlines()]
    told = {row[0]: " ".join(row[1].split()) for row in rows if len(row) == 2}
    assert told["decay.curve"] == "half-life rates"
    assert told["lifecycle.archive_strength"] == "0 0.05"
    assert told["dream.phases"].startswith("collect, promote collect, filter, extract")
    differs = terminal.json("policy", "diff", "default", "ktao")["differences"]
    [phases] = [each for each in differs if each["key"] == "dream.phases"]
    assert phases["one"] == ["collect", "promote"]


def test_two_policies_are_compared_and_one_with_what_is_in_force(
    tea: Terminal, patient: str
) -> None:
    """Only what differs, in columns."""
    said = tea.says("policy", "diff", "default", patient)
    assert ["promotion.score_min", "0.6", "0.3"] in [line.split() for line in said.splitlines()]
    assert "k1" not in said
    assert "in force" in tea.says("policy", "diff", patient)
    assert tea.says("policy", "diff", "default") == "no constant differs\n"
    assert tea.json("policy", "diff", "default", patient) == {
        "one": "default",
        "other": "patient",
        "differences": [
            {"key": "ranking.half_life_days", "one": 30.0, "other": 365.0},
            {"key": "promotion.score_min", "one": 0.6, "other": 0.3},
        ],
    }


def test_a_policy_that_is_not_understood_changes_nothing(tea: Terminal, tmp_path: Path) -> None:
    """One sentence with the key, and code 1."""
    wrong = write(tmp_path, "wrong.toml", "[ranking]\nhalf_life = 3\n")
    for words in (("policy", "set", wrong), ("backtest", wrong), ("policy", "diff", wrong)):
        result = tea.run(*words)
        assert (result.exit_code, result.stdout) == (1, "")
        assert "did you mean 'half_life_days'?" in result.stderr
    assert "position" in tea.json("policy", "show")
    assert tea.json("policy", "show")["position"] is None
    assert "did you mean 'default'" in tea.run("policy", "set", "defalt").stderr


def test_a_backtest_tells_of_every_policy_and_changes_nothing(tea: Terminal, patient: str) -> None:
    """Side by side, then what each would have promoted and found first."""
    for question in ("tea", "where is the tea", "green tea"):
        tea.says("search", question)
    before = tea.journal()
    said = tea.says("backtest", "default", patient)
    assert "replayed 3 recalls; nothing was changed" in said
    rows = {line.split()[0]: line.split()[1:] for line in said.splitlines() if line.strip()}
    assert rows["really"] == ["0"]
    _, _, of_patient = said.partition("patient would have promoted")
    assert "The green tea is in the cellar.  really never" in of_patient
    assert "3 recalls at 4, 5, 6; 3 different queries" in of_patient
    assert tea.journal() == before


def test_a_backtest_gives_its_figures_to_programs(tea: Terminal, patient: str) -> None:
    """With every promotion, its score and its evidence."""
    for question in ("tea", "where is the tea", "green tea"):
        tea.says("search", question)
    found = tea.json("backtest", "default", patient, "--recalls", "2")
    assert (found["recalls"], found["earlier"], found["unknown"]) == (2, 1, 0)
    strict, easy = found["outcomes"]
    assert (strict["policy"]["name"], easy["policy"]["name"]) == ("default", "patient")
    earned = easy["promoted"][0]
    assert earned["really"] is None
    assert len(earned["recalls"]) == earned["score"]["recalls"] == 3
    assert earned["earned_at"].endswith("Z")
    [pair] = found["pairs"]
    assert (pair["one"], pair["other"]) == ("default", "patient")
    assert tea.run("backtest", "default", "--recalls", "0").exit_code == 2
    assert tea.run("backtest").exit_code == 2
    twice = tea.run("backtest", "default", "default")
    assert "several of the policies are called 'default'" in twice.stderr
