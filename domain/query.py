"""What is asked of a search, and the bounds of what it may be."""

from __future__ import annotations

from typing import Final

import msgspec

from .errors import InvalidInput
from .identity import SourceUid
from .kinds import Kind, Tier
from .mind_policy import LifecyclePolicy
from .times import iso

LIMIT_DEFAULT: Final = 5
RESULTS_MAX: Final = 1_000
QUERY_CHARS_MAX: Final = 10_000


class Filters(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What may answer; empty filters let everything through.

    The window holds from `after` up to and without `before`; items that never fade pass it. What
    has faded too much, or lies in the archive by this `lifecycle`, answers only `with_faded`. From
    the likeness `rivals_from` on, what is like an answer and was none is told as its rival.
    `asks_diverse` tells that whoever asked wanted it `diverse`, whatever the policy gives.
    """

    limit: int
    after: int | None = None
    before: int | None = None
    tier: Tier | None = None
    kinds: tuple[Kind, ...] = ()
    sources: tuple[SourceUid, ...] = ()
    diverse: bool = False
    with_superseded: bool = False
    with_faded: bool = False
    lifecycle: LifecyclePolicy = LifecyclePolicy()
    rivals_from: float | None = None
    asks_diverse: bool = False  # also in a journal that is too old to tell


class Query(Filters, frozen=True, kw_only=True):
    """A question, what may answer it, and for which day of the world the answer should hold.

    With `valid` only what was true at that moment is found, superseded since or not.
    """

    text: str
    limit: int = LIMIT_DEFAULT
    valid: int | None = None
    embedder: str = ""  # by whose vectors meaning counts; by nobody's where it is empty


def check(query: Query) -> None:
    """InvalidInput unless the query can be answered."""
    if not query.text.strip():
        raise InvalidInput("the question is empty; ask with at least one word")
    if len(query.text) > QUERY_CHARS_MAX:
        raise InvalidInput(
            f"the question has {len(query.text)} characters; {QUERY_CHARS_MAX} are allowed"
        )
    if not 1 <= query.limit <= RESULTS_MAX:
        raise InvalidInput(f"a limit is from 1 to {RESULTS_MAX}; {query.limit} was given")
    if query.after is not None and query.before is not None and query.after >= query.before:
        raise InvalidInput(
            f"the window is empty: it starts at {iso(query.after)} and ends at"
            f" {iso(query.before)}; swap --after and --before"
        )
