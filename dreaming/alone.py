"""One dream at a time in a store, whichever thread or process dreams it."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from ..domain.errors import StoreLocked
from ..projections.slot_lock import take_lock

FOLDER: Final = "dreaming"
"""Below that of the store, and empty but for the lock."""

WAIT_SECONDS: Final = 60.0
"""A dream by rules takes seconds. Whoever waits longer would only find its work done."""

_LOOK_EVERY_SECONDS: Final = 0.1


@contextmanager
def alone(lock: threading.Lock, folder: Path | None) -> Iterator[None]:
    """Nobody else dreams in the block; StoreLocked where somebody still does after a minute."""
    if not lock.acquire(timeout=WAIT_SECONDS):
        raise _busy("another thread")
    try:
        if folder is None:
            yield
            return
        with _held(folder / FOLDER):
            yield
    finally:
        lock.release()


@contextmanager
def _held(slot: Path) -> Iterator[None]:
    pause = threading.Event()
    for _ in range(int(WAIT_SECONDS / _LOOK_EVERY_SECONDS)):
        file = take_lock(slot)
        if file is not None:
            with file:
                yield
            return
        pause.wait(_LOOK_EVERY_SECONDS)
    raise _busy("another process")


def _busy(who: str) -> StoreLocked:
    return StoreLocked(
        f"{who} has been dreaming in this store for more than {WAIT_SECONDS:.0f} seconds; let it"
        " finish: it does all there is to do"
    )
