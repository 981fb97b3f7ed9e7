"""Tells whoever watches an address that what is there has changed, by whichever process."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from threading import Lock, Thread
from typing import TYPE_CHECKING, Final, TypeAlias

import anyio.to_thread
from mcp.server.subscriptions import ResourceUpdated, ServerEvent
from mcp.shared.exceptions import MCPError
from mcp.types import INVALID_PARAMS

from ..domain.errors import MemoryStoreError
from .addresses import EVERYTHING, tag_of, tags_changed
from .connection import Connection

if TYPE_CHECKING:
    from ..domain.events import Event
    from ..memory import Memory

ADDRESSES_MAX: Final = 1_000
"""Watched at once through one server: as many as a stream of the library holds back."""

GATHERED_SECONDS: Final = 0.05
"""So long changes are gathered: a document of a thousand turns is told of once."""

Listener: TypeAlias = Callable[[ServerEvent], None]


class Watching:
    """The bus of a server, by which its streams hear of changes.

    The journal is followed from the first address on that anybody watches. Only the namespace of
    the connection is, and only for whoever may read it.
    """

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._listeners: dict[object, Listener] = {}
        self._watched: Counter[str] = Counter()
        self._tags: dict[str, str] = {}
        self._changed: dict[str, None] = {}
        self._lock = Lock()
        self._is_following = False

    async def publish(self, event: ServerEvent) -> None:
        """Tells every listener, each of which leaves aside what it did not ask for."""
        self._tell(event)

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Tells a listener from now on, until what is returned is called."""
        token = object()
        self._listeners[token] = listener

        def leave() -> None:
            self._listeners.pop(token, None)

        return leave

    async def watch(self, addresses: Iterable[str]) -> Callable[[], object]:
        """From now on, until what is returned is called, changes there are told who listens."""
        may = self._connection.grant.allows("read")
        wanted = frozenset(each for each in addresses if may)
        if len(wanted | self._watched.keys()) > ADDRESSES_MAX:
            raise MCPError(
                INVALID_PARAMS,
                f"no more than {ADDRESSES_MAX:,} addresses are watched at once; end other streams",
            )
        self._watched.update(wanted)
        if fresh := wanted - self._tags.keys():
            loop = asyncio.get_running_loop()
            await anyio.to_thread.run_sync(self._begin, fresh, loop)
        return partial(self._leave, wanted)

    def _leave(self, addresses: Iterable[str]) -> None:
        self._watched.subtract(addresses)
        for address in addresses:
            if self._watched[address] <= 0:
                del self._watched[address]
                self._tags.pop(address, None)

    def _begin(self, addresses: Iterable[str], loop: asyncio.AbstractEventLoop) -> None:
        with suppress(MemoryStoreError):  # whoever reads the resource is told
            memory = self._connection.memory
            for address in addresses:
                tag = tag_of(address, memory)
                if tag is not None:
                    self._tags[address] = tag
            after = memory.journal.head()
            with self._lock:
                if self._is_following:
                    return
                self._is_following = True
            Thread(target=self._follow, args=(memory, after, loop), daemon=True).start()

    def _follow(self, memory: Memory, after: int, loop: asyncio.AbstractEventLoop) -> None:
        """Until the memory is closed, or the server has ended."""
        with suppress(MemoryStoreError, RuntimeError), memory.journal.follow(after=after) as news:
            for recorded in news:
                if self._has_changed(recorded.event):
                    loop.call_soon_threadsafe(loop.call_later, GATHERED_SECONDS, self._tell_changes)
        self._is_following = False

    def _has_changed(self, event: Event) -> bool:
        """Whether there is something to tell that nobody is about to tell."""
        changed = tags_changed(event)
        with self._lock:
            was_empty = not self._changed
            for address, tag in tuple(self._tags.items()):
                if tag in changed or (changed and EVERYTHING in {tag, *changed}):
                    self._changed[address] = None
            return was_empty and bool(self._changed)

    def _tell_changes(self) -> None:
        with self._lock:
            changed, self._changed = self._changed, {}
        for address in changed:
            self._tell(ResourceUpdated(uri=address))

    def _tell(self, event: ServerEvent) -> None:
        for listener in tuple(self._listeners.values()):
            listener(event)
