"""What a server says that it offers: just what it does, where the library says more of itself."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any, Final, cast

from mcp.server.context import CallNext, HandlerResult, ServerRequestContext
from mcp.shared.exceptions import MCPError
from mcp.types import METHOD_NOT_FOUND
from mcp.types.version import HANDSHAKE_PROTOCOL_VERSIONS

_HELLO: Final = ("initialize", "server/discover")


class Offered:
    """Stands before all that a server is asked, and knows the parts of the protocol that it lacks.

    What is not announced is a method that is not there, and nothing is agreed to be told of it.
    Only clients of the era with a handshake get an empty list, since many of them ask for one
    without looking at what was announced.
    """

    def __init__(self, lacking: Collection[str]) -> None:
        self._lacking = lacking

    async def __call__(
        self, ctx: ServerRequestContext[Any, Any], call_next: CallNext
    ) -> HandlerResult:
        """Refuses what is not offered, and announces the rest."""
        part, _, verb = ctx.method.partition("/")
        if part in self._lacking:
            is_list = verb.endswith("list")
            if not (is_list and ctx.protocol_version in HANDSHAKE_PROTOCOL_VERSIONS):
                raise MCPError(METHOD_NOT_FOUND, "Method not found", ctx.method)
        if ctx.method == "subscriptions/listen":
            ctx = replace(ctx, params=self._told(ctx.params or {}))
        result = await call_next(ctx)
        return self._announced(result) if ctx.method in _HELLO else result

    def _announced(self, result: HandlerResult) -> HandlerResult:
        """Without the parts that are lacking; no list of the others ever changes."""
        told = cast("dict[str, Any]", result)  # it is JSON by now
        parts: dict[str, dict[str, Any]] = told["capabilities"]
        for lacking in self._lacking:
            parts.pop(lacking, None)
        for part in parts.values():
            if "listChanged" in part:
                part["listChanged"] = False
        return told

    def _told(self, params: Mapping[str, Any]) -> Mapping[str, Any]:
        """What a stream is to tell of, without what there is never anything to tell of."""
        wanted = params.get("notifications")
        if not isinstance(wanted, dict):
            return params  # which the library complains about
        kept = () if "resources" in self._lacking else ("resourceSubscriptions",)
        wishes = cast("dict[str, Any]", wanted)
        return {**params, "notifications": {each: wishes[each] for each in kept if each in wishes}}
