"""What a memory would have become under other policies, side by side with what it became."""

from __future__ import annotations

import msgspec

from ..domain.events import Judge, PromotionScore
from ..domain.identity import ItemId
from ..domain.policy import Policy


class Decided(msgspec.Struct, frozen=True, kw_only=True):
    """Where, when and by whom an item was really promoted."""

    position: int
    judge: Judge
    decided_at: int


class Earned(msgspec.Struct, frozen=True, kw_only=True):
    """An item that a policy would have promoted after a recall, and what became of it in reality.

    A real promotion is later than what was earned, since it waited for a dream.
    """

    item: ItemId
    text: str
    position: int  # of the recall that was the last it needed
    earned_at: int
    score: PromotionScore
    recalls: tuple[int, ...]  # positions of all recalls that it rests on
    really: Decided | None


class Dropped(msgspec.Struct, frozen=True, kw_only=True):
    """An item that a rule really promoted and a policy would not have, with what it lacked then."""

    item: ItemId
    text: str
    really: Decided
    missing: tuple[str, ...]


class First(msgspec.Struct, frozen=True, kw_only=True):
    """A recall that another item would have come first in; None where nothing was found."""

    position: int
    query: str
    really: ItemId | None
    really_text: str | None
    here: ItemId | None
    here_text: str | None


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """What became of the same recalls under one policy.

    Shares are of 1: of the items promoted by either side, those promoted by both; and the mean of
    what a recall returned here, how much of it was really returned.
    """

    policy: Policy
    promoted: tuple[Earned, ...]
    dropped: tuple[Dropped, ...]
    reruns: int  # recalls that were searched for again
    others_first: int
    firsts: tuple[First, ...]  # the newest of these
    promoted_shared: float
    hits_shared: float


class Pair(msgspec.Struct, frozen=True, kw_only=True):
    """How much of what two policies would have promoted they share."""

    one: str
    other: str
    promoted_shared: float


class Backtest(msgspec.Struct, frozen=True, kw_only=True):
    """The same recalls under each policy."""

    recalls: int  # the newest ones, that were replayed
    earlier: int  # counted as evidence, as they were recorded
    unknown: int  # of those replayed: recorded without how they were asked, so not searched again
    promoted: int  # really, by rule, while these recalls were made
    outcomes: tuple[Outcome, ...]
    pairs: tuple[Pair, ...]
