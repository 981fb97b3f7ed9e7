"""Lets clients say which addresses they watch, in the words of either era of the protocol.

Without a handshake the library serves a stream to listen to, and only has to be told of the
addresses. With one it serves no subscriptions itself, so they are served here.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, Final, TypeAlias, cast

import anyio
from mcp.server.context import CallNext, HandlerResult, ServerRequestContext
from mcp.server.session import ServerSession
from mcp.server.subscriptions import ResourceUpdated, ServerEvent
from mcp.types import SubscribeRequestParams, SubscriptionsListenRequestParams
from mcp.types.version import HANDSHAKE_PROTOCOL_VERSIONS
from pydantic import ValidationError

from .watching import Watching

Ends: TypeAlias = tuple[Callable[[], object], ...]
"""What is called when a subscription ends."""

_KEPT: Final = "lethelog.subscriptions"


class Subscribing:
    """Stands before all that a server is asked."""

    def __init__(self, watching: Watching) -> None:
        self._watching = watching
        self._sending: set[asyncio.Task[None]] = set()

    async def __call__(
        self, ctx: ServerRequestContext[Any, Any], call_next: CallNext
    ) -> HandlerResult:
        """Answers what the library does not, and looks on at the rest."""
        has_handshake = ctx.protocol_version in HANDSHAKE_PROTOCOL_VERSIONS
        match ctx.method:
            case "subscriptions/listen" if not has_handshake:
                leave = await self._watching.watch(_addresses(ctx.params or {}))
                try:
                    return await call_next(ctx)  # which takes as long as the stream
                finally:
                    leave()
            case "initialize":
                return _with_subscribing(await call_next(ctx))
            case "resources/subscribe" if has_handshake:
                address = SubscribeRequestParams.model_validate(ctx.params or {}).uri
                await self._subscribe(ctx.session, str(address))
                return {}
            case "resources/unsubscribe" if has_handshake:
                address = SubscribeRequestParams.model_validate(ctx.params or {}).uri
                for end in _kept(ctx.session).pop(str(address), ()):
                    end()
                return {}
            case _:
                pass
        return await call_next(ctx)

    async def _subscribe(self, session: ServerSession, address: str) -> None:
        kept = _kept(session)
        if address in kept:
            return

        def hear(event: ServerEvent) -> None:
            if event == ResourceUpdated(uri=address):
                task = asyncio.ensure_future(_send(session, address))
                self._sending.add(task)
                task.add_done_callback(self._sending.discard)

        leave = await self._watching.watch([address])
        kept[address] = (leave, self._watching.subscribe(hear))


async def _send(session: ServerSession, address: str) -> None:
    with suppress(anyio.ClosedResourceError, anyio.BrokenResourceError):
        await session.send_resource_updated(address)


def _kept(session: ServerSession) -> dict[str, Ends]:
    """The subscriptions of one connection by their addresses, which end with it."""
    # Only the connection knows when it ends.
    connection = session._connection  # noqa: SLF001  # pyright: ignore[reportPrivateUsage]
    if _KEPT not in connection.state:
        kept: dict[str, Ends] = {}
        connection.state[_KEPT] = kept
        connection.exit_stack.callback(lambda: [end() for ends in kept.values() for end in ends])
    return cast("dict[str, Ends]", connection.state[_KEPT])  # as it was put there


def _addresses(params: Mapping[str, Any]) -> list[str]:
    """What a stream is to tell of; whatever is not as it should be the library complains about."""
    with suppress(ValidationError):
        wanted = SubscriptionsListenRequestParams.model_validate(params)
        return wanted.notifications.resource_subscriptions or []
    return []


def _with_subscribing(result: HandlerResult) -> HandlerResult:
    """The capabilities of the server, with the one that the library does not know of."""
    told = cast("dict[str, Any]", result)  # it is JSON by now
    told["capabilities"]["resources"]["subscribe"] = True
    return told
