"""Bringing a store back: what was forgotten since the backup stays forgotten."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from lethelog.domain.errors import InvalidInput, KeyMissing, Refused, StoreDamaged, StoreLocked
from lethelog.keeping.backup import BACKUP
from lethelog.keeping.recovery import export_keys
from lethelog.keeping.restore import Restored, restore
from lethelog.keeping.verify import verify_store
from lethelog.memory import Memory
from lethelog.tests.keeping.stores import (
    DOOR,
    PLACES,
    TEA,
    content,
    forget,
    make_store,
    tamper,
    texts,
)

NOW = 2_000_000_000_000_000


@pytest.fixture
def copy(store: Path, tmp_path: Path) -> Path:
    """A backup of the store."""
    with Memory.open(store) as memory:
        memory.backup(tmp_path / "copy")
    return tmp_path / "copy"


def brought_back(copy: Path, store: Path, *, confirmed: bool = True) -> Restored:
    """The store is what the backup is."""
    return restore(copy, store, confirmed=confirmed, now=NOW, lock_wait_seconds=0.2)


def test_what_was_forgotten_after_the_backup_stays_forgotten(store: Path, copy: Path) -> None:
    """The secret is dead, all else is back, and the chain verifies, as if forgotten."""
    forget(store)
    with Memory.open(store) as memory:
        memory.remember("Something that nobody backed up.")
    restored = brought_back(copy, store)
    assert (restored.position, restored.forgotten_again) == (4, 1)
    assert texts(store) == {TEA}
    with Memory.open(store) as memory:
        assert memory.is_blocked(PLACES[0])
        with pytest.raises(Refused, match="was forgotten with another source"):
            memory.remember(DOOR, within="run/elsewhere")
        live, rebuilt = memory.status().digest, memory.rebuild()
        assert (live, rebuilt.is_equal) == (memory.status().digest, True)
    found = verify_store(store)
    assert (found.is_sound, found.forgotten, found.pending) == (True, 1, ())
    assert not any(b"4711" in each for each in content(store).values())


def test_it_is_the_same_as_forgetting_after_the_restore(
    store: Path, copy: Path, tmp_path: Path
) -> None:
    """Every table of the read model, to the last digit."""
    shutil.copytree(store, tmp_path / "twin")
    forget(store)
    brought_back(copy, store)
    with Memory.open(store) as memory:
        digest = memory.status().digest
    store.rename(tmp_path / "restored")
    (tmp_path / "twin").rename(store)
    (store / "vault.sqlite").unlink()
    shutil.copy(tmp_path / "restored" / "vault.sqlite", store / "vault.sqlite")
    with Memory.open(store) as memory:
        memory.forget(PLACES[0])
        assert memory.status().digest == digest


def test_what_was_learned_after_the_backup_is_gone(store: Path, copy: Path) -> None:
    """Also from the read models; positions go on from the backup."""
    with Memory.open(store) as memory:
        memory.remember("Something new.")
        memory.status()
    brought_back(copy, store)
    assert texts(store) == {DOOR, TEA}
    with Memory.open(store) as memory:
        assert memory.remember("Something else.").position == 5
    assert verify_store(store).is_sound


def test_a_source_that_was_learned_again_since_is_as_it_was_forgotten(
    store: Path, copy: Path
) -> None:
    """The key that it has now is not the one of the backup."""
    forget(store)
    with Memory.open(store) as memory:
        memory.unblock(PLACES[0])
        memory.remember("The door has no code any more.", within=PLACES[0])
    assert brought_back(copy, store).forgotten_again == 1
    assert texts(store) == {TEA}
    with Memory.open(store) as memory:
        assert not memory.is_blocked(PLACES[0])
    assert verify_store(store).is_sound


def test_restoring_twice_is_restoring_once(store: Path, copy: Path) -> None:
    """The forgetting is applied again each time."""
    forget(store)
    first = brought_back(copy, store)
    texts(store)
    assert brought_back(copy, store) == first
    assert texts(store) == {TEA}
    assert verify_store(store).is_sound


def test_a_journal_that_cannot_be_read_is_replaced(store: Path, copy: Path) -> None:
    """Its forgettings are told by the keys that are gone."""
    forget(store)
    (store / "journal.sqlite").write_bytes(b"no journal any more " * 500)
    assert brought_back(copy, store).unknown_forgettings
    assert texts(store) == {TEA}
    with Memory.open(store) as memory:
        assert memory.is_blocked(PLACES[0])
    assert verify_store(store).is_sound


def test_a_journal_that_is_gone_is_brought_back(store: Path, copy: Path) -> None:
    """The vault is enough to know which store it is."""
    (store / "journal.sqlite").unlink()
    brought_back(copy, store)
    assert texts(store) == {DOOR, TEA}
    assert verify_store(store).is_sound


def test_a_backup_makes_a_new_store_where_there_is_none(
    store: Path, copy: Path, tmp_path: Path
) -> None:
    """As after the loss of a disk, as long as the master key is here."""
    shutil.rmtree(store)
    brought_back(copy, tmp_path / "new", confirmed=False)
    assert texts(tmp_path / "new") == {DOOR, TEA}
    assert verify_store(tmp_path / "new").is_sound
    assert {path.name for path in (tmp_path / "new").iterdir()} == {
        "journal.sqlite",
        "vault.sqlite",
        "views",
    }


def test_a_backup_alone_opens_no_more_after_a_forgetting(
    store: Path, copy: Path, tmp_path: Path
) -> None:
    """It says plainly that its master key is destroyed, and why, and leaves nothing."""
    forget(store)
    with pytest.raises(KeyMissing, match=r"cannot be opened any more: .* a forgetting") as raised:
        brought_back(copy, tmp_path / "new")
    assert "over the present store" in str(raised.value)
    assert content(tmp_path / "new") == {}


def test_a_backup_without_any_key_asks_for_it(
    store: Path, copy: Path, keys: Path, tmp_path: Path
) -> None:
    """A machine that never had the key needs the recovery export."""
    with Memory.open(store) as memory:
        export_keys(memory.journal, store, tmp_path / "export", passphrase="", now=NOW)
    shutil.rmtree(keys)
    with pytest.raises(KeyMissing, match="keys import"):
        brought_back(copy, tmp_path / "new")


def test_a_secret_that_never_changes_opens_the_past(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A passphrase cannot be destroyed: the restore says what that means."""
    monkeypatch.setenv("LETHELOG_PASSPHRASE", "correct horse battery staple")
    store = tmp_path / "store"
    make_store(store)
    with Memory.open(store) as memory:
        memory.backup(tmp_path / "copy")
    forget(store)
    assert brought_back(tmp_path / "copy", tmp_path / "new").readable_again
    assert texts(tmp_path / "new") == {DOOR, TEA}


def test_the_present_store_is_overwritten_only_when_told(store: Path, copy: Path) -> None:
    """Without a yes nothing is changed."""
    before = content(store)
    with pytest.raises(Refused, match="--yes"):
        brought_back(copy, store, confirmed=False)
    assert content(store) == before


def test_another_store_is_never_overwritten(copy: Path, tmp_path: Path) -> None:
    """Not even when told."""
    make_store(tmp_path / "other")
    before = content(tmp_path / "other")
    with pytest.raises(Refused, match="another store"):
        brought_back(copy, tmp_path / "other")
    (tmp_path / "other" / "vault.sqlite").unlink()
    with pytest.raises(Refused, match="no vault"):
        brought_back(copy, tmp_path / "other")
    del before["vault.sqlite"]
    assert content(tmp_path / "other") == before


def test_a_store_that_is_open_elsewhere_is_not_overwritten(store: Path, copy: Path) -> None:
    """Whoever has it open would go on from events that are gone."""
    with Memory.open(store) as memory:
        with pytest.raises(StoreLocked, match="open in another process"):
            brought_back(copy, store)
        memory.remember("Something new.")
    assert texts(store) == {DOOR, TEA, "Something new."}
    assert verify_store(store).is_sound


def test_a_backup_that_was_changed_is_refused(store: Path, copy: Path, tmp_path: Path) -> None:
    """Into the present store as into a new one."""
    tamper(copy / "journal.sqlite", "UPDATE payload SET data = zeroblob(99) WHERE position = 2")
    before = content(store)
    with pytest.raises(StoreDamaged, match="event 2"):
        brought_back(copy, store)
    with pytest.raises(StoreDamaged, match="event 2"):
        brought_back(copy, tmp_path / "new")
    assert content(store) == before


def test_half_a_backup_is_refused(store: Path, copy: Path) -> None:
    """Neither a folder that is none nor one that lost a file."""
    with pytest.raises(InvalidInput, match="not a backup"):
        brought_back(store, store)
    (copy / "journal.sqlite").unlink()
    with pytest.raises(StoreDamaged, match="cannot be restored"):
        brought_back(copy, store)


def test_later_plans_still_know_of_every_backup(store: Path, copy: Path, tmp_path: Path) -> None:
    """What was noted after the backup is noted in the restored store too."""
    with Memory.open(store) as memory:
        memory.backup(tmp_path / "later")
    brought_back(copy, store)
    with Memory.open(store) as memory:
        assert len(memory.journal.notes(BACKUP)) == 2
