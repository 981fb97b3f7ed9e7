"""Resources: one item, one source, and what to have in mind, by their addresses."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Final

import msgspec
from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ResourceError, ResourceNotFoundError

from ..asking.listing import ItemLine, items_where
from ..domain.errors import InvalidInput, NotFound
from .beside import trusted
from .connection import Connection, sentence, told
from .context import context_of
from .data import all_remembered
from .results import Remembered, Result
from .tools_explaining import why_result

if TYPE_CHECKING:
    from ..memory import Memory

ITEMS_SHOWN_MAX: Final = 200

_OF_SOURCE: Final = "item.d IN (SELECT d FROM item_source WHERE source = $uid)"


@dataclass(frozen=True, kw_only=True)
class SourceResult(Result):
    """One source with the first of its items, of so many in all."""

    source: str
    total: int
    items: list[Remembered]


class Resources:
    """What whoever may read may look up; it is recorded nowhere that they did."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def add_to(self, server: MCPServer) -> None:
        """Offers each under its address."""
        json, markdown = "application/json", "text/markdown"
        offer = server.resource
        offer("memory://item/{id}", title="An item and its story", mime_type=json)(self.item)
        offer("memory://source/{+path}", title="What a source holds", mime_type=json)(self.source)
        offer("memory://snapshot", title="What to have in mind", mime_type=markdown)(self.snapshot)

    def item(self, id: str) -> str:  # noqa: A002 - the address has it so
        """Why the memory holds one item: its sources, evidence and trust, as data."""
        with self._looked_up(f"memory://item/{id}"):
            namespace, (memory, story) = self._connection.first_that_knows(
                lambda memory: (memory, memory.why(id))
            )
            is_own = namespace == self._connection.grant.namespace
            return _json(why_result(memory, story, namespace, is_own=is_own))

    def source(self, path: str) -> str:
        """The items that came from one source or from below it, as data."""
        with self._looked_up(f"memory://source/{path}"):
            namespace, (memory, lines) = self._connection.first_that_knows(
                lambda memory: (memory, _items_of(memory, path))
            )
            items = all_remembered(lines[:ITEMS_SHOWN_MAX], namespace)
            return _json(
                SourceResult(
                    namespace=namespace,
                    source=path,
                    total=len(lines),
                    items=trusted(items, {namespace: memory}),
                )
            )

    def snapshot(self) -> str:
        """What an agent should have in mind, as remembered data and no instructions."""
        with self._looked_up("memory://snapshot"):
            return context_of(self._connection, record=False).text

    @contextmanager
    def _looked_up(self, address: str) -> Iterator[None]:
        with told(address.partition("//")[0], ResourceError):
            self._connection.check("read", "a resource")
            try:
                yield
            except (NotFound, InvalidInput) as error:
                raise ResourceNotFoundError(sentence(error)) from error


def _items_of(memory: Memory, path: str) -> tuple[ItemLine, ...]:
    uid = {"uid": memory.identity.lineage(path)[-1]}
    lines = memory.ask(lambda view: items_where(view, _OF_SOURCE, uid))
    if not lines:
        raise NotFound(f"nothing here came from {path!r}; memory_search shows sources")
    return lines


def _json(result: Result) -> str:
    return msgspec.json.encode(asdict(result)).decode()
