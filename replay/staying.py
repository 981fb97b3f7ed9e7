"""Keeps a read model current while others write, so that a question finds nothing to do."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from ..domain.errors import MemoryStoreError
from ..domain.events import Recorded
from ..journal.journal import Journal

if TYPE_CHECKING:
    from .views import Views  # it loads DuckDB


@contextmanager
def staying_current(journal: Journal, views: Views) -> Iterator[None]:
    """Inside the block a thread applies what anyone appends, all that waits in one go.

    After a forgetting it also sheds what the files still hold. What goes wrong there is met again
    by the next question. It ends with the block, or before that when the journal is closed.
    """
    thread = threading.Thread(target=lambda: _keep_up(news, views), daemon=True)
    try:
        with journal.follow(after=journal.head()) as news, views.kept():
            thread.start()
            yield
    finally:
        if thread.ident is not None:
            thread.join()


def _keep_up(news: Iterator[Recorded], views: Views) -> None:
    seen = _caught_up(views)
    with suppress(MemoryStoreError):
        for recorded in news:
            if recorded.position > seen:
                seen = _caught_up(views)


def _caught_up(views: Views) -> int:
    """How far the read model is; 0 where it could not be told, so that it is tried again."""
    try:
        seen = views.keep_up()
        views.shed_beside()
    except MemoryStoreError:
        return 0
    else:
        return seen
