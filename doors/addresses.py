"""Addresses of resources, and which events change what is there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from urllib.parse import unquote

from ..domain.errors import InvalidInput, NotFound
from ..domain.events import Event, Recalled, SourceForgotten
from ..domain.identity import ItemId
from ..domain.lineage import item_tag, items_of, source_tag, sources_of

if TYPE_CHECKING:
    from ..memory import Memory

ITEM: Final = "memory://item/"
SOURCE: Final = "memory://source/"
SNAPSHOT: Final = "memory://snapshot"
GRAPH: Final = "memory://knowledge-graph"

EVERYTHING: Final = "everything"
"""Stands for a tag where any change counts."""


def tag_of(address: str, memory: Memory) -> str | None:
    """The tag of all events that change what is at an address; None where there is nothing."""
    if address in {SNAPSHOT, GRAPH}:
        return EVERYTHING
    try:
        if address.startswith(ITEM):
            return _item(unquote(address.removeprefix(ITEM)), memory)
        if address.startswith(SOURCE):
            path = unquote(address.removeprefix(SOURCE))
            return source_tag(memory.identity.lineage(path)[-1])
    except InvalidInput:
        return None
    return None


def tags_changed(event: Event) -> frozenset[str]:
    """The tags of all that an event changes; everything, where it does not name all of that.

    A forgetting lets what was replaced come back, and a policy concerns all. What was asked for
    changes nothing.
    """
    if isinstance(event, Recalled):
        return frozenset()
    items, sources = items_of(event), sources_of(event)
    if isinstance(event, SourceForgotten) or not (items or sources):
        return frozenset({EVERYTHING})
    return frozenset([*map(item_tag, items), *map(source_tag, sources)])


def _item(id_: str, memory: Memory) -> str:
    """Of one that is not there yet the id is taken as it is."""
    try:
        return item_tag(memory.item(id_))
    except NotFound:
        return item_tag(ItemId(id_))
