"""One connection: the memory that it is bound to, what it may do, and how errors are told to it."""

from __future__ import annotations

import logging
import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, Literal, Protocol, TypeVar

from mcp.server.mcpserver.exceptions import MCPServerError, ResourceError, ToolError
from mcp.shared.exceptions import MCPError

from ..domain.capabilities import VERBS, Grant, Verb
from ..domain.errors import (
    Conflict,
    EmbedderFailed,
    InvalidInput,
    JudgeFailed,
    MemoryStoreError,
    NotFound,
    Refused,
    StoreLocked,
)
from ..domain.events import Origin
from ..domain.origin_trust import is_doubted, trust_in

if TYPE_CHECKING:
    from ..memory import Memory

T = TypeVar("T")

_LOG: Final = logging.getLogger(__name__)
_TRACEBACK: Final = "LETHELOG_TRACEBACK"
_TOLD_AS_IT_IS: Final = (InvalidInput, NotFound, Refused, Conflict)
_TOLD_INSTEAD: Final[dict[type[MemoryStoreError], str]] = {
    StoreLocked: "another process holds the store just now; try the same again in a few seconds",
    EmbedderFailed: (
        "what turns texts into vectors does not answer; the person who started this server can"
        " look with `lethelog doctor`"
    ),
    JudgeFailed: "who judges does not answer, so that question stays open; try again later",
}
_UNUSABLE: Final = (
    "the store cannot be used as it is, and nothing was changed; the person who started this"
    " server can look with `lethelog doctor`"
)
# What the messages of the command line name, as an agent knows it.
_TOOLS: Final = {
    "search": "memory_search",
    "facts": "memory_list_facts",
    "decisions": "memory_decisions",
    "remember": "memory_remember",
    "why": "memory_why",
    "sources": "memory_search",
    "dream --propose --json": "memory_dream",
}
_COMMAND: Final = re.compile(r"`lethelog ([a-z]+(?: --[a-z]+)*)`")


class SharedWith(Protocol):
    """Whatever knows of a store that others share, where there is one."""

    def memory(self) -> Memory | None:
        """The shared memory; None where there is none or it is not visible."""
        ...


class Connection:
    """Whoever is at the door: one namespace, its verbs and its channel, for as long as it lasts."""

    def __init__(
        self, grant: Grant, own: Callable[[], Memory], shared: SharedWith | None = None
    ) -> None:
        self.grant = grant
        self._own = own
        self._shared = shared

    @property
    def memory(self) -> Memory:
        """The memory of its own namespace."""
        return self._own()

    def shared(self) -> Memory | None:
        """What others share with it, to be read."""
        return None if self._shared is None else self._shared.memory()

    def readable(self) -> dict[str, Memory]:
        """All that it may read, by the names of the namespaces, its own first."""
        shared = self.shared()
        own = {self.grant.namespace: self.memory}
        return own if shared is None else own | {"shared": shared}

    def first_that_knows(self, question: Callable[[Memory], T]) -> tuple[str, T]:
        """The answer of its own memory, else of a shared one, with the name of the namespace.

        Where none knows, the error is that of its own: what is elsewhere is as what is nowhere.
        """
        try:
            return self.grant.namespace, question(self.memory)
        except NotFound:
            shared = self.shared()
            if shared is None:
                raise
            try:
                return "shared", question(shared)
            except NotFound:
                pass
            raise

    def check(self, verb: Verb, what: str) -> None:
        """Refused, and written down, unless it may."""
        if self.grant.allows(verb):
            return
        _LOG.warning("%s was refused: %s is not granted", what, verb)
        wanted = ",".join(v for v in VERBS if self.grant.allows(v) or v == verb)
        raise Refused(
            f"this connection may not {verb}, which {what} needs; nothing was changed. Whoever"
            f" started the server can allow it with --allow {wanted}"
        )

    def channel_of(self, came_by: Origin | Literal[""]) -> Origin:
        """The channel of the connection, or one that is trusted less where a text says so."""
        trust = self.memory.policy.ranking.trust
        named: tuple[Origin, ...] = (self.grant.channel, *((came_by,) if came_by else ()))
        return min(named, key=lambda each: trust_in(each, trust))

    def check_trusted(self, what: str) -> None:
        """Refused where all that comes by its channel is held in quarantine."""
        channel, trust = self.grant.channel, self.memory.policy.ranking.trust
        if is_doubted(channel, trust):
            raise Refused(
                f"what comes by {channel} is held in quarantine, so {what} is not for this"
                " connection; a person can do it"
            )

    @contextmanager
    def call(self, tool: str, verb: Verb) -> Iterator[None]:
        """Runs one tool: refused where it is not granted, and every error as one that helps."""
        with told(tool, ToolError):
            self.check(verb, tool)
            yield


@contextmanager
def told(what: str, as_: type[ToolError | ResourceError]) -> Iterator[None]:
    """Turns every error into a sentence that says what to do next, and nothing about the machine.

    The one place that does so for agents.
    """
    try:
        yield
    except (MCPServerError, MCPError):
        raise
    except MemoryStoreError as error:
        if not isinstance(error, _TOLD_AS_IT_IS):
            _LOG.warning("%s failed: %s", what, error)  # it is about files, and about no text
        raise as_(sentence(error)) from error
    except Exception as error:
        _LOG.exception("%s failed: %s", what, type(error).__name__, exc_info=_wants_traceback())
        raise as_(
            f"this is a bug in lethelog: {type(error).__name__}. Go on without this tool; whoever"
            f" started the server sees more with {_TRACEBACK}=1"
        ) from error


def sentence(error: MemoryStoreError) -> str:
    """What an agent is told: what was asked, what was found, what to do next."""
    if isinstance(error, _TOLD_AS_IT_IS):
        return _COMMAND.sub(lambda found: _TOOLS.get(found[1], found[0]), str(error))
    return next(
        (text for kind, text in _TOLD_INSTEAD.items() if isinstance(error, kind)), _UNUSABLE
    )


def _wants_traceback() -> bool:
    return bool(os.environ.get(_TRACEBACK))
