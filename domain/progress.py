"""What long work is doing just now, told to whoever listens; most of the time nobody does."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final, TypeAlias

Listener: TypeAlias = Callable[[str], object]
"""Is told each part of the work as it begins."""

_listener: Final[ContextVar[Listener | None]] = ContextVar("listener", default=None)


def begins(part: str) -> None:
    """Tells that a part of the work begins, in words for whoever waits."""
    listener = _listener.get()
    if listener is not None:
        listener(part)


@contextmanager
def heard_by(listener: Listener) -> Iterator[None]:
    """What is done in the block, by this thread, is told to a listener."""
    token = _listener.set(listener)
    try:
        yield
    finally:
        _listener.reset(token)
