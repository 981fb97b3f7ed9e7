"""A memory that lives through the year that is made up, under one preset and its own clock."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import numpy as np

from lethelog.benchmarks.year_life import (
    BEGINS_AT,
    HOUR,
    Asked,
    CameOf,
    Corrected,
    Decided,
    Happening,
    Opposed,
    Said,
    Stated,
    What,
)
from lethelog.benchmarks.year_notes import Compared, Month
from lethelog.domain.errors import NotFound, Refused
from lethelog.domain.events import Contradicted, Event, Promoted, SourceForgotten, Superseded
from lethelog.domain.identity import ItemId
from lethelog.domain.policy import Policy
from lethelog.domain.times import DAY
from lethelog.embedders.ngrams import Ngrams
from lethelog.memory import Memory
from lethelog.projections.standing import standing_of
from lethelog.sources.document import Document, Passage

if TYPE_CHECKING:
    from lethelog.projections.view import View

DREAM_HOURS: Final = {"agenternal": 6}
"""Its design dreams every six hours; the others do once a day, in the night."""

WITH_VECTORS: Final = frozenset({"agenternal", "duduclaw"})
"""Whose designs know what is alike in meaning; here by `ngrams`, which needs no model."""

TOP: Final = 5
FADED: Final = 0.1
"""Less than this share is left, or less than the policy shows."""


class Living:
    """A memory with a clock that is moved by what happens to it."""

    def __init__(self, policy: Policy) -> None:
        self.policy = policy
        self.now = BEGINS_AT
        self.memory = Memory.in_memory(
            policy=policy,
            clock=lambda: self.now,
            embedder=Ngrams() if policy.name in WITH_VECTORS else None,
        )
        self.refused = 0
        self._every = DREAM_HOURS.get(policy.name, 24) * HOUR
        self._dreams_at = BEGINS_AT + 3 * HOUR
        self._items: dict[str, ItemId] = {}
        self._seen = 0

    def live(self, happenings: Sequence[Happening]) -> None:
        """One thing after the other, with the dreams that come before it."""
        for each in happenings:
            self.sleep_until(each.at)
            try:
                self._do(each.what)
            except (NotFound, Refused):
                self.refused += 1  # what was corrected before, or let go, is not there any more

    def sleep_until(self, at: int) -> None:
        """Dreams whenever it is time to."""
        while self._dreams_at <= at:
            self.now = self._dreams_at
            self.memory.dream()
            self._dreams_at += self._every
        self.now = at

    def month(self) -> Month:
        """What happened since it was asked before, and how things stand."""
        self.memory.flush()
        news = [each.event for each in self.memory.journal.read(after=self._seen)]
        self._seen = self.memory.journal.head()
        told = self.memory.context(record=False)
        count = Counter(map(_told_as, news))
        items, faded, archived = self.memory.ask(self._stand)
        return Month(
            top=tuple(dict.fromkeys(each.text for each in (*told.top, *told.index)))[:TOP],
            promoted=count["promoted"],
            consolidated=count["consolidated"],
            gave_way=count["gave way"],
            contradicted=count["contradicted"],
            items=items,
            faded=faded,
            archived=archived,
            forgotten=count["forgotten"],
        )

    def compare(self, others: Sequence[Policy]) -> tuple[Compared, ...]:
        """A backtest over all recalls."""
        if not others:
            return ()
        told = self.memory.backtest(*others)
        return tuple(
            Compared(
                preset=each.policy.name,
                promoted=len(each.promoted),
                shared=each.promoted_shared,
                dropped=len(each.dropped),
                others_first=each.others_first,
                hits_shared=each.hits_shared,
                recalls=told.recalls,
            )
            for each in told.outcomes
        )

    def share_of(self, text: str) -> float | None:
        """How much is left of a text, as a search would count it; None where it is gone."""
        if text not in self._items:
            return None
        try:
            return self.memory.why(self._items[text]).strength.share
        except NotFound:
            return None

    def _stand(self, view: View) -> tuple[int, int, int]:
        """How many are there and not replaced, faded, and archived."""
        rows = view.rows("SELECT d FROM item WHERE d NOT IN (SELECT d FROM supersession)")
        current = [d for (d,) in rows]
        standing = standing_of(view, self.now, self.policy.ranking, self.policy.lifecycle)
        if standing is None:
            return len(current), view.rows(_HALF_LIFE_FADED, self._half_life())[0][0], 0
        least = self.policy.ranking.decay.visible_min or FADED
        is_current = np.isin(standing.d, current)
        return (
            len(current),
            int((is_current & (standing.left < least)).sum()),
            int((is_current & standing.is_archived).sum()),
        )

    def _half_life(self) -> dict[str, float]:
        ranking = self.policy.ranking
        return {
            "now": self.now,
            "half_life": ranking.half_life_days * DAY,
            "floor": ranking.retention_floor,
            "least": FADED,
        }

    def _do(self, what: What) -> None:
        memory = self.memory
        match what:
            case Said():
                self._say(what)
            case Stated():
                told = memory.remember(
                    what.text,
                    kind=what.kind,
                    subject=what.subject,
                    attribute=what.attribute,
                    value=what.value,
                )
                self._name(what.text, told.items)
            case Asked():
                memory.search(what.question)
            case Decided(instead_of=""):
                told = memory.decide(what.text, reasoning=what.reasoning, domain=what.domain)
                self._name(what.text, told.items)
            case Decided():
                earlier = self._items[what.instead_of]
                told = memory.reverse(earlier, what.text, reasoning=what.reasoning)
                self._name(what.text, told.items)
            case CameOf():
                memory.outcome(self._items[what.decision], what.text)
            case Corrected():
                memory.correct(self._items[what.old], what.new)
            case Opposed():
                memory.contradict(self._items[what.text], reason="somebody doubts it")

    def _say(self, said: Said) -> None:
        day = (self.now - BEGINS_AT) // DAY
        child = str((self.now - BEGINS_AT) % DAY // (HOUR // 2))
        passage = Passage(
            text=said.text,
            child=child,
            kind=said.kind,
            importance=said.importance,
            dated_at=self.now,
        )
        document = Document(
            source_kind="conversation",
            name=f"day {day + 1}",
            passages=(passage,),
            complete=False,
        )
        self._name(said.text, self.memory.learn([(document.path, document)], "import").items)

    def _name(self, text: str, items: Sequence[ItemId]) -> None:
        for item in items[:1]:
            self._items.setdefault(text, item)


_HALF_LIFE_FADED: Final = """
SELECT count(*)
FROM item
WHERE dated_at IS NOT NULL
AND d NOT IN (SELECT d FROM supersession)
AND d NOT IN (SELECT d FROM promotion)
AND $floor + (1 - $floor) * pow(2, -($now - dated_at) / $half_life) < $least
"""


def _told_as(event: Event) -> str:
    match event:
        case Promoted(derived_from=()):
            return "promoted"
        case Promoted():
            return "consolidated"
        case Superseded():
            return "gave way"
        case Contradicted():
            return "contradicted"
        case SourceForgotten():
            return "forgotten"
        case _:
            return ""
