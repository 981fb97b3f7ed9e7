"""The lock on a slot: one process has it, and whoever comes meanwhile takes another slot."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import IO

from ..domain.errors import StoreUnwritable

if sys.platform == "win32":
    import msvcrt

    def _lock_file(file: IO[bytes]) -> bool:
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _lock_file(file: IO[bytes]) -> bool:
        try:
            fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True


def take_lock(slot: Path) -> IO[bytes] | None:
    """The lock of a slot, which is made where it is missing; None while another has it.

    It is let go when the file is closed, also by the end of the process.
    """
    try:
        for folder in (slot.parent, slot):  # a mode is for the last folder alone
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = os.fdopen(os.open(slot / "lock", os.O_RDWR | os.O_CREAT, 0o600), "r+b")
    except OSError as error:
        raise StoreUnwritable(
            f"{slot} cannot be written ({error.strerror}); make it writable or choose another store"
        ) from error
    if _lock_file(lock):
        return lock
    lock.close()
    return None
