"""The recalls of the past once more under another policy, as if a dream had followed each."""

from __future__ import annotations

from bisect import bisect_right, insort
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from ..asking.question import query_under
from ..domain.events import Asked, Hit
from ..domain.identity import ItemId
from ..domain.policy import Policy
from ..domain.promotion import Evidence, promotion_score, shortfalls, within
from ..projections.search import search
from .past_recalls import PastRecall, Returned
from .what_if import Decided, Earned

if TYPE_CHECKING:
    from ..projections.supposed import Supposition
    from ..projections.view import View  # it loads DuckDB

# From where on an item cannot be promoted any more: it is evergreen, superseded or contradicted.
_BARRED: Final = """
SELECT min(position) FROM (
    SELECT promotion.d, promotion.position FROM promotion
    UNION ALL SELECT supersession.d, supersession.position FROM supersession
    UNION ALL SELECT contradiction.d, contradiction.position FROM contradiction
)
WHERE d = (SELECT d FROM item WHERE item = $item)
"""
_NEVER_PROMOTED: Final = "a dream that promotes"
_NEVER: Final = 2**63  # a position after every position


class Course:
    """One policy on its way through the recalls; asks a view that supposes what it promotes."""

    def __init__(
        self,
        view: View,
        supposition: Supposition,
        policy: Policy,
        *,
        before: dict[ItemId, list[Evidence]],
        really: Mapping[ItemId, Decided],
    ) -> None:
        """`before` is the evidence from earlier recalls, `really` what a rule promoted since."""
        self.policy = policy
        self.earned: dict[ItemId, Earned] = {}
        self._promotes = "promote" in policy.dream.phases
        self.reruns = 0
        self._view = view
        self._supposition = supposition
        self._evidence = before
        self._evergreen = _Evergreen({item: each.position for item, each in really.items()})
        self._barred: dict[ItemId, int] = {}
        self._due: Iterable[ItemId] = list(before)  # a dream considers all, the next ones the news

    def live(self, recall: PastRecall) -> tuple[Hit, ...]:
        """What the recall returns here; then whatever has earned it is promoted."""
        returned = self._returned(recall)
        for hit in returned.earning():
            if hit.item not in self.earned:
                evidence = Evidence(
                    recall.position, recall.query_hash, hit.relevance, recall.recorded_at
                )
                self._evidence.setdefault(hit.item, []).append(evidence)
        for item in (*self._due, *(hit.item for hit in returned.hits)):
            self._consider(item, recall)
        self._due = ()
        return returned.hits

    def missing(self, item: ItemId, then: Decided) -> tuple[str, ...]:
        """What the item lacked when it was really promoted."""
        known = [each for each in self._evidence.get(item, ()) if each.position < then.position]
        score = promotion_score(known, then.decided_at, self.policy.promotion)
        short = shortfalls(score, self.policy.promotion)
        return tuple(short if self._promotes else [*short, _NEVER_PROMOTED])

    def _returned(self, recall: PastRecall) -> Returned:
        """What was recorded where nothing that ranks is otherwise; else the search once more."""
        asked = recall.asked
        is_answer = recall.purpose != "context"  # else it also tells what nobody asked for
        if asked is None or not is_answer or not self._ranks_otherwise(asked):
            return recall.returned
        self.reruns += 1
        ranking = self.policy.ranking
        query = query_under(self.policy, recall.query, asked)
        with self._view.at(asked.seen_at):
            answer = search(self._view, query, recall.recorded_at, ranking)
        fading = frozenset(each.item for each in answer.found if not each.is_evergreen)
        return Returned(answer.hits(), fading)

    def _ranks_otherwise(self, asked: Asked) -> bool:
        trust_differs_from = self._supposition.trust_differs_from
        return (
            replace(asked.ranking, name="") != replace(self.policy.ranking, name="")
            or asked.lifecycle != self.policy.lifecycle
            or self._evergreen.differs_at(asked.seen_at)
            or (trust_differs_from is not None and trust_differs_from <= asked.seen_at)
        )

    def _consider(self, item: ItemId, recall: PastRecall) -> None:
        policy = self.policy.promotion
        evidence = within(self._evidence.get(item, []), recall.recorded_at, policy)
        if not self._promotes or item in self.earned or len(evidence) < policy.recalls_min:
            return
        if self._barred_from(item) <= recall.position:
            return
        score = promotion_score(evidence, recall.recorded_at, policy)
        if shortfalls(score, policy):
            return
        self.earned[item] = Earned(
            item=item,
            text="",
            position=recall.position,
            earned_at=recall.recorded_at,
            score=score,
            recalls=tuple(each.position for each in evidence),
            really=None,
        )
        self._evidence.pop(item)
        self._supposition.promote(item)
        self._evergreen.add(item)

    def _barred_from(self, item: ItemId) -> int:
        if item not in self._barred:
            [(position,)] = self._view.rows(_BARRED, {"item": item})
            self._barred[item] = _NEVER if position is None else position
        return self._barred[item]


class _Evergreen:
    """Whether other items are promoted here than the rule had really promoted at a position."""

    def __init__(self, really: Mapping[ItemId, int]) -> None:
        self._really = really
        self._positions = sorted(really.values())
        self._both: list[int] = []  # of those, the ones whose items are promoted here too
        self._here = 0

    def add(self, item: ItemId) -> None:
        """From now on it is promoted here."""
        self._here += 1
        if item in self._really:
            insort(self._both, self._really[item])

    def differs_at(self, position: int) -> bool:
        """Whether any item is promoted on one side alone."""
        really = bisect_right(self._positions, position)
        return really + self._here > 2 * bisect_right(self._both, position)
