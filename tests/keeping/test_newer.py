"""A store that a newer version wrote is refused whatever is asked of it, and stays as it is."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Final, TypeAlias

import pytest

from lethelog.domain.errors import StoreTooNew
from lethelog.journal.journal_file import JOURNAL, check_types
from lethelog.keeping.doctor import examine
from lethelog.keeping.recovery import export_keys, import_keys, read_export
from lethelog.keeping.restore import restore
from lethelog.memory import Memory
from lethelog.tests.entrypoints.terminal import Terminal
from lethelog.tests.keeping.stores import content
from lethelog.vault.key_rows import VAULT

Spoil: TypeAlias = Callable[[Path], None]

NEWER: Final = {
    "the format of the journal": (JOURNAL.name, "PRAGMA user_version = 2"),
    "the format of the vault": (VAULT.name, "PRAGMA user_version = 2"),
    "a type of event": (JOURNAL.name, "INSERT INTO event_type (name) VALUES ('dreamt')"),
}
ASKED: Final = (
    *("search tea", "search tea --no-record", "facts", "sources", "status", "dream", "rebuild"),
    *("remember milk", "remember milk --within run/kitchen", "ingest - --name mail"),
    *("forget run/cellar --yes", "forget run/cellar --dry-run", "verify", "backup {elsewhere}"),
    *("keys rotate", "keys export {elsewhere}", "restore {backup} --yes"),
)


def change(file: Path, statement: str, *, leaves_a_log: bool) -> None:
    """A newer version writes to a file; it is killed before it can move its log into it."""
    with closing(sqlite3.connect(file, isolation_level=None)) as db:
        db.execute(statement)
        if leaves_a_log:
            for end in ("", "-wal"):
                path = file.with_name(file.name + end)
                shutil.copy(path, path.with_suffix(path.suffix + ".killed"))
    if leaves_a_log:
        for path in file.parent.glob("*.killed"):
            path.replace(path.with_suffix(""))


@pytest.fixture(params=NEWER)
def newer(request: pytest.FixtureRequest) -> Spoil:
    """Makes a store one of a newer version; the log of each file still lies beside it."""
    file, statement = NEWER[request.param]

    def spoil(store: Path) -> None:
        for name in (JOURNAL.name, VAULT.name):
            told = statement if name == file else "PRAGMA user_version = 1"
            change(store / name, told, leaves_a_log=True)

    return spoil


@pytest.fixture
def backup(store: Path, tmp_path: Path) -> Path:
    """A copy that this version made before."""
    with Memory.open(store) as memory:
        memory.backup(tmp_path / "backup")
    return tmp_path / "backup"


def lasting(folder: Path) -> dict[str, bytes]:
    """All but the index of a log, which SQLite makes anew whenever somebody looks."""
    return {name: each for name, each in content(folder).items() if not name.endswith("-shm")}


def test_whatever_is_asked_of_it_it_is_refused_and_stays_as_it_is(
    store: Path, keys: Path, backup: Path, newer: Spoil
) -> None:
    """Exit code 3 and what to do; no file is another or new, and no log has moved."""
    newer(store)
    elsewhere = store.with_name("elsewhere")
    before, terminal = (lasting(store), lasting(keys)), Terminal(store)
    assert f"{JOURNAL.name}-wal" in before[0]
    for asked in ASKED:
        words = asked.format(elsewhere=elsewhere, backup=backup).split()
        result = terminal.run(*words, stdin="More tea.")
        assert (result.exit_code, result.stdout) == (3, ""), asked
        assert "upgrade" in result.stderr, asked
        assert "Traceback" not in result.stderr, asked
        assert (lasting(store), lasting(keys)) == before, asked
    assert not elsewhere.exists()


def test_the_doctor_says_so_and_changes_nothing(store: Path, newer: Spoil) -> None:
    """It is what has to be done about the store."""
    newer(store)
    before = lasting(store)
    [finding] = [each for each in examine(store) if each.about == "journal and vault"]
    assert finding.state == "to do"
    assert "upgrade" in finding.found
    assert lasting(store) == before


def test_without_a_log_nothing_is_left_beside_it(store: Path) -> None:
    """Looking makes no file that stays."""
    change(store / JOURNAL.name, NEWER["a type of event"][1], leaves_a_log=False)
    before = content(store)
    with pytest.raises(StoreTooNew, match=r"'dreamt'.*upgrade"):
        Memory.open(store)
    assert content(store) == before


def test_the_backup_of_a_newer_version_is_not_restored(
    store: Path, backup: Path, tmp_path: Path, newer: Spoil
) -> None:
    """Neither over the store nor where there is none."""
    newer(backup)
    before = lasting(store)
    for folder in (store, tmp_path / "fresh"):
        with pytest.raises(StoreTooNew, match="upgrade"):
            restore(backup, folder, confirmed=True, now=0)
    assert lasting(store) == before
    assert not (tmp_path / "fresh").exists()


def test_no_key_is_brought_to_it(store: Path, keys: Path, tmp_path: Path, newer: Spoil) -> None:
    """An older version may not know where the newer one looks for it."""
    with Memory.open(store) as memory:
        export_keys(memory.journal, store, tmp_path / "export", passphrase="", now=0)
    newer(store)
    before = lasting(keys)
    with pytest.raises(StoreTooNew, match="upgrade"):
        import_keys(store, read_export(tmp_path / "export"), passphrase="")
    assert lasting(keys) == before


def test_every_type_that_this_version_writes_is_known(store: Path) -> None:
    """Also where some of them were never written."""
    check_types(store / JOURNAL.name)
    change(
        store / JOURNAL.name,
        "INSERT OR IGNORE INTO event_type (name) VALUES ('policy-adopted'), ('source-unblocked')",
        leaves_a_log=False,
    )
    with Memory.open(store) as memory:
        assert memory.facts()
