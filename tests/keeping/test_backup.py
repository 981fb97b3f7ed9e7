"""Backing up a store while others use it."""

from __future__ import annotations

import stat
import subprocess
import sys
from pathlib import Path

import pytest

from lethelog.domain.errors import InvalidInput, MemoryStoreError, Refused
from lethelog.journal.journal import Journal
from lethelog.journal.sqlite_file import FileKind
from lethelog.keeping.backup import BACKUP, read_manifest
from lethelog.keeping.copies import copy_database
from lethelog.keeping.verify import verify_store
from lethelog.memory import Memory
from lethelog.tests.keeping import writer
from lethelog.tests.keeping.stores import DOOR, TEA, content, forget, links, texts

BACKUPS = 20


def test_a_backup_is_the_store_as_it_was_then(store: Path, tmp_path: Path) -> None:
    """All of it, for its owner alone, with a manifest that tells what it is."""
    with Memory.open(store) as memory:
        made = memory.backup(tmp_path / "copy")
        memory.remember("Something new.")
    manifest = read_manifest(tmp_path / "copy")
    assert made.position == manifest.position == 4
    assert manifest.checkpoint == made.checkpoint == verify_store(tmp_path / "copy").checkpoint
    assert texts(tmp_path / "copy") == {DOOR, TEA}
    assert verify_store(store, since=made.checkpoint).is_sound


@pytest.mark.skipif(sys.platform == "win32", reason="has no such modes")
def test_a_backup_is_for_its_owner_alone(store: Path, tmp_path: Path) -> None:
    """As the store is, and nothing but its three files is in it."""
    with Memory.open(store) as memory:
        memory.backup(tmp_path / "copy")
    modes = {
        path.name: stat.S_IMODE(path.stat().st_mode)
        for path in (tmp_path / "copy", *(tmp_path / "copy").iterdir())
    }
    files = dict.fromkeys(("backup.json", "journal.sqlite", "vault.sqlite"), 0o600)
    assert modes == {"copy": 0o700} | files


def test_backups_while_another_process_writes_are_prefixes(store: Path, tmp_path: Path) -> None:
    """Each of twenty verifies, and holds what the store held up to some event."""
    other = subprocess.Popen(
        [sys.executable, writer.__file__, str(store)], stdout=subprocess.PIPE, text=True
    )
    assert other.stdout is not None
    try:
        assert other.stdout.readline()
        with Memory.open(store) as memory:
            for number in range(BACKUPS):
                made = memory.backup(tmp_path / f"copy-{number}")
                if number == 0:  # however slow the other is
                    next(line for line in other.stdout if int(line) > made.position)
    finally:
        (tmp_path / "stop").touch()
        other.communicate()
    assert other.returncode == 0
    all_links = links(store / "journal.sqlite")
    lengths: list[int] = []
    for number in range(BACKUPS):
        copied = links(tmp_path / f"copy-{number}" / "journal.sqlite")
        assert copied == all_links[: len(copied)]
        assert verify_store(tmp_path / f"copy-{number}").is_sound
        lengths.append(len(copied))
    assert lengths == sorted(lengths)
    assert lengths[0] < lengths[-1] < len(all_links)


def test_a_forgetting_between_the_two_copies_leaves_no_half_state(
    store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The copy starts again, so that it tells of the forgetting and has not its keys."""
    seen: list[str] = []

    def copy_and_forget(source: Path, kind: FileKind, to: Path) -> None:
        copy_database(source, kind, to)
        seen.append(to.name)
        if len(seen) == 1:
            forget(store)

    monkeypatch.setattr("lethelog.keeping.backup.copy_database", copy_and_forget)
    with Memory.open(store) as memory:
        memory.backup(tmp_path / "copy")
    assert seen == ["journal.sqlite", "vault.sqlite"] * 2
    found = verify_store(tmp_path / "copy")
    assert (found.is_sound, found.forgotten + len(found.pending)) == (True, 1)
    assert texts(tmp_path / "copy") == {TEA}


def test_a_note_tells_later_plans_of_it(store: Path, tmp_path: Path) -> None:
    """When, how far, and where to."""
    with Memory.open(store, clock=lambda: 1_000_000) as memory:
        memory.backup(tmp_path / "copy")
        assert notes(memory.journal) == [
            f'{{"made_at":1000000,"position":4,"to":"{tmp_path / "copy"}"}}'
        ]


def notes(journal: Journal) -> list[str]:
    """What is noted of backups."""
    return [document.decode() for document in journal.notes(BACKUP).values()]


@pytest.mark.parametrize("where", ["full", "store/inside", "store", "file"])
def test_a_place_that_is_in_use_is_refused(store: Path, tmp_path: Path, where: str) -> None:
    """Nothing is overwritten, nothing is put into the store, and nothing is noted."""
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "letter").touch()
    (tmp_path / "file").touch()
    before = content(tmp_path)
    with Memory.open(store) as memory, pytest.raises(MemoryStoreError):
        memory.backup(tmp_path / where)
    with Memory.open(store) as memory:
        assert notes(memory.journal) == []
    assert content(tmp_path).keys() == before.keys()


def test_a_store_in_memory_has_no_files_to_copy(tmp_path: Path) -> None:
    """It says so and makes no folder."""
    with Memory.in_memory() as memory, pytest.raises(Refused, match="in memory"):
        memory.backup(tmp_path / "copy")
    assert not (tmp_path / "copy").exists()


def test_what_is_no_backup_is_named(tmp_path: Path) -> None:
    """Neither a folder without a manifest nor one of a later format is restored."""
    with pytest.raises(InvalidInput, match="is not a backup"):
        read_manifest(tmp_path)
    (tmp_path / "backup.json").write_text(
        '{"format": 2, "store": "", "epoch": 1, "checkpoint": "", "made_at": 1}', encoding="utf-8"
    )
    with pytest.raises(InvalidInput, match="upgrade lethelog"):
        read_manifest(tmp_path)
