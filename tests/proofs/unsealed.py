"""The same store without its protections, to show that a search of bytes finds what is there."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from lethelog.journal.journal_file import JOURNAL
from lethelog.journal.seals import Letter
from lethelog.journal.sqlite_recorder import SqliteRecorder
from lethelog.memory import Memory
from lethelog.vault.open_vault import open_vault
from lethelog.vault.vault_seal import VaultSeal


class NoSeal(VaultSeal):
    """Has all the keys and seals nothing."""

    def seal(self, letters: Sequence[Letter], *, epoch: int) -> list[bytes]:
        """The payloads as they are."""
        del epoch
        return [letter.content for letter in letters]

    def open(self, letters: Sequence[Letter]) -> list[bytes | None]:
        """The payloads as they are, as long as they are there."""
        return [letter.content or None for letter in letters]


class CarelessRecorder(SqliteRecorder):
    """Lets SQLite leave what it deletes where it was."""

    def __init__(self, path: Path, *, chain_key: bytes) -> None:
        super().__init__(path, chain_key=chain_key)
        self._writer.execute("PRAGMA secure_delete = OFF")


class KeepingRecorder(SqliteRecorder):
    """Erases no payload."""

    def erase(self, tag: str, *, before: int, keep: Sequence[str]) -> int:
        """Nothing is deleted."""
        del tag, before, keep
        return 0


def open_unsealed(folder: Path, recorder: type[SqliteRecorder] = SqliteRecorder) -> Memory:
    """A store whose payloads are not sealed."""
    return _opened(folder, recorder, NoSeal)


def open_keeping(folder: Path) -> Memory:
    """A store whose sealed payloads are never erased."""
    return _opened(folder, KeepingRecorder, VaultSeal)


def _opened(folder: Path, recorder: type[SqliteRecorder], seal: type[VaultSeal]) -> Memory:
    folder.mkdir(exist_ok=True)
    made = seal(open_vault(folder))
    return Memory(recorder(folder / JOURNAL.name, chain_key=made.key("chain")), made, folder=folder)
