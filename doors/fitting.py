"""Tells of arguments that do not fit the schema of a tool in one sentence that cannot grow."""

from __future__ import annotations

from typing import Any, Final

from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ToolError, UnexpectedToolError
from mcp.types import CallToolResult, InputRequiredResult
from pydantic import ValidationError

_TOLD_MAX: Final = 3
_CHARS_MAX: Final = 200  # of each; where a key is told of, it is as long as whoever asks likes


class FittingServer(MCPServer[Any]):
    """A server of the library, but for what it says of arguments.

    The library tells of every one that does not fit and quotes it, which can be 25 million
    characters for one call.
    """

    async def call_tool(
        self, name: str, arguments: dict[str, Any], context: Context[Any, Any] | None = None
    ) -> CallToolResult | InputRequiredResult:
        """What the tool returns."""
        try:
            return await super().call_tool(name, arguments, context)
        except UnexpectedToolError:
            raise  # what a tool itself does wrong is not for whoever calls it
        except ToolError as error:
            if isinstance(error.__cause__, ValidationError):
                told = f"Error executing tool {name}: {_sentence(error.__cause__)}"
                raise ToolError(told) from error.__cause__
            raise


def _sentence(error: ValidationError) -> str:
    found = error.errors(include_url=False, include_context=False, include_input=False)
    told = [
        f"{'.'.join(map(str, each['loc']))}: {each['msg']}"[:_CHARS_MAX]
        for each in found[:_TOLD_MAX]
    ]
    if len(found) > _TOLD_MAX:
        told.append(f"and {len(found) - _TOLD_MAX:,} more")
    return "; ".join([*told, "the schema of the tool tells what fits"])
