"""What an agent should have in mind: its own memory, and what others share with it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..asking.snapshot import Cited, Snapshot
from ..asking.snapshot_shared import may_be_shared, part_beside, room_for
from ..domain.kinds import Kind
from ..domain.tokens import count_tokens
from .data import lines_of, origin_of, when
from .results import Result

if TYPE_CHECKING:
    from ..memory import Memory
    from .connection import Connection


@dataclass(frozen=True, kw_only=True)
class Told:
    """One text of a snapshot, by its place there; the snapshot itself holds the words."""

    rank: int
    item: str
    kind: Kind
    confidence: float
    trust: float
    source: str | None
    namespace: str
    origin: str
    dated_at: str | None
    is_whole: bool


@dataclass(frozen=True, kw_only=True)
class ContextResult(Result):
    """What to have in mind, as one text within its tokens, and the items that it tells."""

    text: str
    tokens: int
    tokens_max: int
    position: int
    made_at: str
    told: list[Told]
    warning: str


@dataclass(frozen=True, kw_only=True)
class Context:
    """One text within its tokens, the snapshot that it begins with, and all that it tells."""

    own: Snapshot
    text: str
    tokens: int
    told: list[Told]


def context_of(
    connection: Connection,
    query: str = "",
    *,
    tokens_max: int | None = None,
    asked_from: str | None = None,
    record: bool = True,
) -> Context:
    """A snapshot of its own memory, and after it what is shared, within the same tokens.

    It is recorded in its own memory alone, as everything that is asked.
    """
    memory, shared = connection.memory, connection.shared()
    most = memory.policy.context.tokens_max if tokens_max is None else tokens_max
    theirs: tuple[Cited, ...] = ()
    if shared is not None:
        theirs = may_be_shared(shared.context(query, tokens_max=most, record=False))
    own = memory.context(
        query,
        tokens_max=max(most - room_for(theirs, most), 1),
        asked_from=asked_from,
        record=record,
    )
    told = _told(memory, own.cited, connection.grant.namespace)
    part = part_beside(own, theirs, most)
    if shared is None or not part.text:
        return Context(own=own, text=own.text, tokens=own.tokens, told=told)
    text = f"{own.text}\n{part.text}"
    told += _told(shared, part.cited, "shared")
    return Context(own=own, text=text, tokens=count_tokens(text), told=told)


def _told(memory: Memory, cited: tuple[Cited, ...], namespace: str) -> list[Told]:
    lines = lines_of(memory, [each.item for each in cited])
    return [
        Told(
            rank=each.rank,
            item=each.item,
            kind=each.kind,
            confidence=each.confidence,
            trust=each.trust,
            source=each.source,
            namespace=namespace,
            origin=origin_of(lines.get(each.item)),
            dated_at=when(each.dated_at),
            is_whole=each.is_whole,
        )
        for each in cited
    ]
