"""What others share with an agent, as a last part of its snapshot, within the same tokens."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec
from msgspec.structs import replace

from ..domain.events import Hit
from ..domain.identity import squeeze
from ..domain.tokens import count_tokens
from .snapshot import Candidate, Cited, Snapshot
from .snapshot_text import told_in_turn

SHARED_HEADING: Final = "## What is shared with you"
ROOM_SHARED: Final = 0.25
"""Of all tokens, that what is shared may take; its own memory is what an agent is asked about.

A judgement of ours. What it does not need is left to the rest, and what the rest leaves is its own.
"""


class SharedPart(msgspec.Struct, frozen=True):
    """The lines of the part, and what they tell; no lines where there is no room or nothing."""

    text: str
    cited: tuple[Cited, ...]


def may_be_shared(snapshot: Snapshot) -> tuple[Cited, ...]:
    """What others may be told of a snapshot: not who its own agent is, nor whom that works for."""
    return (*snapshot.constraints, *snapshot.top, *snapshot.index, *snapshot.recent)


def room_for(shared: Sequence[Cited], tokens_max: int) -> int:
    """How many of the tokens are kept for what is shared; none where that is nothing."""
    return count_tokens(_part(shared, round(ROOM_SHARED * tokens_max)).text) if shared else 0


def part_beside(own: Snapshot, shared: Sequence[Cited], tokens_max: int) -> SharedPart:
    """What is shared and was not said already, in what a snapshot left of so many tokens."""
    said = {squeeze(each.text) for each in own.cited}
    fresh = [each for each in shared if squeeze(each.text) not in said]
    part = _part(fresh, tokens_max - own.tokens - 1)
    told = len(own.cited)
    cited = (replace(each, rank=told + n) for n, each in enumerate(part.cited, start=1))
    return SharedPart(part.text, tuple(cited))


def _part(shared: Sequence[Cited], room: int) -> SharedPart:
    by_item = {each.item: each for each in shared}
    room -= count_tokens(SHARED_HEADING) + 1
    told = told_in_turn([_candidate(each) for each in by_item.values()], room)
    if not told:
        return SharedPart("", ())
    lines = (SHARED_HEADING, *(each.line for each in told))
    cited = (
        replace(
            known := by_item[each.candidate.item],
            text=each.text,
            is_whole=each.is_whole and known.is_whole,
        )
        for each in told
    )
    return SharedPart("\n".join(lines), tuple(cited))


def _candidate(cited: Cited) -> Candidate:
    return Candidate(
        d=0,
        hit=Hit(item=cited.item, rank=cited.rank, score=0.0, relevance=0.0, trust=cited.trust),
        kind=cited.kind,
        text=cited.text,
        author=cited.author,
        source=cited.source,
        dated_at=cited.dated_at,
        confidence=cited.confidence,
        is_contradicted=cited.trust < 1.0,
    )
