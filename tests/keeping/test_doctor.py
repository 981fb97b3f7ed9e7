"""Examining a store: what is well, and what needs doing."""

from __future__ import annotations

import shutil
import sqlite3
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from lethelog.keeping import doctor
from lethelog.keeping.doctor import examine
from lethelog.keeping.recovery import export_keys
from lethelog.keeping.rotation import rotate_keys
from lethelog.memory import Memory
from lethelog.tests.keeping.stores import content, forget, make_store, tamper


@pytest.fixture
def healthy(store: Path, tmp_path: Path) -> Path:
    """A store with a recovery export."""
    export(store, tmp_path / "export")
    return store


def export(store: Path, to: Path) -> None:
    """A recovery copy of the key, now."""
    with Memory.open(store) as memory:
        export_keys(memory.journal, store, to, passphrase="", now=memory.clock())


def to_do(store: Path) -> dict[str, str]:
    """What needs doing, with why and how."""
    findings = examine(store, lock_wait_seconds=0.1)
    return {
        each.about: f"{each.found}: {each.advice}" for each in findings if each.state == "to do"
    }


def test_a_store_that_is_well_needs_nothing(healthy: Path) -> None:
    """Everything is looked at, and nothing is changed."""
    before = content(healthy)
    assert to_do(healthy) == {}
    assert [each.about for each in examine(healthy)] == [
        *("python", "sqlite", "extras", "permissions", "views"),
        *("keys", "journal and vault", "recovery export", "erasures"),
    ]
    assert content(healthy) == before


def test_a_missing_recovery_export_is_warned_of(store: Path) -> None:
    """Until there is one."""
    assert "keys export" in to_do(store)["recovery export"]


def test_an_export_that_a_forgetting_or_rotation_made_useless_is_warned_of(
    healthy: Path, tmp_path: Path
) -> None:
    """Until there is a newer one."""
    renewals: tuple[Callable[[Path], object], ...] = (forget, rotate_keys)
    for number, renew in enumerate(renewals):
        renew(healthy)
        assert "useless" in to_do(healthy)["recovery export"]
        export(healthy, tmp_path / f"export-{number}")
        assert to_do(healthy) == {}


@pytest.mark.skipif(sys.platform == "win32", reason="has no such modes")
def test_what_others_can_read_is_warned_of(healthy: Path) -> None:
    """The folder as well as any file in it."""
    for path, mode in ((healthy, 0o755), (healthy / "journal.sqlite", 0o640)):
        before = path.stat().st_mode
        path.chmod(mode)
        assert f"others can reach {path}" in to_do(healthy)["permissions"]
        path.chmod(before)
    assert to_do(healthy) == {}


def test_a_lost_key_is_told(healthy: Path, keys: Path) -> None:
    """With where it should be."""
    shutil.rmtree(keys)
    assert str(keys) in to_do(healthy)["journal and vault"]


def test_damage_is_told(healthy: Path) -> None:
    """Of the journal and of the vault."""
    (healthy / "journal.sqlite").write_bytes(b"no journal " * 500)
    assert "journal.sqlite" in to_do(healthy)["journal and vault"]
    (healthy / "journal.sqlite").unlink()
    assert "is missing" in to_do(healthy)["journal and vault"]
    (healthy / "vault.sqlite").write_bytes(b"no vault " * 500)
    assert "vault.sqlite" in to_do(healthy)["journal and vault"]


def test_a_pending_erasure_is_told(healthy: Path, tmp_path: Path) -> None:
    """With its position."""
    forget(healthy)
    export(healthy, tmp_path / "later")
    tamper(healthy / "journal.sqlite", "DELETE FROM note WHERE kind = 'receipt'")
    assert "1 pending, the first at position 5" in to_do(healthy)["erasures"]


def test_a_secret_that_never_changes_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not as something to do, but plainly: it is a choice with a cost."""
    monkeypatch.setenv("LETHELOG_PASSPHRASE", "correct horse battery staple")
    make_store(tmp_path / "store")
    assert to_do(tmp_path / "store") == {}
    [guard] = [each for each in examine(tmp_path / "store") if each.about == "guard"]
    assert "a forgetting cannot reach copies" in guard.found


def test_a_folder_without_a_store_is_told(tmp_path: Path) -> None:
    """And nothing is made there."""
    assert "there is none" in to_do(tmp_path / "nothing")["store"]
    assert not (tmp_path / "nothing").exists()


def test_an_old_python_and_an_old_sqlite_are_told(
    healthy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the version that is needed."""
    monkeypatch.setattr(doctor, "PYTHON_MIN", (99, 0))
    monkeypatch.setattr(doctor, "SQLITE_MIN", (99, 0, 0))
    told = to_do(healthy)
    assert told == {
        "python": f"{'.'.join(map(str, sys.version_info[:3]))}: upgrade to 99.0 or later",
        "sqlite": f"{sqlite3.sqlite_version}: upgrade to 99.0.0 or later",
    }
