"""The parts of an explanation: a question, its answers then and now, and what lies between."""

from __future__ import annotations

from typing import Literal

import msgspec

from ..domain.events import Hit
from ..domain.identity import ItemId
from ..domain.kinds import Kind, Tier
from ..domain.policy import RankingPolicy
from ..projections.answer import Found
from .matches import Added, Match, Weights
from .sides import Cause, Place


class Ranked(msgspec.Struct, frozen=True, kw_only=True):
    """One answer, with what each word of the question adds to its relevance, and what else does."""

    rank: int
    found: Found
    match: float  # all that follows, of which the relevance is made
    bm25: float
    matches: tuple[Match, ...]
    added: tuple[Added, ...]


class Days(msgspec.Struct, frozen=True, kw_only=True):
    """Days on which what is dated counts for more; without the end."""

    after_at: int
    before_at: int


class Ranking(msgspec.Struct, frozen=True, kw_only=True):
    """One answer to the question, and all that its scores were made of."""

    knew_up_to: int  # position
    asked_at: int
    policy: RankingPolicy
    authors: tuple[str, ...]  # whom the question names, as far as that counts
    days: tuple[Days, ...]  # near those that it names
    asks_when: bool
    weights: Weights
    weight: float  # of all words together
    answers: tuple[Ranked, ...]
    suppressed: tuple[ItemId, ...]
    warning: str = ""  # why meaning did not count, though it was to


class Narrowed(msgspec.Struct, frozen=True, kw_only=True):
    """What might answer, in the words of whoever asked; a source is None where nothing is left."""

    limit: int
    after_at: int | None
    before_at: int | None
    tier: Tier | None
    kinds: tuple[Kind, ...]
    sources: tuple[str | None, ...]
    diverse: bool
    with_superseded: bool
    with_faded: bool


class Comparison(msgspec.Struct, frozen=True, kw_only=True):
    """Whether asking again gives what was recorded, and if not, why."""

    is_equal: bool
    ranks_missing: tuple[
        int, ...
    ]  # of hits on what is forgotten since; those at the end leave none
    reasons: tuple[str, ...]


class Movement(msgspec.Struct, frozen=True, kw_only=True):
    """One item then and now; a rank beyond the limit is told too, as far as there is one."""

    item: ItemId
    text: str
    then: Place | None
    now: Place | None
    causes: tuple[Cause, ...]


class Explanation(msgspec.Struct, frozen=True, kw_only=True):
    """One recall: asked again as it was, held against its record, and against today."""

    of: Literal["search"] = "search"
    position: int
    query: str
    asked_from: str | None
    narrowed: Narrowed
    is_how_kept: bool  # else it is assumed how it was asked
    recorded: tuple[Hit, ...]
    then: Ranking
    comparison: Comparison
    now: Ranking
    moved: tuple[Movement, ...]
