"""Search by brute force where more than its date decides how an item stands."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import log

import msgspec

from lethelog.domain.events import ChunkIngested, Event, Superseded
from lethelog.domain.identity import ItemId
from lethelog.projections.reading import Reading
from lethelog.tests.projections.oracle import (
    NOTHING_ALIKE,
    Expected,
    is_evergreen_in,
    passes,
    relevances_of,
    scored,
)
from lethelog.tests.projections.standings import Stands


class Standings(msgspec.Struct, frozen=True):
    """How each item stands, where its date is not all; who joins an answer, and by what graph."""

    of: Mapping[ItemId, Stands]
    joining: frozenset[ItemId] = frozenset()
    graph: Mapping[ItemId, float] = NOTHING_ALIKE


def expected_by_standing(
    events: Sequence[Event],
    reading: Reading,
    tells_time: Callable[[str], bool],
    likeness: Mapping[ItemId, float],
    *,
    standings: Standings,
) -> list[Expected]:
    """All items that answer, best first; what hides is left out, and the form may be a sum."""
    query, now, policy = reading.query, reading.now, reading.policy
    chunks = [event for event in events if isinstance(event, ChunkIngested)]
    relevances = dict.fromkeys(standings.joining, 0.0)
    relevances |= relevances_of(chunks, reading, tells_time, likeness)
    superseded = {event.item for event in events if isinstance(event, Superseded)}
    found: list[Expected] = []
    for chunk in chunks:
        item, stands = chunk.item, standings.of[chunk.item]
        if (
            item not in relevances
            or (item in superseded and not query.with_superseded)
            or (stands.is_hidden and not query.with_faded)
            or not passes(chunk, query, is_evergreen=is_evergreen_in(chunk, events))
        ):
            continue
        plain = scored(chunk, relevances[item], events, now=now, policy=policy)
        retention = plain.retention if policy.decay.curve == "half-life" else stands.retention
        blend, importance = policy.blend, plain.importance
        score = plain.relevance * retention * importance * stands.trust
        if blend.form == "sum":
            importance = chunk.importance / 10
            score = stands.trust * (
                blend.recency_share * retention
                + blend.importance_share * importance
                + blend.relevance_share * plain.relevance
                + blend.graph_share * standings.graph.get(item, 0.0)
                + blend.vector_share * likeness.get(item, 0.0)
            )
        found.append(Expected(item, score, plain.relevance, retention, importance, stands.trust))
    return sorted(found, key=lambda each: -round(log(max(each.score, 1e-300)), 9))[: query.limit]
