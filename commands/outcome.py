"""What an order came to, in the words of whoever gave it."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from ..domain.beliefs import Proposed
from ..domain.conflict_cues import PossibleConflict
from ..domain.events import ChunkIngested, SourceForgotten, Superseded
from ..domain.identity import ItemId
from .handler import Handled


class Ingested(msgspec.Struct, frozen=True, kw_only=True):
    """What one input changed; nothing at all when it was known already."""

    sources: tuple[str, ...]
    items: tuple[ItemId, ...]
    superseded: tuple[ItemId, ...]
    blocked: int  # texts left out because they were forgotten
    position: int
    contradicted: tuple[ItemId, ...] = ()  # of one key, with other values of the same time
    possible_conflicts: tuple[PossibleConflict, ...] = ()  # known before; decided by nobody yet
    redacted: tuple[str, ...] = ()  # the kind of each secret that was left out


class Settled(msgspec.Struct, frozen=True, kw_only=True):
    """What gave way to a later value of its key, and what is in dispute with others since."""

    is_news: bool
    superseded: tuple[ItemId, ...]
    contradicted: tuple[ItemId, ...]
    position: int


class Revised(msgspec.Struct, frozen=True, kw_only=True):
    """How sure an item is by now, and what that proposes to do about it."""

    is_news: bool
    item: ItemId
    confidence: float
    proposes: Proposed | None
    position: int


class Changed(msgspec.Struct, frozen=True, kw_only=True):
    """Whether an order was news, and the items that it was about."""

    is_news: bool
    items: tuple[ItemId, ...]
    position: int


class Forgotten(msgspec.Struct, frozen=True, kw_only=True):
    """What was forgotten; no items and no news when it was forgotten before."""

    is_news: bool
    source: str
    items: tuple[ItemId, ...]
    position: int


def ingested(
    sources: Iterable[str], handled: Handled, *, blocked: int, redacted: tuple[str, ...] = ()
) -> Ingested:
    """The new items and those that they superseded."""
    return Ingested(
        sources=tuple(sources),
        items=tuple(e.item for e in handled.events if isinstance(e, ChunkIngested)),
        superseded=tuple(e.item for e in handled.events if isinstance(e, Superseded)),
        blocked=blocked,
        position=handled.position,
        redacted=redacted,
    )


def changed(handled: Handled, *items: ItemId) -> Changed:
    """The items, and whether anything was recorded about them."""
    return Changed(is_news=bool(handled.events), items=items, position=handled.position)


def forgotten(source: str, handled: Handled) -> Forgotten:
    """The items that are gone with the source."""
    notices = [event for event in handled.events if isinstance(event, SourceForgotten)]
    return Forgotten(
        is_news=bool(notices),
        source=source,
        items=tuple(item for notice in notices for item in notice.items),
        position=handled.position,
    )
