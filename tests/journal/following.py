"""A thread that follows a journal and hands on what it sees."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from queue import Queue
from typing import Final, Generic, TypeVar

from lethelog.journal.journal import Journal

PATIENCE_SECONDS: Final = 20.0  # no test waits so long unless something is lost

Seen = TypeVar("Seen")


class Follower(Generic[Seen]):
    """What a thread has seen so far, and whether it ended as it should."""

    def __init__(self, follow: Callable[[Callable[[Seen], None]], None]) -> None:
        self._seen: Queue[Seen] = Queue()
        self._error: BaseException | None = None
        self._follow = follow
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def next(self, *, within_seconds: float = PATIENCE_SECONDS) -> Seen:
        """The next thing that it saw; `queue.Empty` when nothing comes in time."""
        return self._seen.get(timeout=within_seconds)

    def ends(self) -> bool:
        """Whether the thread comes to its end, without an error."""
        self._thread.join(PATIENCE_SECONDS)
        if self._error is not None:
            raise self._error
        return not self._thread.is_alive()

    def _run(self) -> None:
        try:
            self._follow(self._seen.put)
        except BaseException as error:  # noqa: BLE001 - raised again where the thread is awaited
            self._error = error


@contextmanager
def following(journal: Journal, *, after: int = 0) -> Iterator[Follower[int]]:
    """Follows the positions of a journal, which is closed at the end, until that ends it."""

    def follow(see: Callable[[int], None]) -> None:
        with journal.follow(after=after) as recorded:
            for each in recorded:
                see(each.position)

    follower = Follower(follow)
    try:
        yield follower
    finally:
        journal.close()
    assert follower.ends()
