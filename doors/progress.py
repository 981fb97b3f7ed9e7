"""How far long work has come, told to whoever waits for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import anyio.from_thread
from mcp.server.mcpserver import Context


def told_to(ctx: Context[Any, Any]) -> Callable[[str, int, int], None]:
    """Tells what is being done, and how many of how many steps are; from the thread that works."""

    def tell(what: str, done: int, all_: int) -> None:
        anyio.from_thread.run(ctx.report_progress, done, all_, what)

    return tell
