"""Several who have one vault open, and those who end in the middle: nobody loses a key by it."""

from __future__ import annotations

import sqlite3
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import Final

import pytest

from lethelog.domain.errors import MemoryStoreError
from lethelog.journal.seals import KeysMoved
from lethelog.tests.vault.vaults import (
    KEY_FILE,
    branch,
    branches,
    keys_in,
    ring_in,
    rows_in,
    vault_in,
)
from lethelog.vault import key_places
from lethelog.vault.key_rows import VAULT, KeyRows
from lethelog.vault.master_key import KeptKey, KeyRing
from lethelog.vault.vault import Vault

MESSAGES: Final = 10_000
TOPS: Final = 2_000
PATHS: Final = ("conversation/c", "conversation/c/1", "conversation/c/2", "email/m", "fact/tea")
LEFT: Final = ("conversation/c", "conversation/c/2", "email/m", "fact/tea")
GONE: Final = "conversation/c/1"


class Crash(Exception):
    """The process ends here."""


@pytest.mark.parametrize(
    ("owner", "step", "is_destroyed"),
    [
        (KeptKey, "begin", False),
        (KeyRows, "remove", False),
        (KeyRows, "put", False),
        (KeyRows, "begin_epoch", False),
        (KeyRows, "checkpoint", True),
        (KeptKey, "end_before", True),
    ],
)
@pytest.mark.parametrize("is_done", [False, True], ids=["before it", "after it"])
def test_a_crash_at_any_step_leaves_a_vault_that_opens(  # noqa: PLR0917
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    owner: type[KeptKey | KeyRows],
    step: str,
    is_destroyed: bool,  # noqa: FBT001
    is_done: bool,  # noqa: FBT001
) -> None:
    """Destroyed or not, the others have their keys; done again, it comes to the same end."""
    with vault_in(tmp_path) as vault:
        made = vault.make(branches(*PATHS))
    left = {each: made[each] for each in branches(*LEFT)}
    real = getattr(owner, step)

    def crash(*given: object) -> None:
        if is_done:
            real(*given)
        raise Crash

    with vault_in(tmp_path) as vault, monkeypatch.context() as patch:
        patch.setattr(owner, step, crash)
        with pytest.raises(Crash):
            vault.destroy(branch(GONE))
    assert keys_in(tmp_path, *PATHS) == (left if is_destroyed else made)
    with vault_in(tmp_path) as vault:
        assert vault.destroy(branch(GONE)).destroyed == (0 if is_destroyed else 1)
        assert set(ring_in(tmp_path).epochs) == {vault.epoch()}
    assert keys_in(tmp_path, *PATHS) == left


def test_an_old_master_key_goes_also_where_its_removal_was_cut_short(
    vault: Vault, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its file lay beside the new one; whoever carries the forgetting on takes it away."""
    vault.make(branches(*PATHS))
    old = (tmp_path / KEY_FILE).with_suffix(".old")
    real = KeptKey.end_before

    def cut_short(key: KeptKey, epoch: int) -> None:
        with monkeypatch.context() as patch:
            patch.setattr(key_places, "sync_folder", _crash)
            real(key, epoch)

    monkeypatch.setattr(KeptKey, "end_before", cut_short)
    with pytest.raises(Crash):
        vault.destroy(branch(GONE))
    assert old.exists()
    monkeypatch.undo()
    with vault_in(tmp_path) as other:
        assert other.destroy(branch(GONE)).is_clean
    assert not old.exists()


def test_who_looks_while_another_forgets_looks_again(
    vault: Vault, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The master key of the moment that it saw is gone, and nothing is missing."""
    vault.make(branches(*PATHS))
    real = KeptKey.ring

    def ring(key: KeptKey) -> KeyRing:
        monkeypatch.setattr(KeptKey, "ring", real)
        with vault_in(tmp_path, lock_wait_seconds=0.01) as other:
            other.destroy(branch(GONE))
        return real(key)

    monkeypatch.setattr(KeptKey, "ring", ring)
    assert set(keys_in(tmp_path, *PATHS)) == set(branches(*LEFT))


def test_whoever_saw_the_master_key_of_a_forgetting_that_failed_goes_on(
    vault: Vault, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The next forgetting makes another one for that epoch."""
    made = vault.make(branches(*PATHS))
    with monkeypatch.context() as patch:
        patch.setattr(KeyRows, "begin_epoch", _crash)
        with suppress(Crash):
            vault.destroy(branch(GONE))
    with vault_in(tmp_path) as other:
        assert other.existing(branches(*PATHS)) == made
        vault.destroy(branch(GONE))
        assert set(other.existing(branches(*PATHS))) == set(branches(*LEFT))
    assert set(keys_in(tmp_path, *PATHS)) == set(branches(*LEFT))


def test_nobody_loses_the_master_key_that_another_begins_meanwhile(
    vault: Vault, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Clearing old keys away and making a new one never happen at once."""
    vault.make(branches(*PATHS))
    real = KeptKey.ring

    def destroy_another() -> None:
        with vault_in(tmp_path) as other:
            other.destroy(branch("email/m"))

    thread = Thread(target=destroy_another)

    def ring(key: KeptKey) -> KeyRing:
        found = real(key)
        monkeypatch.setattr(KeptKey, "ring", real)
        thread.start()
        thread.join(0.1)  # it has to wait for us
        return found

    vault.destroy(branch(GONE))
    monkeypatch.setattr(KeptKey, "ring", ring)
    vault.clean()
    thread.join()
    left = set(branches(*LEFT)) - {branch("email/m")}
    assert set(keys_in(tmp_path, *PATHS)) == left


def test_who_has_the_vault_open_notices_what_another_destroyed(
    vault: Vault, tmp_path: Path
) -> None:
    """What it kept for speed counts no more."""
    vault.make(branches(*PATHS))
    with vault_in(tmp_path) as other:
        before = other.epoch()
        assert len(other.existing(branches(*PATHS))) == len(PATHS)
        vault.destroy(branch(GONE))
        assert other.epoch() == before + 1
        assert branch(GONE) not in other.existing(branches(*PATHS))


def test_nobody_makes_a_key_under_a_wrap_key_that_is_over(vault: Vault, tmp_path: Path) -> None:
    """What another process makes below a node that was renewed opens for everyone."""
    vault.make(branches(*PATHS))
    with vault_in(tmp_path) as other:
        other.existing(branches(*PATHS))
        vault.destroy(branch(GONE))
        made = other.make(branches("conversation/c/3", "conversation/d/1", GONE))
    assert keys_in(tmp_path, "conversation/c/3", "conversation/d/1", GONE) == made
    assert vault.existing(list(made)) == made


def test_who_names_an_epoch_that_is_over_makes_nothing(vault: Vault, tmp_path: Path) -> None:
    """Neither for the destroyed nor for others: what may be written has to be looked at again."""
    vault.make(branches(*PATHS))
    with vault_in(tmp_path) as other:
        before = other.epoch()
        vault.destroy(branch(GONE))
        rows = rows_in(tmp_path / VAULT.name)
        for path in (GONE, "fact/new"):
            with pytest.raises(KeysMoved):
                other.make(branches(path), epoch=before)
        assert rows_in(tmp_path / VAULT.name) == rows
        assert set(other.make(branches(GONE), epoch=before + 1)) == {branch(GONE)}


def test_a_key_that_never_reached_the_disk_is_not_handed_out(
    vault: Vault, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever was sealed with it could never be opened again."""
    vault.make(branches("fact/tea"))
    with monkeypatch.context() as patch:
        patch.setattr(KeyRows, "put", _crash)
        with pytest.raises(Crash):
            vault.make(branches(*PATHS))
    assert set(vault.existing(branches(*PATHS))) == {branch("fact/tea")}
    assert vault.make(branches(*PATHS)) == keys_in(tmp_path, *PATHS)


def test_a_vault_that_another_writes_to_hands_nothing_out(vault: Vault, tmp_path: Path) -> None:
    """After the wait that was allowed; later everyone gets the same key."""
    vault.make(branches("fact/tea"))
    with sqlite3.connect(tmp_path / VAULT.name, isolation_level=None) as holder:
        holder.execute("BEGIN IMMEDIATE")
        with vault_in(tmp_path, lock_wait_seconds=0.01) as other:
            with pytest.raises(MemoryStoreError, match="held by another process"):
                other.make(branches(GONE))
            holder.execute("ROLLBACK")
            assert other.make(branches(GONE)) == vault.make(branches(GONE))
    holder.close()


def test_while_another_reads_the_vault_is_not_clean_and_then_it_is(
    vault: Vault, tmp_path: Path
) -> None:
    """Old bytes stay in the log as long as somebody may need them; no master key opens them."""
    vault.make(branches(*PATHS))
    reader = sqlite3.connect(tmp_path / VAULT.name, isolation_level=None)
    reader.execute("BEGIN")
    reader.execute("SELECT * FROM node").fetchall()
    with vault_in(tmp_path, lock_wait_seconds=0.01) as other:
        assert not other.destroy(branch(GONE)).is_clean
        assert not other.clean()
        assert set(ring_in(tmp_path).epochs) == {other.epoch()}
        reader.execute("COMMIT")
        assert other.clean()
    reader.close()


def _crash(*_: object) -> None:
    raise Crash
