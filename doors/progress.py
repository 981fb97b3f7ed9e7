"""How far long work has come, told to whoever waits for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeAlias

import anyio.from_thread
from mcp.server.mcpserver import Context

from ..domain.progress import heard_by

Tell: TypeAlias = Callable[[str, int, int], None]
"""Takes what is being done, and how many of how many parts are."""


def told_to(ctx: Context[Any, Any]) -> Tell:
    """Tells a client that wants to know, from the thread that works."""

    def tell(what: str, done: int, all_: int) -> None:
        anyio.from_thread.run(ctx.report_progress, done, all_, what)

    return tell


@contextmanager
def parts_told(tell: Tell, count: int) -> Iterator[None]:
    """In the block each part of the work is told as it begins, and after it that all are done.

    There may be more of them than the `count` says, where others change the same meanwhile.
    """
    begun = 0

    def hear(part: str) -> None:
        nonlocal begun
        tell(part, begun, max(count, begun + 1))
        begun += 1

    with heard_by(hear):
        yield
    every = max(count, begun)
    tell("done", every, every)
