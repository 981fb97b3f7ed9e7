"""The memory tool of the `anthropic` library, with a memory behind it instead of a folder."""

from __future__ import annotations

import asyncio
import importlib
from collections.abc import Callable
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final

from ..domain.errors import Conflict, InvalidInput, MemoryStoreError, NotFound, Refused
from ..domain.events import Origin
from .file_commands import obey
from .files import MemoryFiles

if TYPE_CHECKING:
    from ..memory import Memory  # it loads DuckDB

INSTALL: Final = "pip install 'lethelog[anthropic]'"

_COMMANDS: Final = ("view", "create", "str_replace", "insert", "delete", "rename")
_TOLD_AS_IT_IS: Final = (InvalidInput, NotFound, Refused, Conflict)
_TOLD_INSTEAD: Final = "The memory cannot be used just now, and nothing was changed."


# The library is an extra, so what is made of it has no type here: a `BetaAbstractMemoryTool`.
def memory_tool(memory: Memory, *, origin: Origin = "agent", **settings: Any) -> Any:  # noqa: ANN401
    """A tool for `client.beta.messages.tool_runner`; `settings` are those of its base class.

    It stays usable as long as the memory is open. Refused where the library is not installed.
    """
    files = MemoryFiles(memory, origin)
    failed = _library("anthropic.lib.tools").ToolError

    def method(_tool: object, command: Any) -> str:  # noqa: ANN401 - a model of the library's
        return _obeyed(files, command, failed)

    base = _library("anthropic.tools.memory").BetaAbstractMemoryTool
    return _made(base, method)(**settings)


def async_memory_tool(memory: Memory, *, origin: Origin = "agent", **settings: Any) -> Any:  # noqa: ANN401 - as above
    """The same for an `AsyncAnthropic`; each command runs in a thread of its own."""
    files = MemoryFiles(memory, origin)
    failed = _library("anthropic.lib.tools").ToolError

    async def method(_tool: object, command: Any) -> str:  # noqa: ANN401 - as above
        return await asyncio.to_thread(_obeyed, files, command, failed)

    base = _library("anthropic.tools.memory").BetaAsyncAbstractMemoryTool
    return _made(base, method)(**settings)


def _made(base: Any, method: Callable[..., Any]) -> Any:  # noqa: ANN401 - as above
    methods = dict.fromkeys(_COMMANDS, method)
    return type("LethelogMemoryTool", (base,), {"__doc__": memory_tool.__doc__, **methods})


def _obeyed(files: MemoryFiles, command: Any, failed: type[Exception]) -> str:  # noqa: ANN401 - as above
    try:
        return obey(files, command.to_dict())
    except _TOLD_AS_IT_IS as error:
        raise failed(str(error)) from error
    except MemoryStoreError as error:
        raise failed(_TOLD_INSTEAD) from error


def _library(name: str) -> ModuleType:
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise Refused(
            f"the memory tool needs a library that is not here ({error}): {INSTALL}"
        ) from error
