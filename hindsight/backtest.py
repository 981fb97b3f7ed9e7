"""What other policies would have made of the recalls of the past; nothing is written."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Final

import msgspec
from msgspec.structs import replace

from ..domain.errors import InvalidInput
from ..domain.events import Hit
from ..domain.identity import ItemId
from ..domain.policy import Policy, check
from .course import Course
from .past_recalls import PastRecall, evidence_before, newest, past_recalls
from .what_if import Backtest, Decided, Dropped, First, Outcome, Pair

if TYPE_CHECKING:
    from ..projections.view import View  # it loads DuckDB

FIRSTS_MAX: Final = 20
_PROMOTED: Final = """
SELECT item.item, promotion.position, promotion.judge, promotion.recorded_at
FROM promotion
JOIN item ON item.d = promotion.d
WHERE promotion.position >= $since AND NOT promotion.is_new
ORDER BY promotion.position
"""
_COUNTS: Final = """
SELECT count(*), count(*) FILTER (position >= $since AND asked IS NULL)
FROM recall
"""
_TEXTS: Final = """
SELECT item.item, item.text
FROM item
JOIN (SELECT unnest($items::VARCHAR[]) AS item) AS wanted USING (item)
"""


class _Past(msgspec.Struct, frozen=True):
    """What really happened from a position on."""

    since: int
    decided: Mapping[ItemId, Decided]

    def by_rule(self) -> dict[ItemId, Decided]:
        """The promotions that another policy may do without."""
        return {item: each for item, each in self.decided.items() if each.judge == "rule"}


class _Comparison:
    """What the recalls returned here, held against what they returned."""

    def __init__(self) -> None:
        self.firsts: deque[First] = deque(maxlen=FIRSTS_MAX)
        self.others_first = 0
        self._recalls = 0
        self._shared = 0.0

    def add(self, recall: PastRecall, here: Sequence[Hit]) -> None:
        """One recall more."""
        really = [hit.item for hit in recall.returned.hits]
        instead = [hit.item for hit in here]
        self._recalls += 1
        self._shared += _part(really, instead)
        if really[:1] != instead[:1]:
            self.others_first += 1
            self.firsts.append(
                First(
                    position=recall.position,
                    query=recall.query,
                    really=really[0] if really else None,
                    really_text=None,
                    here=instead[0] if instead else None,
                    here_text=None,
                )
            )

    @property
    def hits_shared(self) -> float:
        """The mean over all recalls."""
        return self._shared / self._recalls if self._recalls else 1.0


def backtest(
    view: View,
    policies: Sequence[Policy],
    *,
    recalls: int | None = None,
    step: Callable[[], None] | None = None,
) -> Backtest:
    """Lives through the newest recalls once more under each policy, or through all of them.

    A promotion that the rule made earlier stays. `step` is called after each recall of each policy.
    """
    _check(policies, recalls)
    since, count = newest(view, recalls)
    decided = {
        ItemId(item): Decided(position=position, judge=judge, decided_at=at)
        for item, position, judge, at in view.rows(_PROMOTED, {"since": since})
    }
    past = _Past(since, decided)
    outcomes = tuple(_outcome(view, policy, past, step or (lambda: None)) for policy in policies)
    [(all_recalls, unknown)] = view.rows(_COUNTS, {"since": since})
    return Backtest(
        recalls=count,
        earlier=all_recalls - count,
        unknown=unknown,
        promoted=len(past.by_rule()),
        outcomes=outcomes,
        pairs=tuple(_pair(one, other) for one, other in combinations(outcomes, 2)),
    )


def _check(policies: Sequence[Policy], recalls: int | None) -> None:
    if not policies:
        raise InvalidInput("a backtest needs a policy; give at least one")
    if recalls is not None and recalls < 1:
        raise InvalidInput(f"{recalls} recalls cannot be replayed; take at least 1")
    names = [policy.name for policy in policies]
    for policy in policies:
        check(policy)
        if names.count(policy.name) > 1:
            raise InvalidInput(
                f"several of the policies are called {policy.name!r}; give each its own name"
            )


def _outcome(view: View, policy: Policy, past: _Past, step: Callable[[], None]) -> Outcome:
    really, comparison = past.by_rule(), _Comparison()
    penalty, decay = policy.contradiction, policy.ranking.decay
    with view.supposing(since=past.since, policy=penalty, decay=decay) as supposition:
        before = evidence_before(view, past.since)
        course = Course(view, supposition, policy, before=before, really=really)
        for recall in past_recalls(view, past.since):
            comparison.add(recall, course.live(recall))
            step()
    dropped = {item: each for item, each in really.items() if item not in course.earned}
    texts = _texts(view, {*course.earned, *dropped, *_named(comparison.firsts)})
    return Outcome(
        policy=policy,
        promoted=tuple(
            replace(each, text=texts[item], really=past.decided.get(item))
            for item, each in course.earned.items()
        ),
        dropped=tuple(
            Dropped(item=item, text=texts[item], really=each, missing=course.missing(item, each))
            for item, each in dropped.items()
        ),
        reruns=course.reruns,
        others_first=comparison.others_first,
        firsts=tuple(
            replace(
                each,
                really_text=texts.get(each.really or ItemId("")),
                here_text=texts.get(each.here or ItemId("")),
            )
            for each in comparison.firsts
        ),
        promoted_shared=_shared(course.earned.keys(), really.keys()),
        hits_shared=comparison.hits_shared,
    )


def _pair(one: Outcome, other: Outcome) -> Pair:
    mine, theirs = ({each.item for each in outcome.promoted} for outcome in (one, other))
    return Pair(one=one.policy.name, other=other.policy.name, promoted_shared=_shared(mine, theirs))


def _texts(view: View, items: Collection[ItemId]) -> dict[ItemId, str]:
    return {ItemId(item): text for item, text in view.rows(_TEXTS, {"items": sorted(items)})}


def _named(firsts: Collection[First]) -> set[ItemId]:
    return {item for each in firsts for item in (each.really, each.here) if item is not None}


def _shared(one: Collection[ItemId], other: Collection[ItemId]) -> float:
    """Of all, how much is in both; two empty ones share everything."""
    union = {*one, *other}
    return len(set(one) & set(other)) / len(union) if union else 1.0


def _part(one: Collection[ItemId], other: Collection[ItemId]) -> float:
    """How much of the longer list is in both; two empty ones share everything."""
    longer = max(len(one), len(other))
    return len(set(one) & set(other)) / longer if longer else 1.0
