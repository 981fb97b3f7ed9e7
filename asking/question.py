"""What narrows a search down, in the words of whoever asks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

import msgspec
from msgspec.structs import replace

from ..domain.errors import InvalidInput
from ..domain.events import Asked
from ..domain.identity import Identity
from ..domain.kinds import Kind, Tier
from ..domain.policy import Policy, RankingPolicy
from ..domain.query import LIMIT_DEFAULT, Filters, Query, check
from ..domain.times import Moment, moment


class Standpoint(msgspec.Struct, frozen=True):
    """From where a question is asked: the time, the constants in force, the day it is about."""

    now: int
    policy: Policy
    valid: int | None = None  # the moment in the world; None for what is current


class Narrowing(TypedDict, total=False):
    """What may answer; all may unless told.

    `limit` is the most that is returned, 5 unless told. `after` and `before` are a window, which
    items that never fade pass; `sources` means these and all below them. `diverse` prefers answers
    that differ from each other; `with_superseded` also returns what something newer has replaced,
    and `with_faded` what is too weak by now, or in the archive.
    """

    limit: int
    after: Moment
    before: Moment
    tier: Tier | None
    kinds: Sequence[Kind]
    sources: Sequence[str]
    diverse: bool
    with_superseded: bool
    with_faded: bool


def asked(query: Query, *, seen_at: int, ranking: RankingPolicy, beside: int = 0) -> Asked:
    """How a query is recorded, with what its answer knew of and how that was ranked."""
    filters = {name: getattr(query, name) for name in Filters.__struct_fields__}
    return Asked(
        **filters, seen_at=seen_at, ranking=ranking, embedder=query.embedder, beside=beside
    )


def query_again(text: str, how: Asked) -> Query:
    """The query that was recorded."""
    filters = {name: getattr(how, name) for name in Filters.__struct_fields__}
    return Query(text=text, embedder=how.embedder, **filters)


def query_under(policy: Policy, text: str, how: Asked) -> Query:
    """The query that was recorded, as it would have been asked under this policy.

    What was asked for stays; what the policy of then gave to everybody goes with it.
    """
    told = how.asks_diverse or (how.diverse and how.ranking.diverse != "always")
    return under(policy, replace(query_again(text, how), diverse=told))


def under(policy: Policy, query: Query) -> Query:
    """The query as it is answered under a policy.

    That may want every answer diverse, keep some items in the archive, and mind their rivals.
    """
    rivals = policy.ranking.decay.suppression < 1.0
    return replace(
        query,
        diverse=query.diverse or policy.ranking.diverse == "always",
        lifecycle=policy.lifecycle,
        rivals_from=policy.consolidation.rival_likeness if rivals else None,
    )


def query_of(
    text: str, narrowing: Narrowing, identity: Identity, *, valid: int | None = None
) -> Query:
    """The query that a question means; InvalidInput if it cannot be answered."""
    sources = narrowing.get("sources", ())
    query = Query(
        text=text,
        limit=narrowing.get("limit", LIMIT_DEFAULT),
        after=moment(narrowing.get("after")),
        before=moment(narrowing.get("before")),
        tier=narrowing.get("tier"),
        kinds=tuple(narrowing.get("kinds", ())),
        sources=tuple(identity.lineage(path)[-1] for path in sources),
        diverse=narrowing.get("diverse", False),
        asks_diverse=narrowing.get("diverse", False),
        with_superseded=narrowing.get("with_superseded", False),
        with_faded=narrowing.get("with_faded", False),
        valid=valid,
    )
    check(query)
    return query


def query_for(
    text: str | None,
    narrowing: Narrowing,
    identity: Identity,
    *,
    valid: int | None = None,
    recall: int | str | None = None,
) -> Query | None:
    """The query that is asked, if one is; InvalidInput for filters without a question of theirs.

    A `recall` has its own question and its own filters.
    """
    if recall is not None and (text is not None or narrowing):
        raise InvalidInput(f"the recall at {recall} has its own question; give no other with it")
    if text is not None:
        return query_of(text, narrowing, identity, valid=valid)
    if narrowing:
        raise InvalidInput(f"{', '.join(narrowing)} narrow a question down; say what is asked")
    return None
