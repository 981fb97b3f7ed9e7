"""Questions about the past of a memory: what a ranking rested on, and what would be otherwise."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol, TypeVar, Unpack

from ..asking.absence import posed_now
from ..asking.question import Narrowing, Standpoint, query_for
from ..asking.story import Story
from ..asking.why import why
from ..domain.identity import Identity
from ..domain.policy import Policy, RankingPolicy
from ..projections.meaning import by_meaning
from .backtest import backtest
from .blame import RecallBlame, blame
from .blame_item import ItemBlame
from .carriers import TRIED_MAX
from .explain import explain
from .explain_snapshot import explain_snapshot
from .explanation import Explanation
from .past_recalls import newest
from .rerun import LAST, find_recall, is_snapshot
from .snapshot_explanation import SnapshotExplanation
from .what_if import Backtest

if TYPE_CHECKING:
    from ..projections.view import View  # it loads DuckDB

T = TypeVar("T")


class Remembering(Protocol):
    """A memory of today, with its clock and the constants in force."""

    identity: Identity
    clock: Callable[[], int]

    @property
    def policy(self) -> Policy:
        """All constants that decide what is done now."""
        ...

    def flush(self) -> None:
        """All recalls are in the journal when this returns."""
        ...

    def standpoint(self, view: View) -> Standpoint:
        """The clock and the policy of now."""
        ...

    def prepare(self, question: str, ranking: RankingPolicy) -> None:
        """Embeds a question before the read model is held up by it, where meaning counts."""
        ...

    def ask(self, question: Callable[[View], T]) -> T:
        """Puts a question to the read model, which first catches up."""
        ...


class Hindsight:
    """Mixed into the memory, which has all that `Remembering` asks for."""

    def standpoint(self: Remembering, view: View) -> Standpoint:  # noqa: ARG002 - as of a day it is asked
        """The clock and the policy of now."""
        return Standpoint(self.clock(), self.policy)

    def explain(self: Remembering, recall: str | int = LAST) -> Explanation:
        """A recall asked again as it was, by its position or `last`, and compared with today."""
        self.flush()
        now, ranking = self.clock(), self.policy.ranking
        return self.ask(lambda view: explain(view, str(recall), now=now, ranking=ranking))

    def explain_snapshot(self: Remembering, snapshot: str | int) -> SnapshotExplanation:
        """A snapshot taken again as it was, by its position, and compared with one of today."""
        self.flush()
        at = Standpoint(self.clock(), self.policy)
        return self.ask(lambda view: explain_snapshot(view, str(snapshot), at, self.identity))

    def is_snapshot(self: Remembering, position: str | int) -> bool:
        """Whether what was recalled at a position is a snapshot, and no search."""
        self.flush()
        return self.ask(lambda view: is_snapshot(view, str(position)))

    def blame(
        self: Remembering, what: str | int = LAST, *, whole: bool = False, limit: int = TRIED_MAX
    ) -> RecallBlame | ItemBlame:
        """Which sources carry a recall or an item, by leaving out each; nothing is changed."""
        self.flush()
        return self.ask(
            lambda view: blame(view, str(what), self.identity, whole=whole, limit=limit)
        )

    def why(
        self: Remembering,
        item: str,
        *,
        asked: str | None = None,
        recall: int | str | None = None,
        **narrowing: Unpack[Narrowing],
    ) -> Story:
        """The whole story of an item; the start of its id is enough.

        With a question that is `asked`, or with a `recall`, by its position or `last`, which has
        its own question, also at which rank the item is in the answer, or every reason why it is
        not.
        """
        self.flush()
        query = query_for(asked, narrowing, self.identity, recall=recall)
        if query is not None:
            self.prepare(query.text, self.policy.ranking)

        def tell(view: View) -> Story:
            at = self.standpoint(view)
            if recall is not None:
                return why(view, item, at, posed=find_recall(view, str(recall)).posed())
            meant = by_meaning(query, view, at.policy.ranking) if query else None
            return why(view, item, at, posed=posed_now(meant, at))

        return self.ask(tell)

    def recalls_to_replay(self: Remembering, recalls: int | None = None) -> int:
        """How many recalls a backtest of the newest ones looks at; of all for None."""
        self.flush()
        return self.ask(lambda view: newest(view, recalls)[1])

    def backtest(
        self: Remembering,
        *policies: Policy,
        recalls: int | None = None,
        step: Callable[[], None] | None = None,
    ) -> Backtest:
        """What each policy would have made of the newest recalls, or of all; writes nothing.

        `step` is called after each recall of each policy.
        """
        self.flush()
        return self.ask(lambda view: backtest(view, policies, recalls=recalls, step=step))
