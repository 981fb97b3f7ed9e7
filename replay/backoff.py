"""When to try again what has failed: later each time it fails once more."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Final

from ..domain.times import SECOND

PAUSE_SECONDS: Final = 10
PAUSE_SECONDS_MAX: Final = 600


class Backoff:
    """Tells what went wrong as long as it is too early to try again; safe from several threads."""

    def __init__(self, clock: Callable[[], int]) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._failures = 0
        self._until = 0
        self._said = ""

    def failed(self, said: str) -> str:
        """Waits twice as long as the last time, and repeats what is said until then."""
        with self._lock:
            pause = min(PAUSE_SECONDS * 2**self._failures, PAUSE_SECONDS_MAX)
            self._failures += 1
            self._until, self._said = self._clock() + pause * SECOND, said
            return said

    def went_well(self) -> None:
        """Forgets all failures."""
        with self._lock:
            self._failures, self._said = 0, ""

    @property
    def waiting(self) -> str:
        """What went wrong, empty when it may be tried."""
        with self._lock:
            return self._said if self._clock() < self._until else ""
