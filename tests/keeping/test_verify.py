"""Verifying a store: it passes as long as it is as it was written, and says what is not."""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path

import pytest

from lethelog.commands import erase
from lethelog.domain.errors import InvalidInput, Refused, StoreDamaged
from lethelog.keeping import store_files
from lethelog.keeping.verify import Verified, verify_store
from lethelog.memory import Memory
from lethelog.tests.keeping.stores import PLACES, forget, tamper


def first_problem(store: Path, since: str | None = None) -> tuple[int | None, str]:
    """What is wrong first."""
    found = verify_store(store, since=since)
    assert not found.is_sound
    return found.problems[0].position, found.problems[0].what


def counts(found: Verified) -> tuple[int, int, int, int]:
    """Events, payloads, those that were erased, forgotten sources."""
    return found.events, found.payloads, found.erased, found.forgotten


def test_what_is_as_it_was_written_is_sound(store: Path) -> None:
    """Every event, every payload and every key is counted."""
    found = verify_store(store)
    assert found.is_sound
    assert (counts(found), found.sources, found.pending) == ((4, 4, 0, 0), 4, ())


def test_a_forgetting_breaks_nothing(store: Path) -> None:
    """What is missing is explained by it; its keys are gone; the checkpoint before still holds."""
    before = verify_store(store).checkpoint
    forget(store)
    found = verify_store(store, since=before)
    assert found.is_sound
    assert counts(found) == (5, 4, 1, 1)


def test_what_was_allowed_again_and_learned_again_is_sound(store: Path) -> None:
    """It has a key once more, and its old payloads are missing still."""
    forget(store)
    with Memory.open(store) as memory:
        memory.unblock(PLACES[0])
        memory.remember("The door has no code any more.", within=PLACES[0])
    assert verify_store(store).is_sound
    with Memory.open(store) as memory:
        memory.unblock(PLACES[0], purge=True)
    assert verify_store(store).is_sound


@pytest.mark.parametrize(
    ("change", "position", "said"),
    [
        (
            "UPDATE event SET envelope = CAST(envelope || x'00' AS BLOB) WHERE position = 2",
            2,
            "not the one",
        ),
        ("UPDATE event SET tags = replace(tags, 'item:', 'item;')", 1, "not the one"),
        ("UPDATE event SET type = 2 - type + 1 WHERE position = 3", 3, "not the one"),
        ("UPDATE event SET link = zeroblob(32) WHERE position = 4", 4, "not the one"),
        ("UPDATE payload SET data = zeroblob(99) WHERE position = 3", 3, "payload is not"),
        ("UPDATE payload SET data = CAST(data AS TEXT) WHERE position = 3", 0, "cannot be read"),
        ("UPDATE payload SET data = CAST(data AS TEXT) WHERE position = 3", 0, "holds text"),
        ("UPDATE payload SET data = 'text' WHERE position = 3", 3, "payload is not"),
        ("DELETE FROM payload WHERE position = 2", 2, "nothing that was forgotten later"),
        ("DELETE FROM event WHERE position = 2", 2, "no event"),
        ("UPDATE event_tag SET tag = tag || 'x' WHERE position = 1", 1, "tag"),
        ("DELETE FROM event_tag WHERE position = 3", 3, "not found by one of its tags"),
    ],
)
def test_each_change_is_named_with_its_position(
    store: Path, change: str, position: int, said: str
) -> None:
    """Whatever part of an event is changed or taken away."""
    tamper(store / "journal.sqlite", change)
    found = verify_store(store)
    assert not found.is_sound
    assert found.problems[0].position == position
    assert any(said in problem.what for problem in found.problems)
    assert f"event {position}" in str(found.complaint())


def test_two_events_that_changed_places_are_noticed(store: Path) -> None:
    """Each is whole, and stands where the other did."""
    tamper(
        store / "journal.sqlite",
        "UPDATE payload SET position = -position WHERE position < 3",
        "UPDATE event SET position = -position WHERE position < 3",
        "UPDATE event SET position = 3 + position WHERE position < 0",
        "UPDATE payload SET position = 3 + position WHERE position < 0",
    )
    assert first_problem(store)[0] == 1


def test_a_cut_is_noticed_by_a_checkpoint(store: Path) -> None:
    """The chain alone cannot tell that its end is missing."""
    with Memory.open(store) as memory:
        elsewhere = memory.checkpoint()
    tamper(
        store / "journal.sqlite",
        "DELETE FROM payload WHERE position > 2",
        "DELETE FROM event_tag WHERE position > 2",
        "DELETE FROM event WHERE position > 2",
        "DELETE FROM note",
    )
    assert verify_store(store).is_sound
    position, said = first_problem(store, since=elsewhere)
    assert (position, "ends at 2" in said) == (4, True)


def test_a_cut_is_noticed_by_the_checkpoints_in_the_store(store: Path) -> None:
    """Whoever cuts the events forgets about the notes."""
    with Memory.open(store) as memory:
        memory.status()
    tamper(store / "journal.sqlite", "DELETE FROM event WHERE position = 4")
    assert first_problem(store)[0] == 4


def test_an_old_copy_and_another_history_are_noticed(store: Path, tmp_path: Path) -> None:
    """A journal that was put back, and one that went on from there in another way."""
    shutil.copy(store / "journal.sqlite", tmp_path / "old")
    with Memory.open(store) as memory:
        memory.remember("Something new.")
        elsewhere = memory.checkpoint()
    (tmp_path / "old").replace(store / "journal.sqlite")
    assert "old copy" in first_problem(store, since=elsewhere)[1]
    with Memory.open(store) as memory:
        memory.remember("Something else.")
    assert "another history" in first_problem(store, since=elsewhere)[1]


def test_a_key_that_is_missing_is_named(store: Path) -> None:
    """A source that nobody forgot must have one."""
    tamper(store / "vault.sqlite", "DELETE FROM node WHERE parent LIKE 'bucket%'")
    position, said = first_problem(store)
    assert (position, "key of its source is missing" in said) == (1, True)


def test_a_key_that_does_not_open_is_named(store: Path) -> None:
    """One flipped bit is enough."""
    tamper(
        store / "vault.sqlite",
        "UPDATE node SET sealed = zeroblob(length(sealed)) WHERE uid LIKE 'store:identity'",
    )
    assert "'store:identity' does not open" in verify_store(store).problems[0].what


def test_a_key_of_the_forgotten_that_is_still_there_is_named(store: Path) -> None:
    """As when somebody puts the old rows of the vault back."""
    db = sqlite3.connect(store / "vault.sqlite")
    rows = db.execute("SELECT parent, uid, sealed FROM node").fetchall()
    db.close()
    forget(store)
    db = sqlite3.connect(store / "vault.sqlite")
    db.executemany("INSERT OR IGNORE INTO node (parent, uid, sealed) VALUES (?, ?, ?)", rows)
    db.commit()
    db.close()
    found = verify_store(store)
    assert {problem.position for problem in found.problems} == {5}
    assert "its key is still there" in found.problems[0].what


def test_a_payload_of_the_forgotten_that_is_still_there_is_named(store: Path) -> None:
    """As when somebody puts the old rows of the journal back."""
    journal = store / "journal.sqlite"
    db = sqlite3.connect(journal)
    [(data,)] = db.execute("SELECT hex(data) FROM payload WHERE position = 1").fetchall()
    db.close()
    forget(store)
    put_back = f"INSERT INTO payload (position, data) VALUES (1, x'{data}')"
    tamper(journal, put_back)
    assert first_problem(store) == (1, "it is forgotten, and its payload is still there")


def test_an_erasure_that_is_pending_is_named_and_not_wrong(store: Path) -> None:
    """Another process holds a copy: the forgetting is not done, and nothing is damaged."""
    forget(store)
    tamper(store / "journal.sqlite", "DELETE FROM note WHERE kind = 'receipt'")
    found = verify_store(store)
    assert found.is_sound
    assert found.pending == (5,)


def test_a_vault_of_another_store_is_refused(store: Path, tmp_path: Path) -> None:
    """Its keys open nothing here."""
    with Memory.open(tmp_path / "other") as memory:
        memory.remember("Something else.")
    shutil.copy(tmp_path / "other" / "vault.sqlite", store / "vault.sqlite")
    assert first_problem(store)[0] == 1


def test_a_journal_without_its_vault_is_not_opened(store: Path) -> None:
    """A new vault would make everything in it look forgotten."""
    (store / "vault.sqlite").unlink()
    for use in (verify_store, Memory.open):
        with pytest.raises(StoreDamaged, match=r"vault\.sqlite is missing"):
            use(store)
    assert not (store / "vault.sqlite").exists()


@pytest.mark.parametrize("text", ["", "4", "4:", "x:00", "0:" + "00" * 32, "4:" + "00" * 31])
def test_what_is_no_checkpoint_is_refused(store: Path, text: str) -> None:
    """It is a position and the whole link."""
    with pytest.raises(InvalidInput, match="not a checkpoint"):
        verify_store(store, since=text)


def test_a_store_in_memory_has_nothing_to_verify() -> None:
    """It says so, and stands at no checkpoint."""
    with Memory.in_memory() as memory:
        memory.remember("Something.")
        assert memory.checkpoint() == ""
        with pytest.raises(Refused, match="in memory"):
            memory.verify()


def test_the_rooms_agree_on_the_name_of_a_receipt() -> None:
    """One writes it, the other reads it, and neither may import the other."""
    assert store_files.RECEIPT == erase.RECEIPT
