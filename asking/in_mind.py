"""What a memory has in mind: a snapshot for a prompt, and whether its priorities drift."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, Protocol

from ..domain.errors import InvalidInput
from ..domain.events import Asked, Hit, Purpose
from ..domain.identity import ItemId
from ..domain.policy import Policy
from ..domain.times import DAY, to_datetime
from .as_of import AsOf, Known
from .asking import Answering
from .drift import DAYS_DEFAULT, PriorityDrift, attention, compared, decided
from .question import Standpoint
from .snapshot import Snapshot
from .snapshot_made import made, read, with_room

DAYS_MAX: Final = 36_500.0


class Minding(Answering, Protocol):
    """A memory of today, with its clock and the constants in force."""

    clock: Callable[[], int]

    @property
    def policy(self) -> Policy:
        """All constants that decide what is done now."""
        ...

    def flush(self) -> None:
        """All recalls are in the journal when this returns."""
        ...

    def as_of(self, known: Known = None) -> AsOf:
        """The memory as it was at a moment or position."""
        ...

    def recalled(
        self,
        question: str,
        hits: Sequence[Hit],
        *,
        now: int,
        asked: Asked,
        suppressed: Sequence[ItemId] = (),
        asked_from: str | None = None,
        purpose: Purpose = "search",
    ) -> None:
        """Records a search and what it returned."""
        ...


class InMind:
    """Mixed into the memory, which has all that `Minding` asks for."""

    def context(
        self: Minding,
        query: str = "",
        *,
        tokens_max: int | None = None,
        asked_from: str | None = None,
        record: bool = True,
    ) -> Snapshot:
        """What an agent should have in mind, in a text of at most so many tokens.

        Who it is, whom it works for, what binds it, what ranks first or answers the question, and
        what happened lately. It leaves one `recalled` event of all that it tells, in its order.
        Only what the question asked for counts towards a promotion: what is told unasked would
        promote itself.
        """
        at = Standpoint(self.clock(), with_room(self.policy, tokens_max))
        question = read(query)
        if question:
            self.prepare(question, at.policy.ranking)
        found = self.ask(lambda view: made(view, question, at, self.identity))
        if record:
            self.recalled(
                question,
                found.hits,
                now=at.now,
                asked=found.how,
                asked_from=asked_from,
                purpose="context",
            )
        return found.snapshot

    def drift(self: Minding, days: float = DAYS_DEFAULT) -> PriorityDrift:
        """How attention moved between the last so many days and as many before them.

        It is `stable`, or a `gradual_drift`; where a decision about what rose or fell was made or
        reversed in the last days, a `deliberate_pivot`.
        """
        if not 0.0 < days <= DAYS_MAX:
            raise InvalidInput(f"days are above 0 and at most {DAYS_MAX:,.0f}; {days:g} were given")
        self.flush()
        now = self.clock()
        later, about = self.ask(lambda view: (attention(view, now, days), decided(view, now, days)))
        then = self.as_of(to_datetime(_before(now, days)))
        earlier = then.ask(lambda view: attention(view, then.now, days))
        return compared(earlier, later, about, days=days, now=now)


def _before(now: int, days: float) -> int:
    """Nothing is known of a time before 1970, which is as good as any earlier one."""
    return max(now - round(days * DAY), 0)
