"""A seal in memory with which sources and items have the same ids in every run."""

from __future__ import annotations

from base64 import b32encode
from collections.abc import Callable
from hashlib import blake2b
from itertools import count
from typing import Final

from lethelog.domain.identity import ID_BYTES, Identity, ItemId
from lethelog.journal.journal import IDENTITY_KEY
from lethelog.vault.open_vault import vault_in_memory
from lethelog.vault.vault_seal import VaultSeal


class RepeatableSeal(VaultSeal):
    """Seals as any store does; only the keys of the store as a whole are the same each time."""

    def __init__(self) -> None:
        super().__init__(vault_in_memory())

    def key(self, name: str) -> bytes:
        """One key for each name, whatever the store."""
        return _digest(f"key {name}", 32)


def repeatable_draw() -> Callable[[int], bytes]:
    """Gives what looks like random bytes, in the same order in every run."""
    numbers = count()
    return lambda length: _digest(f"draw {next(numbers)}", length)


def item_named(text: str) -> ItemId:
    """The id of an item that a test makes itself."""
    return ItemId(b32encode(_digest(f"item {text}", ID_BYTES)).decode().lower())


def _digest(text: str, length: int) -> bytes:
    return blake2b(text.encode(), digest_size=length).digest()


IDENTITY: Final = Identity(_digest(f"key {IDENTITY_KEY}", 32), repeatable_draw())
