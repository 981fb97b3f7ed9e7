"""Looking after a store from the command line: verify, views, backup, restore, keys, doctor."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from lethelog.memory import Memory
from lethelog.tests.entrypoints.terminal import Terminal
from lethelog.tests.keeping.stores import tamper


@pytest.fixture(autouse=True)
def keys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the master keys of this test alone."""
    monkeypatch.setenv("LETHELOG_KEYS", str(tmp_path / "keys"))
    return tmp_path / "keys"


def test_the_first_use_tells_once_where_the_key_is(terminal: Terminal, keys: Path) -> None:
    """And how a copy of it is made; answers stay on standard output alone."""
    first = terminal.run("remember", "Ana is allergic to hazelnuts.")
    assert first.exit_code == 0
    assert first.stderr.startswith(f"note: {terminal.store} is new; its master key is in {keys}")
    assert "`lethelog keys export FILE`" in first.stderr
    assert "note" not in first.stdout
    assert terminal.run("remember", "Ben is not.").stderr == ""


def test_verify_says_what_it_compared(tea: Terminal) -> None:
    """In figures for people, and as one document for programs."""
    said = tea.says("verify")
    assert "3 linked" in said
    assert "nothing was changed" in said
    found = tea.json("verify")
    assert (found["events"], found["payloads"], found["problems"]) == (3, 3, [])
    assert found["checkpoint"] == tea.json("status")["checkpoint"]


def test_verify_compares_each_table_with_a_replay(tea: Terminal) -> None:
    """One that differs ends it with 3, and a rebuild makes it right."""
    assert "equal" in tea.says("verify")
    found = tea.json("verify")
    assert (found["replayed_to"], found["tables_left_out"], found["blocks"]) == (3, "", 0)
    with Memory.open(tea.store) as memory:
        memory.ask(lambda view: view.rows("DELETE FROM item WHERE d = 2"))
    failed = tea.run("verify")
    assert (failed.exit_code, "not equal: 3 in the replay" in failed.stdout) == (3, True)
    assert "`lethelog rebuild` makes it anew" in failed.stderr
    rebuilt = tea.run("rebuild", "--json")
    tables = msgspec.json.decode(rebuilt.stdout)["result"]["rebuilt"]["tables"]
    assert [each["table"] for each in tables if not each["is_equal"]] == ["item"]
    tea.says("verify")


def test_verify_tells_why_no_table_was_compared(tea: Terminal) -> None:
    """Where the journal is damaged it may not even open."""
    tamper(tea.store / "journal.sqlite", "UPDATE event SET type = 99 WHERE position = 2")
    failed = tea.run("verify")
    assert failed.exit_code == 3
    assert "left out: what they are built from is damaged" in failed.stdout


def test_views_are_listed_and_left_alone(tea: Terminal) -> None:
    """None is made by it, and what is damaged is said to be so."""
    shutil.rmtree(tea.store / "views")
    assert "there is no read model yet" in tea.says("views")
    assert not (tea.store / "views").exists()
    tea.says("search", "tea")
    said = tea.says("views")
    assert "views/0" in said
    assert "3, 1 behind" in said
    [slot] = tea.json("views")["views"]
    assert (slot["holder"], slot["state"], slot["generation"]) == ("nobody", "current", 1)
    assert slot["digest"] in said
    with Memory.open(tea.store) as memory:
        memory.search("tea", record=False)
        assert "another process" in tea.says("views")
    (tea.store / "views" / "0" / "000001.duckdb").write_text("notes", encoding="utf-8")
    assert "views/0 is damaged: its next use builds it anew" in tea.says("views")
    tea.says("search", "tea")
    assert tea.json("views")["views"][0]["generation"] == 2


def test_verify_names_the_first_event_that_is_wrong(tea: Terminal) -> None:
    """It ends with 3, also where it prints a document."""
    tamper(tea.store / "journal.sqlite", "UPDATE payload SET data = zeroblob(9) WHERE position > 1")
    failed = tea.run("verify")
    assert failed.exit_code == 3
    assert "event 2: its payload is not the one that was written" in failed.stderr
    failed = tea.run("verify", "--json")
    problems = msgspec.json.decode(failed.stdout)["result"]["problems"]
    assert (failed.exit_code, [each["position"] for each in problems]) == (3, [2, 3])


def test_verify_holds_the_store_to_a_checkpoint(tea: Terminal) -> None:
    """As status, backup and forget print it; what is none is refused."""
    checkpoint = tea.json("status")["checkpoint"]
    assert checkpoint in tea.says("status")
    tea.says("remember", "Something new.")
    tea.says("verify", "--since", checkpoint)
    position, _, link = checkpoint.partition(":")
    failed = tea.run("verify", "--since", f"{position}:{link[::-1]}")
    assert (failed.exit_code, f"event {position}" in failed.stderr) == (3, True)
    assert "not a checkpoint" in tea.run("verify", "--since", "yesterday").stderr


def test_a_backup_is_restored_without_what_was_forgotten_since(
    tea: Terminal, tmp_path: Path
) -> None:
    """The present store becomes what it was only when it is told to."""
    made = tea.json("backup", str(tmp_path / "copy"))
    assert (made["position"], made["verified"]["problems"]) == (3, [])
    assert tea.run("forget", "conversation/tea", "--yes").exit_code == 0
    refused = tea.run("restore", str(tmp_path / "copy"))
    assert (refused.exit_code, "--yes" in refused.stderr) == (1, True)
    said = tea.says("restore", str(tmp_path / "copy"), "--yes")
    assert "forgot 1 source again" in said
    assert "nothing here answers that" in tea.says("search", "cellar", "--no-record")
    assert "hazelnuts" in tea.says("facts")
    tea.says("verify")
    alone = tea.run("restore", str(tmp_path / "copy"), "--store", str(tmp_path / "new"))
    assert (alone.exit_code, "cannot be opened any more" in alone.stderr) == (3, True)


def test_a_backup_makes_a_store_where_there_is_none(tea: Terminal, tmp_path: Path) -> None:
    """The document says how far it goes."""
    tea.says("backup", str(tmp_path / "copy"))
    shutil.rmtree(tea.store)
    restored = tea.json("restore", str(tmp_path / "copy"))
    assert (restored["position"], restored["forgotten_again"]) == (3, 0)
    assert "hazelnuts" in tea.says("facts")


def test_a_backup_into_a_full_folder_is_refused(tea: Terminal, tmp_path: Path) -> None:
    """Nothing there is overwritten."""
    (tmp_path / "letter").touch()
    failed = tea.run("backup", str(tmp_path))
    assert (failed.exit_code, "is not empty" in failed.stderr) == (1, True)


def test_a_lost_key_is_a_clear_error_and_its_export_brings_it_back(
    tea: Terminal, tmp_path: Path, keys: Path
) -> None:
    """The error ends with 3; whoever exports without a passphrase is warned."""
    exported = tea.run("keys", "export", str(tmp_path / "export"))
    assert exported.exit_code == 0
    assert "warning: whoever has this file and the store reads everything" in exported.stderr
    shutil.rmtree(keys)
    for words in (("facts",), ("remember", "New."), ("verify",), ("status",)):
        failed = tea.run(*words)
        assert failed.exit_code == 3
        assert "`lethelog keys import`" in failed.stderr
    assert "is back in" in tea.says("keys", "import", str(tmp_path / "export"))
    assert "hazelnuts" in tea.says("facts")


def test_a_passphrase_comes_from_the_environment_or_a_terminal(
    tea: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where there is neither, it says so."""
    export = str(tmp_path / "export")
    asked = tea.run("keys", "export", export, "--passphrase")
    assert (asked.exit_code, "LETHELOG_EXPORT_PASSPHRASE" in asked.stderr) == (1, True)
    monkeypatch.setenv("LETHELOG_EXPORT_PASSPHRASE", "correct horse battery staple")
    assert tea.json("keys", "export", export)["is_sealed"]
    assert tea.json("keys", "import", export)["epoch"] == 1
    monkeypatch.delenv("LETHELOG_EXPORT_PASSPHRASE")
    failed = tea.run("keys", "import", export)
    assert (failed.exit_code, "LETHELOG_EXPORT_PASSPHRASE" in failed.stderr) == (1, True)


def test_a_rotation_makes_old_exports_useless(tea: Terminal, tmp_path: Path) -> None:
    """And leaves all else as it is."""
    tea.run("keys", "export", str(tmp_path / "export"))
    before = tea.json("verify")
    assert tea.json("keys", "rotate")["epoch"] == 2
    assert tea.json("verify") == before
    failed = tea.run("keys", "import", str(tmp_path / "export"))
    assert (failed.exit_code, "useless" in failed.stderr) == (3, True)
    assert "of epoch 3" in tea.says("keys", "rotate")


def test_the_doctor_ends_with_1_until_all_is_done(tea: Terminal, tmp_path: Path) -> None:
    """What to do stands below what was found."""
    ill = tea.run("doctor")
    assert ill.exit_code == 1
    assert "→ `lethelog keys export FILE`" in ill.stdout
    assert not msgspec.json.decode(tea.run("doctor", "--json").stdout)["result"]["is_well"]
    tea.run("keys", "export", str(tmp_path / "export"))
    assert "to do" not in tea.says("doctor")
    assert tea.json("doctor")["is_well"]


@pytest.mark.parametrize(
    "words", [("verify",), ("backup", "copy"), ("keys", "rotate"), ("doctor",)]
)
def test_where_there_is_no_store_none_is_made(
    terminal: Terminal, tmp_path: Path, words: tuple[str, ...]
) -> None:
    """A mistyped name leaves nothing behind."""
    assert terminal.run(*words).exit_code == 1
    assert list(tmp_path.iterdir()) == []


def test_help_loads_no_ciphers() -> None:
    """Each command brings what it needs when it runs."""
    code = (
        "import lethelog.entrypoints.cli as c, contextlib, sys\n"
        "with contextlib.suppress(SystemExit): c.cli(['verify', '--help'])\n"
        "sys.exit('cryptography' in sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, timeout=60)
